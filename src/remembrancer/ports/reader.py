"""One look at the store, as a Protocol."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from remembrancer.capture.feed import Feed
from remembrancer.core.bm25 import Statistics
from remembrancer.core.ledger import Action, Change, Head, LedgerEntry, Verification
from remembrancer.core.principal import Person
from remembrancer.core.scope import AsOf
from remembrancer.delivery.bundle.bundle import BundledItem
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.governance.token import Token
from remembrancer.items.conversation import Conversation, ConversationPage
from remembrancer.items.entity import Entity
from remembrancer.items.filters import ItemFilter, RecallFilter
from remembrancer.items.item import Item, Review, Trust
from remembrancer.items.message import Message
from remembrancer.items.page import Page
from remembrancer.items.relation import Relation
from remembrancer.items.source import Source
from remembrancer.items.state import StoredItem
from remembrancer.items.vote import Votes
from remembrancer.jobs.job import Job
from remembrancer.ports.services import Progress
from remembrancer.ports.terms import (
    Accepted,
    AllAccepted,
    Around,
    Borne,
    Candidate,
    Handed,
    Held,
    ItemKey,
    KeptAnswer,
    KeyedCall,
    Meaning,
    Near,
    Place,
    Point,
    Said,
    Seen,
    StoredDeliveries,
    StoredDelivery,
    Texts,
    Unembedded,
    Unsummarised,
)
from remembrancer.recall.learned_weights import Use
from remembrancer.recall.summary import Stats
from remembrancer.recall.walk import Walk, WalkPage


class Reader(Protocol):
    """One consistent look at the store, through one scope. Nothing outside the scope exists."""

    @property
    def looks(self) -> Mapping[str, Action]:
        """What an admin read through this reader that is personal to somebody else."""

    def only_looked_at(self, ids: Collection[str]) -> None:
        """Of what was read, only these were put before the caller."""

    def point(self, as_of: AsOf) -> Point: ...
    def item(self, id: str, *, at: Point | None = None) -> Item | None: ...
    def items_named(self, ids: Collection[str]) -> dict[str, Item]:
        """Items by their ids, as far as they can be seen."""

    def stored(self, id: str) -> StoredItem | None: ...
    def items(
        self,
        filter: ItemFilter,
        *,
        limit: int,
        after: str | None = None,
        at: Point | None = None,
        is_bare: bool = False,
    ) -> Page:
        """A page, newest first. Bare items come without evidence and without what they replaced."""

    def count_active(self, *, limit: int) -> int:
        """How many items of the space are in use, personal ones too; so many at most."""

    def chain(self, id: str, *, limit: int) -> tuple[Item, ...]: ...
    def confirmers(self, id: str) -> frozenset[str]: ...
    def items_from_source(self, source: str) -> tuple[str, ...]: ...
    def accepted(
        self, review: Review, *, domain: str | None, limit: int | None = None
    ) -> list[Accepted]:
        """Items in use now, in this state of review, that are addressed to the caller; oldest
        first, or with a limit those that changed last. Nothing personal is among them."""

    def all_accepted(self, *, domain: str | None, limit: int) -> AllAccepted:
        """The same of mandatory and approved items at once; of approved ones at most so many."""

    def bundled(self, listed: Sequence[Accepted]) -> dict[int, tuple[ItemKey, BundledItem]]:
        """Accepted items by key, as an agent is given them."""

    def due_items(
        self, kinds: Collection[str], *, subject: str | None, until: date, limit: int
    ) -> tuple[Item, ...]:
        """Items in use of these kinds that may have a deadline until a day."""

    def marked_items(
        self,
        kinds: Collection[str],
        *,
        subject: str | None,
        since: date,
        until: date,
        tags: Collection[str],
        limit: int,
    ) -> tuple[Item, ...]:
        """Bare items that may have a deadline between two days, that something follows from, or
        that name others."""

    def tagged_items(
        self, kinds: Collection[str], *, subjects: Collection[str | None], limit: int
    ) -> tuple[Item, ...]:
        """Bare items about these subjects, or about nobody, that have a tag."""

    def longest_open(
        self,
        kinds: Collection[str],
        *,
        subject: str | None,
        before: datetime,
        scanned: int,
        limit: int,
    ) -> tuple[tuple[Item, ...], bool]:
        """Bare items that nobody touched since then, the longest first; and whether these are
        all. Of all subjects, so many that changed last are looked at."""

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
    def near_items(
        self, meaning: Meaning, filter: RecallFilter, *, limit: int, at: Point | None
    ) -> list[Near]:
        """The nearest first. Vectors of another model are never compared."""

    def near_messages(
        self, meaning: Meaning, filter: RecallFilter, *, limit: int, at: Point | None
    ) -> list[Near]: ...
    def likeness(self, meaning: Meaning, texts: Sequence[int]) -> dict[int, tuple[float, float]]:
        """How near these texts are as a whole and in their nearest part, of those with vectors."""

    def linked_items(
        self, names: Sequence[str], filter: RecallFilter, *, limit: int, at: Point | None
    ) -> list[Candidate]:
        """Items that a relation links to an entity of one of these names."""

    def around(
        self, keys: Sequence[int], filter: RecallFilter, *, steps: int, at: Point | None
    ) -> Around:
        """Messages with those that the caller may recall right before and after them."""

    def neighbours(
        self, terms: Sequence[str], statistics: Statistics, place: Place, *, limit: int
    ) -> tuple[Item, ...]:
        """Items of a place that share words, in use or turned down, without evidence."""

    def unconfirmed(
        self, place: Place, *, since: datetime, limit: int
    ) -> tuple[tuple[str, str], ...]:
        """Ids and words of active items of a place, of whatever domain, which nobody has put in
        or confirmed since then; those that run out next come first."""

    def resting_on(self, messages: Collection[Said], sources: Collection[str]) -> tuple[Item, ...]:
        """Items, in use or not, that quote one of these messages or texts."""

    def sharing_words(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """Items made of the same words as this one, without what is personal to others."""

    def naming(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """Items that name this one or are linked with it, without what is personal to others."""

    def withdrawn(self, messages: Collection[Said]) -> frozenset[Said]:
        """Those of these messages that were said before their conversation was revoked."""

    def links(self, types: Sequence[str], ends: Sequence[str] | None) -> tuple[Relation, ...]:
        """Relations of these types between items that can be seen; of these items, or of all."""

    def messages_at_hand(self, filter: RecallFilter, *, at: Point | None) -> Texts | None:
        """Every message that passes; None: they are too many to hold, or the engine searches."""

    def has_vectors(self, model: str) -> bool: ...
    def vectors(self) -> dict[str, tuple[int, int]]:
        """By model: how many vectors there are, and how many texts are still to be embedded."""

    def unembedded(self, model: str, *, limit: int) -> Unembedded: ...
    def is_embedded(self, model: str) -> bool: ...
    def items_by_key(
        self, keys: Sequence[int], *, at: Point | None = None, is_bare: bool = False
    ) -> dict[int, Item]: ...
    def messages_by_key(self, keys: Sequence[int]) -> dict[int, Message]: ...

    def conversation(self, id: str, *, counted: bool = True) -> Conversation | None:
        """A conversation; counting its messages takes longer the more there are."""

    def conversations(
        self,
        *,
        limit: int,
        after: str | None = None,
        subject: str | None = None,
        channel_id: str | None = None,
        owner: str | None = None,
    ) -> ConversationPage:
        """Those of which the caller may read words, newest first. What is personal to others or
        was erased is not among them."""

    def messages(
        self, conversation_id: str, ids: Collection[str] | None = None
    ) -> tuple[Message, ...]: ...
    def messages_named(self, conversation_id: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """The caller's own messages of a conversation, by their ids."""

    def owners_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
        """By id, who brought a message of that id that the caller may read, the first one first."""

    def trusts_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, Trust]:
        """By id, the trust of a message that the caller may read; of several, the least."""

    def last_messages(self, conversation_id: str, limit: int) -> tuple[Message, ...]: ...
    def recent_messages(
        self, channel_id: str, *, before: datetime, limit: int
    ) -> tuple[Message, ...]: ...
    def unsummarised(
        self, conversation_id: str, *, window: int, limit: int, owner: str | None = None
    ) -> Unsummarised | None:
        """Of this owner's conversation, where one is named: several may have one of an id."""

    def waits_for_summary(self, conversation_id: str, *, window: int, batch: int) -> bool: ...
    def jobs(
        self, *, limit: int, is_failed: bool = False, is_schedule: bool = False
    ) -> tuple[Job, ...]: ...
    def job(self, id: str) -> Job | None: ...
    def is_due(self, kinds: Collection[str], ids: Collection[str] | None) -> bool:
        """Whether due work of these kinds is left, or of it what has these ids."""

    def next_due(self, kinds: Collection[str]) -> datetime | None:
        """When the next work of these kinds can be taken up."""

    def feed(self, kind: str, name: str) -> Feed | None: ...
    def feeds(self) -> tuple[Feed, ...]: ...
    def walk(self, id: str) -> Walk | None: ...
    def walks(
        self,
        *,
        limit: int,
        after: str | None = None,
        session: str | None = None,
        subject: str | None = None,
        tool: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> WalkPage: ...
    def uses(self) -> list[Use]:
        """What was used of answers that every member may see, for learning from it."""

    def delivery(self, id: str) -> StoredDelivery | None: ...
    def delivered(self, id: str) -> Held:
        """What a delivery held, as it was known then."""

    def deliveries(
        self,
        *,
        limit: int,
        after: str | None = None,
        kind: str | None = None,
        owner: str | None = None,
        subject: str | None = None,
    ) -> StoredDeliveries:
        """Deliveries, newest first: to admins all, to others their own."""

    def deliveries_of(self, item_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that held an item, newest first: to admins all, to others their own.

        Of what they told, each names this item alone.
        """

    def deliveries_in(self, conversation_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that held words of a conversation, newest first: to admins all, to others
        their own."""

    def handed(self, *, since: datetime, limit: int) -> tuple[Handed, ...]:
        """Texts of low trust that the viewer was handed, asked for, brought or spoke beside."""

    def untrusted(
        self,
        *,
        items: Collection[str],
        messages: Collection[tuple[str, str]],
        conversations: Collection[str],
        limit: int,
    ) -> tuple[Seen, ...]:
        """Those of low trust among these items and messages, and all that was said in these
        conversations, as far as the viewer may read them, so many of each."""

    def sources(self, ids: Iterable[str]) -> tuple[Source, ...]: ...
    def sources_of(self, type: str, given: str) -> tuple[Source, ...]:
        """Sources by their own id or the caller's, newest first."""

    def votes(self, id: str) -> Votes: ...
    def tallies(self, ids: Sequence[str]) -> tuple[Votes, ...]:
        """One for each id, in their order; nobody voted on what is unknown or hidden."""

    def stats(self, by: Collection[str]) -> Stats:
        """Counts of what is shared and visible; by the words that are asked for, in all."""

    def people(self) -> tuple[Person, ...]: ...
    def person(self, name: str) -> Person | None: ...
    def token(self, id: str) -> Token | None: ...
    def tokens(self, *, limit: int, good_at: datetime | None = None) -> tuple[Token, ...]:
        """The newest first; all of them, or those that are good at a time."""

    def borne(self, id: str) -> Borne | None:
        """Who calls with a token of the viewer's."""

    def kept_answer(self, call: KeyedCall) -> KeptAnswer | None:
        """What became of the viewer's same call before; another one under its key is refused."""

    def items_seen(self, ids: Iterable[str]) -> frozenset[str]:
        """Which of these items the viewer may read."""

    def entities(self, *, kind: str | None = None) -> tuple[Entity, ...]: ...
    def names_of_people(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The name and the groups of everybody on record."""

    def names_in_use(self, audience: str | None, *, items_max: int) -> tuple[str, ...]:
        """The entities of shared items that are told to everyone, or to this audience.

        Only the newest items are looked at. What the viewer may not see is not among them, nor
        what nobody of the space said.
        """

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
