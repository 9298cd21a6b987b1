"""The space itself: its people, its ledger, its rows, and answers kept by key."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.core.ledger import Change, Head, LedgerEntry, Verification
from remembrancer.core.principal import Person
from remembrancer.core.space import Space
from remembrancer.ports.services import Progress


class LedgerPoint(NamedTuple):
    """A place in a space's history: a ledger position and its time."""

    seq: int
    at: datetime


class KeyedCall(NamedTuple):
    """A call to which its caller gave a key, so that it can be repeated without harm."""

    operation: str  # the verb
    key: str
    body: str  # all that was asked, as JSON


class KeptAnswer(NamedTuple):
    """What became of such a call."""

    attempt: str  # which try it was
    at: datetime
    status: int | None  # None: begun, and not known to have ended
    body: str | None  # None: not kept
    names: tuple[str, ...]  # items in it that the caller could see


class PeopleReader(Protocol):
    """Who is on record, and the names that texts are tagged with."""

    def all(self) -> tuple[Person, ...]: ...

    def get(self, name: str) -> Person | None: ...

    def names_of_people(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The name and the groups of everybody on record."""

    def names_in_use(self, audience: str | None, *, items_max: int) -> tuple[str, ...]:
        """The entities of shared items that are told to everyone, or to this audience.

        Only the newest items are looked at. What the viewer may not see is not among them, nor
        what nobody of the space said.
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

    def last_change(self) -> int: ...

    def verify(self, head: Head | None, *, progress: Progress | None = None) -> Verification: ...


class WholeSpaceReader(Protocol):
    """A space as a whole: its settings, its rows, its search index."""

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]: ...

    def index_problems(self) -> tuple[str, ...]:
        """What searching would go by that is not so."""


class WholeSpaceWriter(WholeSpaceReader, Protocol):
    """The same, and changes to them."""

    def change(
        self, *, overrides: Mapping[str, Any] | None = None, archived: bool | None = None
    ) -> Space: ...

    def load(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int: ...


class IdempotencyKeysReader(Protocol):
    """Answers kept by idempotency key."""

    def kept_answer(self, call: KeyedCall) -> KeptAnswer | None:
        """What became of the viewer's same call before; another one under its key is refused."""

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
        """Puts on record that a call was begun, or what it was answered."""

    def free_answer(self, call: KeyedCall, attempt: str) -> None:
        """The key of a call that failed may be used again at once."""

    def sweep_answers(self) -> int:
        """Removes answers that nobody asks for any more; how many."""
