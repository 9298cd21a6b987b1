"""What we need from outside, as Protocols. Adapters fulfil them; `build.py` picks the adapters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from remembrancer.model.added import AddedItems
from remembrancer.model.bundle import BundledItem
from remembrancer.model.certificate import Asked, Certificate
from remembrancer.model.conversation import Conversation
from remembrancer.model.digest import Digest
from remembrancer.model.entity import Entity, EntityDraft
from remembrancer.model.evidence import Evidence, Stance
from remembrancer.model.feed import Feed
from remembrancer.model.filter import ItemFilter, RecallFilter
from remembrancer.model.item import Item, Review, Trust
from remembrancer.model.job import Job
from remembrancer.model.ledger import Action, Change, Head, LedgerEntry, Verification
from remembrancer.model.message import Message, MessageDraft
from remembrancer.model.page import Page
from remembrancer.model.principal import Person, Principal
from remembrancer.model.proposal import Proposal
from remembrancer.model.relation import Relation, RelationDraft
from remembrancer.model.scope import AsOf, Scope
from remembrancer.model.source import Source
from remembrancer.model.space import Space
from remembrancer.model.state import ItemState, StoredItem
from remembrancer.model.summary import Stats
from remembrancer.model.token import SigningKey, Token
from remembrancer.model.vote import Votes
from remembrancer.model.walk import Walk, WalkPage
from remembrancer.rules.ranking import Statistics

Clock = Callable[[], datetime]
Progress = Callable[[int, int], None]  # done, of how many


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one length.

    It may also have `unrelated`: what two texts are alike that have nothing to do with each
    other. A text that shares no word with a question has to be nearer to it than that.
    """

    @property
    def name(self) -> str:
        """Model and version: vectors of different names are never compared."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


@runtime_checkable
class Reranker(Protocol):
    """Reads a question together with each text, which is slower and sees more."""

    @property
    def name(self) -> str:
        """Model and version."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """For each text, how well it answers the question: the higher, the better."""


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


@runtime_checkable
class Extractor(Protocol):
    """Draws knowledge out of a conversation. What it proposes is checked before it is kept."""

    @property
    def is_local(self) -> bool:
        """False: the text leaves this machine, so personal text is never given to it."""

    def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]: ...


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
    reason: str | None = None  # of a mandate that an admin enters in one step
    is_drawn: bool = False  # out of messages that are here: of those that are erased nothing is
    rests_on: tuple[int, ...] = ()  # numbers of items whose evidence it takes over, all of it


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


class Unsummarised(NamedTuple):
    """The oldest messages of a conversation that neither its window nor its digest holds."""

    digest: Digest  # what stands for those before them
    messages: tuple[Message, ...]  # oldest first
    upto: int | None  # the store's number of the last of them
    after: int | None  # the same of the last one in the digest
    is_personal: bool


class NewJob(NamedTuple):
    """Work to be made due."""

    kind: str
    key: str  # on what: of one kind there is one piece for each
    actor: Principal  # in whose name and with whose rights
    due_at: datetime
    payload: Mapping[str, Any] = {}
    priority: int = 0
    every: str | None = None


class MadeDue(NamedTuple):
    """Work that a unit made due."""

    id: str | None  # None: several
    kind: str | None
    due_at: datetime


class Claim(NamedTuple):
    """A piece of work under lease."""

    number: int
    stamp: int  # of the time it was made due
    worker: str
    actor: Principal
    job: Job


Said = tuple[str, str]  # a message by the id of its conversation and its own
ItemKey = tuple[int, int]  # the store's own numbers of an item and of its version in force
SaidBy = tuple[str, str, str]  # and by who brought it: several may use the same id


class Reach(NamedTuple):
    """What an erasure reaches, by the store's own numbers."""

    asked: Asked
    items: tuple[int, ...]
    sources: tuple[int, ...]
    conversations: tuple[int, ...]
    messages: tuple[int, ...]
    entities: tuple[int, ...]
    owners: frozenset[str]  # whose they are
    subjects: tuple[str, ...] = ()  # whom questions are about that go as well


class Derived(NamedTuple):
    """What was made of a source."""

    items: tuple[str, ...] = ()  # ids, whoever may see them
    conversations: tuple[int, ...] = ()  # where it was said, by the store's own numbers
    is_known: bool = False  # the caller may see a source or a conversation of that name


class Seen(NamedTuple):
    """Something that a question brought up: an item, or else a message."""

    item_id: str | None
    message_n: int | None  # the store's number of the message
    is_personal: bool  # of its question no word is kept


class NewWalk(NamedTuple):
    """A question to be logged, and what it brought up."""

    id: str
    owner: str  # who asked
    at: datetime
    tool: str
    session: str | None
    subject: str | None
    query: str | None
    shape: str | None
    hits: tuple[Seen, ...]


class Told(NamedTuple):
    """One thing that a delivery holds."""

    part: str  # of the delivery: mandatory, approved, preference, …
    why: str  # why it is in it; it goes when the thing is erased
    item_id: str | None = None
    message: SaidBy | None = None
    is_message: bool = False  # of what the reader may not see now, and which has no id
    key: ItemKey | None = None  # of the item, where the look at the store that chose it told it


class NewDelivery(NamedTuple):
    """Context that is handed to somebody, to be kept as a receipt."""

    kind: str  # bundle, compose, briefing, summary, pull
    template: str  # the form of its text, with its version: "bundle/1"
    subject: str | None
    token_estimate: int
    token_budget: int
    told: Sequence[Told]
    withheld: Mapping[str, int]  # reason: how many, of what the caller may know of
    # What the caller gave that stands in the text, as JSON can hold it. An erasure leaves its keys,
    # numbers and flags, and of its texts only `language` and `locale`.
    given: Mapping[str, Any]
    text: str  # as delivered; its hash is kept, not the text
    position: int | None = None  # of the ledger when its items were read; None: as it is now
    at: datetime | None = None  # when they were read; None: now


class StoredDelivery(NamedTuple):
    """A delivery as it was kept. Of what was erased since, only that it was there."""

    id: str
    kind: str
    template: str
    owner: str  # whom it was made for
    at: datetime
    position: int  # of the ledger when it was made
    subject: str | None
    token_estimate: int
    token_budget: int
    told: tuple[Told, ...]  # with no id: what the reader may not see now
    withheld: dict[str, int]
    given: dict[str, Any]  # with an erasure, its texts read as erased
    text_hash: str  # SHA-256; empty once something of it was erased


class Held(NamedTuple):
    """What a delivery held, as it was known then, as far as the reader may see it now."""

    items: dict[str, Item]
    messages: dict[SaidBy, Message]
    erased: frozenset[str | SaidBy]  # those of which only a husk is left


class Place(NamedTuple):
    """Where something belongs. Only what is in the same place is compared with it.

    What is shared is held against what is for everybody as well, and what is for everybody against
    all that is shared: the one may contradict the other, and is never replaced by it.
    """

    subject: str | None
    domain: str | None
    audience: str | None
    is_personal: bool


class Accepted(NamedTuple):
    """As much of an item that people accepted as it takes to rank it, and none of its texts."""

    key: int  # for `items_by_key`
    kind: str
    title_characters: int | None  # None: it has no title
    characters: int  # of its content
    confidence: float  # effective now
    score: float  # its rank: the confidence, fading over a year


class AllAccepted(NamedTuple):
    """What people accepted, as it stands at one position of the ledger."""

    position: int
    mandatory: list[Accepted]  # oldest first
    approved: list[Accepted]  # what changed last is the last


class Candidate(NamedTuple):
    """A text that may be what a question is about."""

    key: int  # of the item or message, for `items_by_key` and `messages_by_key`
    text: int  # the store's number of the text
    tokens: str  # its stems, joined by blanks
    length: int  # how many stems
    at: str  # when it was said or true, as ISO 8601 in UTC
    place: int | None = None  # of a message: its conversation
    author: str | None = None
    said: str = ""  # of a message: its words


class Around(NamedTuple):
    """Messages and what was said around them."""

    candidates: dict[int, Candidate]  # by key, those asked about included
    after: dict[int, int]  # of a message that has one: the next


class Near(NamedTuple):
    """A text near in meaning."""

    candidate: Candidate
    likeness: float  # by the angle between the vectors: 1 for the same, -1 for the opposite


class Meaning(NamedTuple):
    """A question as an embedder sees it."""

    model: str
    vector: tuple[float, ...]


class Texts(Protocol):
    """Messages that a caller may recall, in the order of their conversations, as columns.

    Each column is a NumPy array with one entry for each message.
    """

    count: int

    def column(self, name: str) -> Any:
        """key, place, length, words, asking, author (its number), at (microseconds since 1970)."""

    def counts(self, terms: Sequence[str]) -> Any:
        """How often each word stands in each message: one row for each word."""

    def authors(self) -> Mapping[int, str]:
        """Those who said them, by number."""

    def likeness(self, meaning: Meaning) -> tuple[Any, Any]:
        """How near each is as a whole, and in its nearest part; 0 where it has no vector."""


class UnembeddedText(NamedTuple):
    number: int
    content: str | None
    is_personal: bool
    tokens: str


class Unembedded(NamedTuple):
    """The oldest texts of a space that have no vector of a model."""

    after: int  # how far the texts were embedded before
    upto: int  # and after these
    left: int  # how many texts come after, these included
    texts: tuple[UnembeddedText, ...]


class NewVector(NamedTuple):
    """What a part of a text means."""

    text: int
    part: int
    values: Sequence[float]


class Borne(NamedTuple):
    """A token as it stands, and whose it is."""

    kid: str  # the key that signed it
    expires_at: datetime
    revoked_at: datetime | None
    person: Person  # as registered now


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

    def messages(
        self, conversation_id: str, ids: Collection[str] | None = None
    ) -> tuple[Message, ...]: ...
    def messages_named(self, conversation_id: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """The caller's own messages of a conversation, by their ids."""

    def owners_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
        """By id, who brought a message of that id that the caller may read, the first one first."""

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
    def delivery(self, id: str) -> StoredDelivery | None: ...
    def delivered(self, id: str) -> Held:
        """What a delivery held, as it was known then."""

    def deliveries_of(self, item_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that held an item, newest first: to admins all, to others their own.

        Of what they told, each names this item alone.
        """

    def deliveries_in(self, conversation_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Deliveries that held words of a conversation, newest first: to admins all, to others
        their own."""

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


class Writer(Reader, Protocol):
    """One unit of work. Leaving without `commit()` undoes everything."""

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

    def expect_items(self, new: Sequence[NewItem]) -> None: ...
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
        trust: Trust = Trust.PERSON,
    ) -> Conversation: ...
    def add_messages(
        self, conversation_id: str, drafts: Sequence[MessageDraft]
    ) -> tuple[Message, ...]: ...
    def put_digest(
        self, conversation_id: str, owner: str, digest: Digest, before: Unsummarised
    ) -> bool:
        """Puts a digest in the place of an earlier one; False: it is not the one it was."""

    def close_conversation(self, id: str) -> Conversation | None: ...
    def put_feed(self, new: Feed) -> None: ...
    def put_walks(self, new: Sequence[NewWalk]) -> int:
        """Logs questions; how many. What was erased since is not named again."""

    def add_delivery(self, new: NewDelivery) -> str:
        """Keeps what is handed to the caller; the id of its receipt."""

    def use_walk(self, id: str, ranks: Collection[int]) -> None:
        """Notes which of a question's hits were used, and that no other was."""

    def put_vectors(self, model: str, made_of: Unembedded, vectors: Sequence[NewVector]) -> bool:
        """Stores vectors of texts that are still there; False: another worker was faster."""

    def drop_vectors(self, model: str) -> int:
        """Removes the vectors of an embedder that is not used any more; how many there were."""

    def make_due_once(self, kind: str, key: str) -> None: ...

    made_due: list[MadeDue]  # the work that this unit made due

    @property
    def is_changed(self) -> bool:
        """The unit has put something on record."""

    def put_job(self, new: NewJob) -> str:
        """Makes work due; its id."""

    def hasten_jobs(self, kind: str, started: Conversation, *, whatever_subject: bool) -> None: ...
    def remove_job(self, id: str) -> bool: ...
    def retry_jobs(self, ids: Collection[str] | None) -> int: ...
    def claim_job(
        self, kinds: Collection[str], *, worker: str, until: datetime, ids: Collection[str] | None
    ) -> Claim | None: ...
    def renew_claim(self, claim: Claim, *, until: datetime, done: int, total: int) -> bool: ...
    def release_claim(
        self, claim: Claim, *, due_at: datetime, error: str | None, is_failed: bool
    ) -> bool: ...
    def finish_job(
        self, claim: Claim, *, next_due: datetime | None, note: str | None = None
    ) -> None: ...
    def add_entity(self, draft: EntityDraft) -> Entity: ...
    def add_relation(
        self, draft: RelationDraft, *, settles: str | None = None, reason: str | None = None
    ) -> Relation:
        """`settles` is the contradiction that it settles: then the ledger has it as that act."""
        ...

    def put_person(self, person: Person) -> None: ...
    def add_token(self, principal: str, *, kid: str, expires_at: datetime, note: str | None) -> str:
        """Puts a token on record; its id."""

    def revoke_token(self, id: str, reason: str | None) -> None: ...
    def note_rotation(self, kid: str) -> None: ...
    def has_texts(self) -> bool: ...
    def change_space(
        self, *, overrides: Mapping[str, Any] | None = None, archived: bool | None = None
    ) -> Space: ...
    def load_rows(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int: ...
    @property
    def space(self) -> Space:
        """The space that is written to, as it is by now."""

    def reach_item(self, id: str) -> Reach | None: ...
    def derived_from(self, given: str) -> Derived:
        """What rests on a source and on what was said in it."""
        ...

    def revoke_conversations(self, numbers: Sequence[int], reason: str | None) -> None:
        """From here on, nothing that was said in them so far counts as knowledge."""

    def ids_of(self, items: Sequence[int]) -> tuple[str, ...]:
        """The ids of items by the store's own numbers."""

    def reach_source(self, given: str) -> Reach | None: ...
    def reach_subject(self, subject: str) -> Reach | None: ...
    def replaced_by(self, items: Sequence[int]) -> tuple[tuple[str, str], ...]:
        """Other items that these took the place of, each with the one that did."""

    def reach_again(self, rows: Iterable[tuple[str, str]]) -> Reach | None: ...
    def erase(self, reach: Reach, *, why: str) -> Certificate: ...

    is_held: bool  # set: `commit()` only makes ready, and `end()` makes it last
    is_ready: bool

    def commit(self) -> None: ...
    def end(self) -> None: ...


class Bell(Protocol):
    """Rings when something changes in a space."""

    def wait(self, seconds: float) -> None:
        """Until it rings, until looking is worth it anyway, or until the time is over."""

    def ring(self) -> None: ...


class Store(Protocol):
    """Where everything is kept."""

    def open_space(self, name: str, *, preset: str | None, actor: str, now: datetime) -> Space: ...
    def spaces(self) -> tuple[Space, ...]: ...
    def due_spaces(self, now: datetime, kinds: Collection[str]) -> tuple[Space, ...]:
        """The spaces in which work of these kinds is due."""

    def reading(self, scope: Scope) -> AbstractContextManager[Reader]: ...
    def writing(self, scope: Scope) -> AbstractContextManager[Writer]: ...
    def signing_keys(self) -> tuple[SigningKey, ...]:
        """What bearer tokens are signed with, in all spaces; the newest first."""

    def signing_key(self, now: datetime) -> SigningKey:
        """The key that signs, made on first use."""

    def rotate_keys(self, now: datetime, until: datetime) -> SigningKey:
        """A new key signs; those before verify until that time, and so long their tokens are
        good."""

    def forget_tokens(self) -> int:
        """Removes all tokens and what signed them; how many keys there were."""

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
    "Borne",
    "Candidate",
    "Claim",
    "Clock",
    "Embedder",
    "Evidence",
    "Extractor",
    "Held",
    "KeptAnswer",
    "KeyedCall",
    "LanguageModel",
    "MadeDue",
    "NewDelivery",
    "NewEvidence",
    "NewItem",
    "NewJob",
    "NewSource",
    "NewWalk",
    "Place",
    "Progress",
    "Reach",
    "Reader",
    "Seen",
    "Store",
    "StoredDelivery",
    "Told",
    "Unsummarised",
    "Writer",
]
