"""The small types that the store and its callers speak in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.conversations.digest import Digest
from remembrancer.core.ledger import Action
from remembrancer.core.principal import Person, Principal
from remembrancer.governance.erasure.certificate import Asked
from remembrancer.items.evidence import Stance
from remembrancer.items.item import Item, Trust
from remembrancer.items.message import Message
from remembrancer.items.state import ItemState
from remembrancer.jobs.job import Job


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
    owner: str | None = None  # who contributed it, where others had it composed; None: the caller


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


class Handed(NamedTuple):
    """A text of low trust that a caller was handed: an item, or else a message."""

    id: str  # the item's or the message's own id
    conversation_id: str | None  # for messages
    author: str | None  # the same
    text: str
    trust: Trust
    document: int | None = None  # the store's number of the text, for `likeness`


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
    template: str  # the form of its text, with its version: "bundle/2"
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


class StoredDeliveries(NamedTuple):
    """A page of deliveries, newest first; what they told is not in it."""

    deliveries: tuple[StoredDelivery, ...]
    next: str | None  # opaque; None: that was all


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
    domain: str | None  # None: it may belong to any, and is compared with every domain
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
