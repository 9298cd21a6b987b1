"""What we need from outside, as Protocols. Adapters fulfil them; `build.py` picks the adapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from remembrancer.model.added import AddedItems
from remembrancer.model.certificate import Asked, Certificate
from remembrancer.model.conversation import Conversation
from remembrancer.model.entity import Entity, EntityDraft
from remembrancer.model.evidence import Evidence, Stance
from remembrancer.model.filter import ItemFilter, RecallFilter
from remembrancer.model.item import Item
from remembrancer.model.ledger import Action, Change, Head, LedgerEntry, Verification
from remembrancer.model.message import Message, MessageDraft
from remembrancer.model.page import Page
from remembrancer.model.principal import Person
from remembrancer.model.relation import Relation, RelationDraft
from remembrancer.model.scope import AsOf, Scope
from remembrancer.model.source import Source
from remembrancer.model.space import Space
from remembrancer.model.state import ItemState, StoredItem
from remembrancer.model.summary import Stats
from remembrancer.model.vote import Votes
from remembrancer.rules.ranking import Statistics

Clock = Callable[[], datetime]
Progress = Callable[[int, int], None]  # done, of how many


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    @property
    def name(self) -> str:
        """Model and version: vectors of different names are never compared."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


Answer = TypeVar("Answer", bound=BaseModel)


@runtime_checkable
class LanguageModel(Protocol):
    """Answers in a form that is asked for. What it says is a proposal: our rules decide."""

    @property
    def name(self) -> str:
        """Model and version."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """An answer of that type, or `ModelFailed`."""


class Point(NamedTuple):
    """A place in a space's history: a ledger position and its time."""

    seq: int
    at: datetime


class NewEvidence(NamedTuple):
    """Evidence to be stored with an item."""

    source: str | None  # id of a captured source
    message: tuple[str, str] | None  # conversation id and message id
    quote: str | None
    start: int | None
    end: int | None
    stance: Stance
    said_by: str | None = None  # None: the caller


class NewItem(NamedTuple):
    """An item to be stored. `same` finds it again when the same source is captured twice."""

    state: ItemState
    evidence: tuple[NewEvidence, ...] = ()
    same: tuple[Any, ...] | None = None
    action: Action = Action.ITEM_ADD


class NewSource(NamedTuple):
    """A raw source to be stored."""

    type: str
    external_id: str | None
    content: str
    subject: str | None
    audience: str | None
    is_personal: bool
    trust: str
    occurred_at: datetime
    metadata: Mapping[str, Any]
    same: tuple[Any, ...] | None


class Reach(NamedTuple):
    """What an erasure reaches, by the store's own numbers."""

    asked: Asked
    items: tuple[int, ...]
    sources: tuple[int, ...]
    conversations: tuple[int, ...]
    messages: tuple[int, ...]
    entities: tuple[int, ...]
    owners: frozenset[str]  # whose they are


class Candidate(NamedTuple):
    """A text that holds words of the question."""

    key: int  # of the item or message, for `hits`
    tokens: str  # its stems, joined by blanks
    length: int  # how many stems


class Neighbour(NamedTuple):
    """An item near in meaning."""

    key: int  # of the item, for `items_by_key`
    distance: float  # by the angle between the vectors: 0 for the same, 2 for the opposite


class Reader(Protocol):
    """One consistent look at the store, through one scope. Nothing outside the scope exists."""

    @property
    def looks(self) -> Mapping[str, Action]:
        """What an admin read through this reader that is personal to somebody else."""

    def point(self, as_of: AsOf) -> Point: ...
    def item(self, id: str, *, at: Point | None = None) -> Item | None: ...
    def stored(self, id: str) -> StoredItem | None: ...
    def items(
        self,
        filter: ItemFilter,
        *,
        limit: int,
        after: str | None = None,
        at: Point | None = None,
    ) -> Page: ...
    def chain(self, id: str, *, limit: int) -> tuple[Item, ...]: ...
    def confirmers(self, id: str) -> frozenset[str]: ...
    def items_from_source(self, source: str) -> tuple[str, ...]: ...
    def newest_by_kind(
        self, subject: str, *, per_kind: int, at: Point | None
    ) -> tuple[tuple[Item, ...], dict[str, int]]: ...

    def statistics(self, terms: Sequence[str]) -> Statistics: ...
    def item_candidates(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        filter: RecallFilter,
        *,
        limit: int,
        at: Point | None,
    ) -> list[Candidate]: ...
    def message_candidates(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        filter: RecallFilter,
        *,
        limit: int,
        at: Point | None,
    ) -> list[Candidate]: ...
    def item_neighbours(
        self,
        wanted: Sequence[float],
        model: str,
        filter: RecallFilter,
        *,
        limit: int,
        at: Point | None,
    ) -> list[Neighbour]: ...
    def items_by_key(self, keys: Sequence[int], *, at: Point | None = None) -> dict[int, Item]: ...
    def messages_by_key(self, keys: Sequence[int]) -> dict[int, Message]: ...

    def conversation(self, id: str) -> Conversation | None: ...
    def messages(self, conversation_id: str) -> tuple[Message, ...]: ...
    def sources(self, ids: Iterable[str]) -> tuple[Source, ...]: ...
    def votes(self, id: str) -> Votes: ...
    def stats(self) -> Stats: ...
    def people(self) -> tuple[Person, ...]: ...
    def person(self, name: str) -> Person | None: ...
    def entities(self, *, kind: str | None = None) -> tuple[Entity, ...]: ...
    def relations(self, *, end: str | None = None) -> tuple[Relation, ...]: ...

    def entries(
        self, *, after: int, limit: int, target: str | None = None, newest_first: bool = False
    ) -> tuple[LedgerEntry, ...]: ...
    def changes(
        self, *, after: int, subject: str | None, limit: int
    ) -> tuple[tuple[Change, ...], int]: ...
    def last_position(self) -> int: ...
    def last_change(self) -> int: ...
    def erasures(self) -> tuple[Certificate, ...]: ...
    def index_problems(self) -> tuple[str, ...]:
        """What searching would go by that is not so."""

    def verify(self, head: Head | None, *, progress: Progress | None = None) -> Verification: ...
    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]: ...


class Writer(Reader, Protocol):
    """One unit of work. Leaving without `commit()` undoes everything."""

    def answer_to(self, operation: str, key: str, body: Sequence[Any]) -> list[str] | None: ...
    def keep_answer(
        self, operation: str, key: str, body: Sequence[Any], ids: Sequence[str]
    ) -> None: ...
    def add_items(self, new: Sequence[NewItem]) -> AddedItems: ...
    def change_item(
        self,
        stored: StoredItem,
        state: ItemState,
        *,
        action: Action,
        reason: str | None = None,
        evidence: Sequence[NewEvidence] = (),
    ) -> Item: ...
    def replace_item(
        self, old: StoredItem, old_state: ItemState, new: NewItem, *, reason: str | None = None
    ) -> Item: ...
    def vote(self, stored: StoredItem, value: int) -> Votes: ...
    def look(self, looks: Mapping[str, Action]) -> None: ...
    def add_source(self, new: NewSource) -> Source: ...
    def add_conversation(
        self,
        id: str | None,
        *,
        subject: str | None,
        channel_id: str | None,
        title: str | None,
        audience: str | None,
        is_personal: bool,
    ) -> Conversation: ...
    def add_messages(
        self, conversation: Conversation, drafts: Sequence[MessageDraft]
    ) -> tuple[Message, ...]: ...
    def add_entity(self, draft: EntityDraft) -> Entity: ...
    def add_relation(self, draft: RelationDraft) -> Relation: ...
    def put_person(self, person: Person) -> None: ...
    def has_texts(self) -> bool: ...
    def change_space(
        self, *, overrides: Mapping[str, Any] | None = None, archived: bool | None = None
    ) -> Space: ...
    def load_rows(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int: ...
    @property
    def space(self) -> Space:
        """The space that is written to, as it is by now."""

    def reach_item(self, id: str) -> Reach | None: ...
    def reach_source(self, given: str) -> Reach | None: ...
    def reach_subject(self, subject: str) -> Reach | None: ...
    def reach_again(self, rows: Iterable[tuple[str, str]]) -> Reach | None: ...
    def erase(self, reach: Reach, *, why: str) -> Certificate: ...
    def commit(self) -> None: ...


class Bell(Protocol):
    """Rings when something changes in a space."""

    def wait(self, seconds: float) -> None:
        """Until it rings, until looking is worth it anyway, or until the time is over."""

    def ring(self) -> None: ...


class Store(Protocol):
    """Where everything is kept."""

    def open_space(self, name: str, *, preset: str | None, actor: str, now: datetime) -> Space: ...
    def spaces(self) -> tuple[Space, ...]: ...
    def reading(self, scope: Scope) -> AbstractContextManager[Reader]: ...
    def writing(self, scope: Scope) -> AbstractContextManager[Writer]: ...
    def sign(self, space: Space, seq: int, hash: str) -> Head: ...
    def owns(self, path: Path) -> bool: ...
    def backup(self, path: Path, *, progress: Progress | None = None) -> None: ...
    def restore(self, path: Path, *, progress: Progress | None = None) -> dict[str, int]: ...
    def scrub(self) -> tuple[str, ...]:
        """Does to the bytes what erasures left to be done, and says what still is."""

    def problems(self, now: datetime) -> list[str]:
        """What is wrong around the store: rights, disk, clock."""

    def rebuild_indexes(self, *, progress: Progress | None = None) -> int:
        """Makes all that searching needs anew. Returns the number of texts."""

    def facts(self) -> dict[str, str]: ...
    def bell(self, space: Space) -> Bell: ...
    def close(self) -> None: ...


__all__ = [
    "Bell",
    "Candidate",
    "Clock",
    "Embedder",
    "Evidence",
    "LanguageModel",
    "Neighbour",
    "NewEvidence",
    "NewItem",
    "NewSource",
    "Progress",
    "Reach",
    "Reader",
    "Store",
    "Writer",
]
