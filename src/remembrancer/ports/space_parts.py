"""The space itself: its people, its ledger, its rows, and its idempotency keys."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.core.grounds import ActKind
from remembrancer.core.ledger import Change, Head, JudgedEntry, LedgerEntry, Verification
from remembrancer.core.principal import Person
from remembrancer.core.space import Space
from remembrancer.ports.services import Progress


class LedgerPoint(NamedTuple):
    """A place in a space's history: a ledger position and its time."""

    seq: int
    at: datetime


class KeyedCall(NamedTuple):
    """A call with an idempotency key, which can be repeated without harm."""

    operation: str  # the verb
    key: str
    body: str  # the whole request, as JSON


class StoredAnswer(NamedTuple):
    """The result of such a call."""

    attempt: str  # the id of the attempt
    at: datetime
    status: int | None  # None: started, and not known to have ended
    body: str | None  # None: not kept
    names: tuple[str, ...]  # ids of items in it that the caller could see


class PeopleReader(Protocol):
    """People on record, and the names used as tags."""

    def all(self) -> tuple[Person, ...]: ...

    def get(self, name: str) -> Person | None: ...

    def names_of_people(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The name and the groups of everybody on record."""

    def names_in_use(self, audience: str | None, *, items_max: int) -> tuple[str, ...]:
        """Entities of shared items whose audience is everyone, or this audience.

        It reads only the newest items. It leaves out what the viewer may not see and what nobody of
        the space said.
        """


class PeopleWriter(PeopleReader, Protocol):
    """The same, and changes to them."""

    def put(self, person: Person) -> None: ...


class Ledger(Protocol):
    """The ledger of the space."""

    def entries(
        self, *, after: int, limit: int, target: str | None = None, newest_first: bool = False
    ) -> tuple[LedgerEntry, ...]: ...

    def changes(
        self, *, after: int, subject: str | None, limit: int
    ) -> tuple[tuple[Change, ...], int]: ...

    def judged(
        self,
        *,
        before: int,
        limit: int,
        subject: str | None = None,
        act: ActKind | None = None,
    ) -> tuple[JudgedEntry, ...]:
        """What the engine did by itself before a position, newest first.

        The caller may see an item of each; whether it may see all of them is for the caller.
        """
        ...

    def last_change(self) -> int: ...

    def verify(
        self, head: Head | None, *, last: int | None = None, progress: Progress | None = None
    ) -> Verification:
        """Walks the chain, or about so many of its newest rows."""


class WholeSpaceReader(Protocol):
    """A whole space: its settings, its rows, its search index."""

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]: ...

    def index_problems(self, last: int | None = None) -> tuple[str, ...]:
        """Entries of the search index that do not match the items and messages; or of so many of
        the newest texts."""


class WholeSpaceWriter(WholeSpaceReader, Protocol):
    """The same, and changes to them."""

    def change(
        self, *, overrides: Mapping[str, Any] | None = None, archived: bool | None = None
    ) -> Space: ...

    def hold(self) -> None:
        """Makes all other writers of the space wait until the unit ends."""

    def move_away(self, to: str) -> None:
        """Closes the space: it lives on in another store."""

    def load(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int: ...


class IdempotencyKeysReader(Protocol):
    """Answers stored under idempotency keys."""

    def stored_answer(self, call: KeyedCall) -> StoredAnswer | None:
        """The result of the viewer's same call before; another call with its key is refused."""

    def items_seen(self, ids: Iterable[str]) -> frozenset[str]:
        """Which of these items the viewer may read."""


class IdempotencyKeysWriter(IdempotencyKeysReader, Protocol):
    """The same, and changes to them."""

    def answer_to(self, operation: str, key: str, body: Sequence[Any]) -> list[str] | None: ...

    def keep_answer(
        self, operation: str, key: str, body: Sequence[Any], ids: Sequence[str]
    ) -> None: ...

    def put_answer(
        self,
        call: KeyedCall,
        attempt: str,
        *,
        status: int | None,
        body: str | None,
        names: Collection[str] = (),
    ) -> None:
        """Records that a call started, or its answer."""

    def free_answer(self, call: KeyedCall, attempt: str) -> None:
        """Releases the key of a failed call, so that it can be used again at once."""

    def sweep_answers(self) -> int:
        """Removes answers that have expired. Returns how many."""
