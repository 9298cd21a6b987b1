"""The interface of a database engine. SQLite and PostgreSQL implement it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from remembrancer.core.errors import StoreCorrupt
from remembrancer.core.limits import CLOCK_DRIFT_SECONDS_MAX
from remembrancer.core.scope import Scope
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.port import CheckedSql
from remembrancer.ports import Progress
from remembrancer.store.notifications import SpaceNotifications
from remembrancer.store.statement import CompiledStatement, CompiledStatements

Row = tuple[Any, ...]
Question = tuple[CompiledStatement, Mapping[str, Any]]
Mark = tuple[int, int, str]  # a space's number, the end of its chain, and the hash there


class Embedding(bytes):
    """A vector as 32-bit floats, little endian. Engines store it differently, so it has a type."""


class UnreadableText(StoreCorrupt):
    """A text in the store cannot be decoded."""


class RowNumbers(Protocol):
    """Numbers for new rows. Within a space, later rows have higher numbers."""

    def next(self, table: str) -> int: ...
    def last(self, table: str) -> int:
        """The highest number used so far: no stored row of the space has a higher one."""


class Connection(Protocol):
    """One transaction that runs our statements."""

    ranks_vectors: bool  # whether the engine itself finds the nearest vectors
    finds_newest_first: bool  # a limit ends a search for words, without reading all texts
    vector_schema: str  # the schema of the vector extension

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """The driver's exceptions for values that a table does not accept."""

    def all(self, statement: CompiledStatement, values: Mapping[str, Any]) -> list[Any]: ...
    def all_of(self, questions: Sequence[Question]) -> list[list[Any]]:
        """The results of several queries, in one round trip."""

    def one(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Any: ...
    def each(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Iterator[Any]: ...
    def run(self, statement: CompiledStatement, values: Mapping[str, Any]) -> int: ...
    def many(self, statement: CompiledStatement, rows: Sequence[Row]) -> None:
        """Runs an insert for each row. The values are in the statement's column order."""

    def index(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        """Adds words to the search index, each with its document number."""

    def unindex(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        """Removes words from the search index, in the form in which they were added."""

    def indexed(self, space_n: int) -> Iterator[tuple[int, str]]:
        """Every word of the space in the search index, with its document number."""

    def holds_words(self, space_n: int, texts: Sequence[tuple[int, Sequence[str]]]) -> bool:
        """The search index holds all these words, each under its document number."""

    def empty_index(self, spaces: Sequence[int]) -> None:
        """Removes everything in the search index, which belongs to these spaces."""

    def require_primary(self) -> None:
        """What is read from here on has to be as it is now. If a read replica answers already, the
        read is interrupted, to be repeated."""

    def note_logged(self) -> None:
        """This transaction writes what searches read and the ledger does not mention."""

    def holds_share(self, texts: int) -> bool:
        """Whether so many texts are a good part of all that the index over vectors covers."""

    def nearest(
        self, statement: CompiledStatement, values: Mapping[str, Any], count: int
    ) -> list[Any]:
        """The rows of a vector search, in the order of the index over vectors where there is one.
        It looks among `count` neighbours at once, and continues until enough pass the filter."""

    def set_current(self, space_n: int, versions: Sequence[tuple[int, int]]) -> None:
        """Sets which version of each item, by number, is in force."""

    def count_terms(self, space_n: int, counts: Mapping[str, int]) -> None:
        """Adds to, or subtracts from, the number of texts that contain each stem."""

    def begin_erasure(self) -> None:
        """Begins an erasure: the rows that this transaction removes must leave no bytes, so it
        makes a scrub due."""

    def model_dropped(self) -> None:
        """All vectors of a model are removed, and another one's take their room."""

    def numbers(self, first: int | None = None) -> RowNumbers:
        """Numbers for this transaction; `first` is the result of `drawn_number`, if it was
        queried."""

    def together(self, rows: int, *, is_last: bool = False) -> AbstractContextManager[Any]:
        """Sends the statements inside, which write this many rows, to the engine in one batch. The
        last ones may commit the transaction, and then `Database.commit` need not."""

    def enter(self, space_n: int, *, may_create: bool = False) -> None:
        """Gives the transaction all rights in this space from here on, whatever it began with; and
        the right to create spaces, if requested."""

    def entered(self, space_n: int) -> AbstractContextManager[None]:
        """The same for the statements inside. Afterwards the earlier rights apply again."""

    def syncing(self) -> AbstractContextManager[None]:
        """Lets the statements inside reach the private memories of agents, which no caller's
        rights do. Afterwards the earlier rights apply again."""


class Database(Protocol):
    """Hands out transactions on one store."""

    @property
    def statements(self) -> CompiledStatements:
        """The statements in the engine's SQL; known once the store is prepared."""

    @property
    def address(self) -> str:
        """The address of the store, without a password."""

    def prepare(self) -> None:
        """Brings the store to this version's schema, and refuses a store it cannot read."""

    def reading(
        self, scope: Scope | None, *, may_lag: bool = False
    ) -> AbstractContextManager[Connection]:
        """A consistent snapshot. Without a scope, only the list of spaces can be read. With
        `may_lag` a read replica may answer that knows all that the caller has seen."""

    def seen(self, scope: Scope) -> int | None:
        """The ledger position up to which this caller was told; None: it does not matter here."""

    def note_seen(self, scope: Scope, position: int) -> None:
        """The caller was told so much elsewhere."""

    def read_counts(self) -> dict[str, int]:
        """How many reads were answered by a read replica, or for which reason not."""

    def replica_missing(self) -> int | None:
        """Ledger rows that the read replica lacked at the last look; None: there is none."""

    def size(self) -> int:
        """Bytes of the store; 0: it is in memory."""

    def writing(self, scope: Scope | None) -> AbstractContextManager[Connection]:
        """A transaction that is rolled back unless committed."""

    def replacing(self) -> AbstractContextManager[Connection]:
        """A transaction that starts with an empty store, which the caller fills."""

    def commit(self, connection: Any, mark: Mark | None = None) -> None:
        """Commits the transaction. `mark` is the end of the chain after it."""

    def scrub(self, wait_seconds: float | None = None) -> tuple[str, ...]:
        """Does the file scrubbing that erasures left to do, and says what is still to be done."""

    def lacks_vector_index(self, model: str) -> bool:
        """Whether this login may make the index over the vectors of a model, and nobody did yet."""

    def index_vectors(self, model: str | None = None) -> None:
        """Creates the indexes that vector search needs, of one model or of all, if the engine has
        such indexes."""

    def problems(self, now: datetime) -> list[str]:
        """Problems in the environment of the store: permissions, disk, clock."""

    def owns(self, path: Path) -> bool:
        """The path is a file of this store, and must not be overwritten."""

    def facts(self, *, whole: bool = True) -> dict[str, str]:
        """What `doctor` shows about the store. A large file is read from end to end if told to."""

    def backup(self, path: Path, progress: Progress | None) -> None: ...
    def notifications(self, space_n: int) -> SpaceNotifications:
        """Notifies about changes in the space."""

    def sql(self, scope: Scope, query: CheckedSql, bounds: QueryBounds) -> list[dict[str, Any]]:
        """The rows of a caller's SELECT over the views, behind a wall of its own."""

    def close(self) -> None: ...


def clock_problems(now: datetime, last: str | None) -> list[str]:
    """Whether the clock is behind the last recorded time."""
    if last is None or now.isoformat() >= last:
        return []
    behind = datetime.fromisoformat(last) - now
    if behind.total_seconds() < CLOCK_DRIFT_SECONDS_MAX:
        return []
    return [
        f"The clock stands at {now:%Y-%m-%d %H:%M:%S} UTC, {behind} behind the last record. New "
        "records take the time of the last one until it has caught up: set the clock right."
    ]
