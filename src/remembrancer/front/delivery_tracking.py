"""Handing over: what a verb tells a program is noted, whichever verb it is.

A program that read a text from outside and says the same thing later is no second source of it, so
it has to be known what it read. The classes of verbs are wrapped as a whole: no verb notes by
itself, and none can forget to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from types import FunctionType
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from remembrancer.capture.platform_event import Event
from remembrancer.conversations.window import Window
from remembrancer.core.ledger import Change, LedgerEntry
from remembrancer.core.limits import HANDED_TEXTS_MAX
from remembrancer.front.session import Session
from remembrancer.governance.contradiction import Hidden
from remembrancer.governance.receipt import ReceiptHead
from remembrancer.inquiry.inquiry import RelevantFact
from remembrancer.items.conversation import Conversation
from remembrancer.items.evidence import Evidence
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.items.source import Source
from remembrancer.items.trust import UNTRUSTED
from remembrancer.items.vote import Votes
from remembrancer.jobs.report import FileReport
from remembrancer.ports import Reader
from remembrancer.reading.port import RetrievedText
from remembrancer.recall.hit import Hit
from remembrancer.recall.walk_report import SOURCE_READ

Verbs = TypeVar("Verbs", bound=type)
HANDS_OVER: Final = "hands_over"  # marks a verb whose answers are noted
_ITEM_ID: Final = re.compile(r"km_[0-9a-f]{12}")
_RECEIPT: Final = re.compile(r"rcp_[0-9a-f]{12}")
_WITHOUT_WORDS: Final = (Change, Hidden, LedgerEntry, ReceiptHead, Votes)  # ids, and no text


def handing_over(verbs: Verbs) -> Verbs:
    """A class of verbs, each of which notes what its answer tells a program."""
    for name, verb in list(vars(verbs).items()):
        if isinstance(verb, FunctionType) and not name.startswith("_"):
            setattr(verbs, name, _noting(verb))
    return verbs


def _noting(verb: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(verb)
    def noting(self: Any, /, *given: Any, **named: Any) -> Any:
        answer = verb(self, *given, **named)
        session = getattr(self, "_session", None)  # a memory on a server has none: that one notes
        if session is not None and not session.principal.is_person:
            note(session, verb.__name__, answer)
        return answer

    setattr(noting, HANDS_OVER, True)
    return noting


def note(session: Session, tool: str, answer: Any) -> None:
    """Notes what an answer tells a program that nobody of the space said, unless it is on record
    by now."""
    if session.principal.is_person:
        return
    told = _Told(session.principal.name)
    told.read(answer)
    if told.is_empty:
        return
    if session.once is None:
        _note(session, tool, told)
    else:  # looking something up would end the unit of work that waits for the answer
        session.once.afterwards(lambda: _note(session, tool, told))


def _note(session: Session, tool: str, told: _Told) -> None:
    scope, noted = session.scope(), session.walks.noted
    unknown = told.messages - {message for message in told.messages if noted.has(scope, message)}
    sources = sorted(source for source in told.sources if not noted.has(scope, source))
    texts: tuple[RetrievedText, ...] = ()
    resting: list[RetrievedText] = []
    if told.asked or unknown or told.conversations or sources:
        # Walks are kept of what a look-up finds, so that looking it up is no look by itself.
        def look(reader: Reader, _: Any) -> tuple[tuple[RetrievedText, ...], list[RetrievedText]]:
            listed = reader.handed.untrusted(
                items=told.asked,
                messages=unknown,
                conversations=told.conversations.union(sources),
                limit=HANDED_TEXTS_MAX,
            )
            rests = [
                RetrievedText(id, None, False)
                for source in sources
                for id in reader.items.from_source(source)
            ]
            reader.only_looked_at(())
            return listed, rests

        texts, resting = session.read(look, may_lag=False)
    seen = [RetrievedText(item, None, False) for item in told.items]
    fresh = [
        value for value in dict.fromkeys((*seen, *texts)) if not noted.has(scope, key_of(value))
    ]
    _walk(session, tool, fresh)
    # That the whole text of a source was read is told by the items that rest on it.
    _walk(session, SOURCE_READ, resting)
    noted.put(scope, [*unknown, *sources])


def _walk(session: Session, tool: str, seen: Iterable[RetrievedText]) -> None:
    hits = list(dict.fromkeys(seen))[:HANDED_TEXTS_MAX]
    if hits:
        # No word of a question is kept here, so that nothing has to be left out of it.
        session.walks.note(
            session.scope(), tool=tool, query=None, subject=None, session=None, hits=hits
        )


def key_of(seen: RetrievedText) -> str | int | None:
    return seen.message_n if seen.item_id is None else seen.item_id


class _Told:
    """What an answer tells a reader, by its ids. What they brought themselves they have read."""

    def __init__(self, reader: str) -> None:
        self._reader = reader
        self.items: dict[str, None] = {}  # of low trust, as they say themselves
        self.asked: set[str] = set()  # items of which only the id is there
        self.messages: set[tuple[str, str]] = set()  # by conversation and id
        self.conversations: set[str] = set()  # of which a summary or the beginning is told
        self.sources: set[str] = set()

    @property
    def is_empty(self) -> bool:
        return not (self.items or self.asked or self.messages or self.conversations or self.sources)

    def read(self, answer: Any) -> None:
        waiting = [answer]
        while waiting:
            waiting.extend(self._read_one(waiting.pop()))

    def _read_one(self, entry: Any) -> Iterator[Any]:
        """Takes what it tells itself; what is inside it."""
        if isinstance(entry, list | tuple | set | frozenset):
            yield from entry
        elif isinstance(entry, Mapping):
            yield from self._fields(entry)
        elif isinstance(entry, Item):
            yield from self._item(entry)
        elif isinstance(entry, BaseModel) and type(entry) not in _WITHOUT_WORDS:
            self._text(entry)
            yield from self._fields(entry.__dict__)

    def _item(self, item: Item) -> Iterator[Any]:
        if item.trust in UNTRUSTED and item.source_user != self._reader:
            self.items[item.id] = None
        for proof in item.evidence:
            # Words of a source that the item repeats are told by the item.
            if proof.message_id is not None or (proof.quote or "") not in item.content:
                yield proof
        # What an act tells beside the item.
        yield from (value for name, value in item.__dict__.items() if name not in Item.model_fields)

    def _text(self, one: BaseModel) -> None:
        if isinstance(one, Message):
            if one.trust in UNTRUSTED and one.owner != self._reader:
                self.messages.add((one.conversation_id, one.id))
        elif isinstance(one, Hit):
            if one.type == "message" and one.conversation_id and one.trust in UNTRUSTED:
                self.messages.add((one.conversation_id, one.id))
        elif isinstance(one, RelevantFact):
            if one.conversation_id and one.id and one.trust in UNTRUSTED:
                self.messages.add((one.conversation_id, one.id))
        elif isinstance(one, Source | Event):
            if one.trust in UNTRUSTED and getattr(one, "owner", None) != self._reader:
                self.sources.add(one.id)
        elif isinstance(one, Conversation):
            if one.summary or getattr(one, "opening", None):
                self.conversations.add(one.id)
        elif isinstance(one, Window):
            if one.summary:
                self.conversations.add(one.conversation_id)
        elif isinstance(one, Evidence):
            if one.message_id is None and one.source_id is not None and one.quote:
                self.sources.add(one.source_id)
        elif isinstance(one, FileReport) and one.items and one.source:
            self.sources.add(one.source)

    def _fields(self, fields: Mapping[str, Any]) -> Iterator[Any]:
        receipt = fields.get("receipt")
        if isinstance(receipt, str) and _RECEIPT.fullmatch(receipt):
            return  # a delivery is on record with all that it holds
        place, message = fields.get("conversation_id"), fields.get("message_id")
        if isinstance(place, str) and isinstance(message, str):
            self.messages.add((place, message))
        for name, value in fields.items():
            if isinstance(value, str):
                # A query names its columns itself: "i.id".
                is_id = name == "id" or name.endswith(("_id", ".id"))
                if is_id and _ITEM_ID.fullmatch(value):
                    self.asked.add(value)
            elif name.endswith("_ids") and isinstance(value, tuple | list):
                self.asked.update(
                    id for id in value if isinstance(id, str) and _ITEM_ID.fullmatch(id)
                )
            else:
                yield value
