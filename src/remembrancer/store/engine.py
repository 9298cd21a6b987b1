"""What the store needs of a database engine. SQLite and PostgreSQL each fulfil it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from remembrancer.core.errors import StoreCorrupt
from remembrancer.core.limits import CLOCK_DRIFT_SECONDS_MAX
from remembrancer.core.scope import Scope
from remembrancer.ports import Progress
from remembrancer.store.notifications import SpaceNotifications
from remembrancer.store.statement import CompiledStatement, CompiledStatements

Row = tuple[Any, ...]
Question = tuple[CompiledStatement, Mapping[str, Any]]
Mark = tuple[int, int, str]  # a space's number, the end of its chain, and the hash there


class Embedding(bytes):
    """A vector as 32-bit floats, little endian; its own type, since engines store it their way."""


class UnreadableText(StoreCorrupt):
    """A text in the store is no text any more."""


class RowNumbers(Protocol):
    """Numbers for new rows. Within a space a later row has a higher one."""

    def next(self, table: str) -> int: ...
    def last(self, table: str) -> int:
        """The highest number given so far: all rows of the space that are stored are below it."""


class Connection(Protocol):
    """One transaction that runs our statements."""

    ranks_vectors: bool  # whether the engine itself finds the nearest vectors
    vector_schema: str  # where it keeps what it needs for that

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """What the driver raises for values that a table does not take."""

    def all(self, statement: CompiledStatement, values: Mapping[str, Any]) -> list[Any]: ...
    def all_of(self, asked: Sequence[Question]) -> list[list[Any]]:
        """What several questions find, asked in one go."""

    def one(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Any: ...
    def each(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Iterator[Any]: ...
    def run(self, statement: CompiledStatement, values: Mapping[str, Any]) -> int: ...
    def many(self, statement: CompiledStatement, rows: Sequence[Row]) -> None:
        """Runs an insert for each row; the values stand in the statement's column order."""

    def index(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        """Puts words into the search index, each with the number of its text."""

    def unindex(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        """Takes words out of the search index, as they were put in."""

    def indexed(self, space_n: int) -> Iterator[tuple[int, str]]:
        """Every word of the space in the search index, with the number of its text."""

    def empty_index(self, spaces: Sequence[int]) -> None:
        """Removes all there is in the search index, which is of these spaces."""

    def widen_vector_search(self) -> None:
        """A search of this transaction goes on until enough neighbours pass the filter."""

    def set_current(self, space_n: int, versions: Sequence[tuple[int, int]]) -> None:
        """Says of items, by number, which version is in force."""

    def count_terms(self, space_n: int, counts: Mapping[str, int]) -> None:
        """Adds to the number of texts that hold each stem, or takes from it."""

    def begin_erasure(self) -> None:
        """What this transaction removes is to leave no bytes: a scrub is due after it."""

    def numbers(self, first: int | None = None) -> RowNumbers:
        """Numbers for this transaction; `first` is what `drawn_number` gave, if it was asked."""

    def together(self, rows: int, *, is_last: bool = False) -> AbstractContextManager[Any]:
        """Statements inside, which write so many rows, go to the engine in one go. The last ones
        may make the transaction last at once, which `Database.commit` then need not do."""

    def enter(self, space_n: int, *, may_create: bool = False) -> None:
        """From here on the transaction has all rights in this space, whatever it began with; and
        may create spaces, if it says so."""

    def entered(self, space_n: int) -> AbstractContextManager[None]:
        """The same for the statements inside; after them the rights are what they were."""


class Database(Protocol):
    """Hands out transactions on one store."""

    statements: CompiledStatements

    @property
    def address(self) -> str:
        """Where the store is, without a password."""

    def prepare(self) -> None:
        """Brings the store to this version's schema, and refuses what it cannot read."""

    def reading(self, scope: Scope | None) -> AbstractContextManager[Connection]:
        """A consistent look. Without a scope, only the list of spaces can be read."""

    def writing(self, scope: Scope | None) -> AbstractContextManager[Connection]:
        """A transaction that ends undone unless committed."""

    def replacing(self) -> AbstractContextManager[Connection]:
        """A transaction in which the store holds nothing yet, to be filled anew."""

    def commit(self, connection: Any, mark: Mark | None = None) -> None:
        """Makes the transaction last. `mark` is the chain it leaves."""

    def scrub(self, wait_seconds: float | None = None) -> tuple[str, ...]:
        """Does to the bytes what erasures left to be done, and says what still is."""

    def index_vectors(self) -> None:
        """Makes the indexes that searching by vectors needs, where the engine has such."""

    def problems(self, now: datetime) -> list[str]:
        """What is wrong around the store: rights, disk, clock."""

    def owns(self, path: Path) -> bool:
        """The path is a file of this store, which nothing else may be written over."""

    def facts(self) -> dict[str, str]:
        """What `doctor` shows of the store."""

    def backup(self, path: Path, progress: Progress | None) -> None: ...
    def bell(self, space_n: int) -> SpaceNotifications:
        """Rings when something changes in the space."""

    def close(self) -> None: ...


def clock_problems(now: datetime, last: str | None) -> list[str]:
    """Whether the clock stands behind what was recorded last."""
    if last is None or now.isoformat() >= last:
        return []
    behind = datetime.fromisoformat(last) - now
    if behind.total_seconds() < CLOCK_DRIFT_SECONDS_MAX:
        return []
    return [
        f"The clock stands at {now:%Y-%m-%d %H:%M:%S} UTC, {behind} behind the last record. New "
        "records take the time of the last one until it has caught up: set the clock right."
    ]
