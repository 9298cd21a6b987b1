"""What each caller must be shown, worked out from the lists of a plain space.

Written from the requirements. Of the product it uses the preset's values and the confidence
numbers, nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypedDict, Unpack

from remembrancer.core.errors import Forbidden, NotFound
from remembrancer.core.preset import MessageReaders, Preset
from remembrancer.items import confidence
from tests.proofs.plain.plain_state import (
    Act,
    PlainConversation,
    PlainEvidence,
    PlainItem,
    PlainMessage,
    PlainPerson,
    PlainSource,
    PlainVersion,
    Point,
    Refused,
)
from tests.proofs.plain.plain_words import families_in

Shown = dict[str, Any]


class Filters(TypedDict, total=False):
    """Filters of `items()` that the proofs use, each as one word or truth value."""

    subject: str
    kind: str
    category: str
    domain: str
    lifecycle: str
    review: str
    status: str
    source_type: str
    source_id: str
    source_user: str
    audience: str
    is_personal: bool
    tags: str
    metadata: dict[str, Any]
    since: datetime
    until: datetime


class Question(TypedDict, total=False):
    """Filters of `recall()`."""

    subject: str
    kinds: list[str]
    categories: list[str]
    domains: list[str]
    tags: list[str]
    metadata: dict[str, Any]
    conversation_id: str
    since: datetime
    until: datetime
    include: tuple[str, ...]


class PlainReads:
    """A space as lists, and every way of looking at it."""

    def __init__(self, name: str, preset: Preset, created_at: datetime, actor: str) -> None:
        self.name = name
        self.preset = preset
        self.created_at = created_at
        self.people: dict[str, PlainPerson] = {}
        self.items: list[PlainItem] = []
        self.by_id: dict[str, PlainItem] = {}
        self.older_of: dict[str, PlainItem] = {}  # by the id of the newer one
        self.proposed_at: dict[str, int] = {}  # the position of that in the ledger
        self.proposed_for: dict[str, PlainItem] = {}  # what leaves once the newer one is accepted
        self.conversations: list[PlainConversation] = []
        self.sources: list[PlainSource] = []
        self.ledger = [Act(1, created_at, actor, "space.create", "", None, ())]

    # -- places in history

    @property
    def position(self) -> int:
        return len(self.ledger)

    def point(self, viewer: PlainPerson, as_of: int | datetime | None) -> Point | None:
        """A time, or for admins who are people a position."""
        if as_of is None:
            return None
        if isinstance(as_of, datetime):
            return Point(sum(act.at <= as_of for act in self.ledger), as_of)
        if not viewer.sees_personal:
            raise Refused(Forbidden, "positions are for admins who are people")
        return Point(as_of, self.ledger[as_of - 1].at if as_of else self.created_at)

    # -- who may see what

    def sees(self, viewer: PlainPerson, thing: PlainItem | PlainSource | PlainConversation) -> bool:
        if viewer.name == thing.owner:
            return True
        if thing.is_personal:
            return viewer.sees_personal
        if viewer.is_admin or thing.audience in (None, "all"):
            return True
        return thing.audience in {f"group:{group}" for group in viewer.groups}

    def reads(self, viewer: PlainPerson, item: PlainItem, version: PlainVersion | None) -> bool:
        """In lists and by id: agents wait for a review where the preset says so."""
        if version is None or not self.sees(viewer, item) or _is_draft(viewer, item, version):
            return False
        if viewer.is_person or viewer.is_admin or not self.preset.recall.agents_need_review:
            return True
        return self._is_reviewed(item) or item.owner == viewer.name

    def _is_reviewed(self, item: PlainItem) -> bool:
        """As it stands today, whichever time is asked about."""
        return item.says["review"] in ("approved", "mandatory")

    def recalls(
        self, viewer: PlainPerson, item: PlainItem, version: PlainVersion | None, now: datetime
    ) -> bool:
        """In recall: only what is in use, and what the preset lets through."""
        if version is None or not self._is_let_through(viewer, item, version):
            return False
        return version.says["lifecycle"] == "active" and not ended(version.says, now)

    def _is_let_through(self, viewer: PlainPerson, item: PlainItem, version: PlainVersion) -> bool:
        rules, review = self.preset.recall, version.says["review"]
        if not self.sees(viewer, item) or _is_draft(viewer, item, version):
            return False
        if not viewer.is_person and rules.agents_need_review:
            return self._is_reviewed(item)
        if review in ("rejected", "revoked"):
            return False
        if review in ("approved", "mandatory") or not viewer.is_person:
            return True
        if not rules.people_need_review:
            return True
        return review == "pending" and item.owner == viewer.name

    def reads_source(self, viewer: PlainPerson, source: PlainSource) -> bool:
        return self.sees(viewer, source) and self._reads_raw(viewer, source.owner)

    def _reads_raw(self, viewer: PlainPerson, owner: str) -> bool:
        if self.preset.recall.messages is MessageReaders.MEMBERS:
            return True
        return viewer.sees_personal or viewer.name == owner

    def reads_message(self, viewer: PlainPerson, message: PlainMessage) -> bool:
        """A message is for whom its conversation is, but its own writer always has it."""
        place = replace(message.conversation, owner=message.owner)
        return self.sees(viewer, place) and self._reads_raw(viewer, message.owner)

    # -- one item

    def find(self, viewer: PlainPerson, id: str, at: Point | None = None) -> PlainItem:
        item = self.by_id.get(id)
        if item is None or not self.reads(viewer, item, item.at(at)):
            raise Refused(NotFound, f"{id} for {viewer.name}")
        return item

    def reads_today(self, viewer: PlainPerson, id: str | None) -> bool:
        item = self.by_id.get(id or "")
        return item is not None and self.reads(viewer, item, item.now)

    def shown(
        self, viewer: PlainPerson, item: PlainItem, now: datetime, at: Point | None = None
    ) -> Shown:
        """Every field of an item as this caller sees it."""
        version = item.at(at)
        assert version is not None
        says = version.says
        when = at.time if at else now
        since = says["last_confirmed_at"] or item.created_at
        lifecycle = self.lifecycle(item, version, when)
        by_review = lifecycle == "active" and (
            self.preset.status_axis == "review" or says["review"] in ("rejected", "revoked")
        )
        newer = says["superseded_by"]
        return {
            **says,
            "id": item.id,
            "source_user": item.owner,
            "audience": item.audience,
            "is_personal": item.is_personal,
            "lifecycle": lifecycle,
            "status": says["review"] if by_review else lifecycle,
            "confidence": confidence.effective(
                self.preset.confidence,
                base=says["confidence_base"],
                source_type=says["source_type"],
                admin_approved=says["admin_approved"],
                live_confirmed=says["live_confirmed"],
                verifier_count=says["verifier_count"],
                since=since,
                now=when,
                is_mandatory=says["review"] == "mandatory",
            ),
            "superseded_by": newer if self.reads_today(viewer, newer) else None,
            "supersedes": self._supersedes(viewer, item, at),
            "created_at": item.created_at,
            "updated_at": version.at,
            "version": version.number,
            "evidence": self._evidence(viewer, item, at),
        }

    def lifecycle(self, item: PlainItem, version: PlainVersion, now: datetime) -> str:
        """Time moves what is in use, and nothing else."""
        says = version.says
        stored = str(says["lifecycle"])
        if stored != "active" or says["review"] in ("pending", "rejected", "revoked"):
            return stored
        if ended(says, now):
            return "expired"
        rule = self.preset.retention.get(says["kind"])
        since = says["last_confirmed_at"] or item.created_at
        if rule is not None and rule.historical_after_days is not None:
            return "historical" if now >= since + _days(rule.historical_after_days) else stored
        return stored

    def ends(self, item: PlainItem) -> list[datetime]:
        """The moments at which time alone changes how the item reads."""
        says = item.says
        found = [says["expires_at"], says["valid_until"]]
        rule = self.preset.retention.get(says["kind"])
        if rule is not None and rule.historical_after_days is not None:
            since = says["last_confirmed_at"] or item.created_at
            found.append(since + _days(rule.historical_after_days))
        return [end for end in found if end is not None]

    # -- lists and counts

    def listed(
        self,
        viewer: PlainPerson,
        now: datetime,
        at: Point | None = None,
        **filters: Unpack[Filters],
    ) -> list[PlainItem]:
        """Newest first."""
        found = (item for item in self.items if self.reads(viewer, item, item.at(at)))
        return [item for item in found if self._fits(item, now, at, filters)][::-1]

    def history(self, viewer: PlainPerson, id: str) -> list[PlainItem]:
        """The chain through an item, as far as the caller sees its links, oldest first."""
        chain = self._chain(viewer, self.find(viewer, id))
        if _is_waiting(chain[-1].says):
            named = [self.proposed_for.get(one.id) for one in chain]
            olds = [one for one in named if one and self.reads(viewer, one, one.now)]
            chain = [*(led for one in olds for led in self._chain(viewer, one)), *chain]
        for newer_id, older in self.proposed_for.items():
            newer = self.by_id[newer_id]
            if older in chain and newer not in chain and self.reads(viewer, newer, newer.now):
                waiting = self._chain(viewer, newer)
                chain += waiting if _is_waiting(waiting[-1].says) else []
        return [one for place, one in enumerate(chain) if one not in chain[:place]]

    def _chain(self, viewer: PlainPerson, item: PlainItem) -> list[PlainItem]:
        chain = [item]
        while (older := self.older_of.get(chain[0].id)) and self.reads(viewer, older, older.now):
            chain.insert(0, older)
        while self.reads_today(viewer, newer := chain[-1].says["superseded_by"]):
            chain.append(self.by_id[newer])
        return chain

    def acts_on(self, id: str) -> list[Act]:
        return [act for act in self.ledger if id in act.touched]

    def changes(
        self, viewer: PlainPerson, after: int, subject: str | None
    ) -> list[tuple[Act, PlainItem]]:
        """What a subscriber must hear: acts on items that the caller may read today.

        An act on two items is told of the one it was about, if that one may be told of.
        """
        silent = ("item.vote", "item.look")
        told = []
        for act in self.ledger[after:]:
            if act.action in silent:
                continue
            for id in reversed(act.touched):
                item = self.by_id[id]
                about = subject is None or item.says["subject"] == subject
                if about and self.reads(viewer, item, item.now):
                    told.append((act, item))
                    break
        return told

    def recalled(
        self,
        viewer: PlainPerson,
        query: str,
        now: datetime,
        at: Point | None = None,
        **question: Unpack[Question],
    ) -> tuple[list[PlainItem], list[PlainMessage]]:
        """Everything that shares a word with the question and may be recalled."""
        wanted = families_in([query], self.preset.language)
        include = question.get("include", ("items", "messages"))
        items: list[PlainItem] = []
        messages: list[PlainMessage] = []
        if "items" in include and "conversation_id" not in question:
            items = [
                item
                for item in self.items
                if self.recalls(viewer, item, version := item.at(at), at.time if at else now)
                and version is not None
                and wanted & self.words_of(version)
                and _answers(version.says, question)
            ]
        for_items = {"kinds", "categories", "domains", "tags", "metadata"}
        if "messages" in include and not for_items & set(question):
            messages = [
                message
                for place in self.conversations
                for message in place.messages
                if self.reads_message(viewer, message)
                and (at is None or message.seq <= at.seq)
                and wanted & families_in([message.content], self.preset.language)
                and _message_answers(message, question)
            ]
        return items, messages

    def words_of(self, version: PlainVersion) -> set[str]:
        says = version.says
        texts = [says["title"], says["content"], says["category"], *says["tags"]]
        return families_in(texts, self.preset.language)

    def summary(
        self, viewer: PlainPerson, subject: str, now: datetime, at: Point | None = None
    ) -> tuple[dict[str, list[PlainItem]], dict[str, int]]:
        """Active items by kind, last changed first, capped; and the totals before the cap."""
        when = at.time if at else now
        live = [
            (version, item)
            for item in self.items
            if (version := item.at(at)) is not None
            and self._is_let_through(viewer, item, version)
            and self.lifecycle(item, version, when) == "active"
            and version.says["subject"] == subject
        ]
        live.sort(key=lambda pair: (pair[0].at, pair[1].number), reverse=True)
        groups: dict[str, list[PlainItem]] = {}
        for version, item in live:
            groups.setdefault(version.says["kind"], []).append(item)
        cap = self.preset.summary_per_kind
        return (
            {kind: listed[:cap] for kind, listed in groups.items()},
            {kind: len(listed) for kind, listed in groups.items()},
        )

    def stats(self, viewer: PlainPerson, now: datetime) -> Shown:
        """Counts of what is shared with the caller; what is personal counts for nobody."""
        shared = [
            item
            for item in self.items
            if self.reads(viewer, item, item.now) and not item.is_personal
        ]
        shown = [self.shown(viewer, item, now) for item in shared]
        return {
            "items": len(shown),
            **{
                f"by_{name}": dict(Counter(one[name] for one in shown if one[name] is not None))
                for name in ("kind", "status", "domain", "category")
            },
            "messages": sum(
                self.reads_message(viewer, message)
                for place in self.conversations
                if not place.is_personal
                for message in place.messages
            ),
            "sources": sum(
                self.reads_source(viewer, source) and not source.is_personal
                for source in self.sources
            ),
        }

    # -- conversations

    def conversation(self, viewer: PlainPerson, id: str) -> PlainConversation:
        """The caller's own of that id before anybody else's."""
        seen = [one for one in self.conversations if one.id == id and self.sees(viewer, one)]
        own = [one for one in seen if one.owner == viewer.name]
        for one in (*own, *seen):
            return one
        raise Refused(NotFound, f"conversation {id} for {viewer.name}")

    def talks_quoted(self, viewer: PlainPerson, item: PlainItem) -> list[Shown]:
        """The conversations that an item quotes, as its sources."""
        quoted = {
            one.message.conversation.id
            for one in item.evidence
            if one.message and not one.source and self.reads_message(viewer, one.message)
        }
        return [self._as_source(viewer, self.conversation(viewer, id), item) for id in quoted]

    def _as_source(self, viewer: PlainPerson, place: PlainConversation, item: PlainItem) -> Shown:
        told = self.shown_conversation(viewer, place)
        sort = item.says["source_type"]
        if sort != "meeting":
            is_session = sort in ("session_transcript", "user_verification")
            sort = "session_transcript" if is_session else "conversation"
        return {
            "type": sort,
            "external_id": None,
            "content": "",
            "occurred_at": told["last_activity_at"] or place.created_at,
            "metadata": {} if place.title is None else {"title": place.title},
            **{
                name: getattr(place, name)
                for name in ("id", "owner", "subject", "audience", "is_personal", "trust")
            },
            "created_at": place.created_at,
        }

    def shown_conversation(self, viewer: PlainPerson, place: PlainConversation) -> Shown:
        told = [one for one in place.messages if self.reads_message(viewer, one)]
        return {
            "id": place.id,
            "subject": place.subject,
            "channel_id": place.channel_id,
            "title": place.title,
            "owner": place.owner,
            "audience": place.audience,
            "is_personal": place.is_personal,
            "trust": place.trust,
            "created_at": place.created_at,
            "message_count": len(told),
            "last_activity_at": max((one.timestamp for one in told), default=None),
            "closed_at": None,
            "summary": None,
            "erased_at": None,
        }

    def messages(self, viewer: PlainPerson, place: PlainConversation) -> list[PlainMessage]:
        told = [one for one in place.messages if self.reads_message(viewer, one)]
        return sorted(told, key=lambda one: one.timestamp)

    # -- parts

    def _supersedes(
        self, viewer: PlainPerson, item: PlainItem, at: Point | None
    ) -> tuple[str, ...]:
        says = known.says if (known := item.at(at)) is not None else item.says
        proposed = self.proposed_for.get(item.id) if _is_waiting(says) else None
        if (
            proposed is not None
            and (at is None or self.proposed_at[item.id] <= at.seq)
            and self.reads(viewer, proposed, proposed.at(at))
        ):
            return (*self._replaced(viewer, item, at), proposed.id)
        return self._replaced(viewer, item, at)

    def _replaced(self, viewer: PlainPerson, item: PlainItem, at: Point | None) -> tuple[str, ...]:
        older = self.older_of.get(item.id)
        if older is None or not self.reads(viewer, older, known := older.at(at)):
            return ()
        assert known is not None
        return (older.id,) if known.says["superseded_by"] == item.id else ()

    def _evidence(
        self, viewer: PlainPerson, item: PlainItem, at: Point | None
    ) -> tuple[Shown, ...]:
        return tuple(
            _shown_evidence(one)
            for one in item.evidence
            if (at is None or one.seq <= at.seq)
            and (one.source is None or self.reads_source(viewer, one.source))
            and (one.message is None or self.reads_message(viewer, one.message))
        )

    def _fits(self, item: PlainItem, now: datetime, at: Point | None, wanted: Filters) -> bool:
        version = item.at(at)
        assert version is not None
        says = version.says
        lifecycle = self.lifecycle(item, version, at.time if at else now)
        by_review = lifecycle == "active" and (
            self.preset.status_axis == "review" or says["review"] in ("rejected", "revoked")
        )
        is_so = {
            **says,
            "source_user": item.owner,
            "audience": item.audience,
            "is_personal": item.is_personal,
            "lifecycle": lifecycle,
            "status": says["review"] if by_review else lifecycle,
        }
        given: Shown = {**wanted}
        for name, value in given.items():
            if name == "tags":
                fits = value in says["tags"]
            elif name == "metadata":
                fits = _holds(says["metadata"], value)
            elif name in ("since", "until"):
                fits = _in_time(says["occurred_at"], name, value)
            else:
                fits = is_so[name] == value
            if not fits:
                return False
        return True


def shown_message(message: PlainMessage) -> Shown:
    place = message.conversation
    return {
        "id": message.id,
        "conversation_id": place.id,
        "channel_id": place.channel_id,
        "author_id": message.author_id,
        "role": message.role,
        "content": message.content,
        "timestamp": message.timestamp,
        "owner": message.owner,
        "subject": place.subject,
        "audience": place.audience,
        "is_personal": place.is_personal,
        "trust": message.trust,
        "tool_calls": (),
    }


def shown_source(source: PlainSource) -> Shown:
    return {
        "id": source.id,
        "type": source.type,
        "external_id": source.external_id,
        "content": source.content,
        "owner": source.owner,
        "subject": source.subject,
        "audience": source.audience,
        "is_personal": source.is_personal,
        "trust": source.trust,
        "occurred_at": source.created_at,
        "created_at": source.created_at,
        "metadata": {},
    }


def _is_draft(viewer: PlainPerson, item: PlainItem, version: PlainVersion) -> bool:
    """What a shared item said while it was personal, and no more when it was shared."""
    if item.is_personal or item.owner == viewer.name or not version.says["is_personal"]:
        return False
    return bool(item.versions[version.number].says["is_personal"])  # the one after it


def _shown_evidence(one: PlainEvidence) -> Shown:
    message = one.message
    said_in = message.conversation.id if message else None
    return {
        "source_id": one.source.id if one.source else said_in,
        "message_id": message.id if message else None,
        "conversation_id": message.conversation.id if message else None,
        "quote": one.quote,
        "start": one.start,
        "end": one.end,
        "stance": one.stance,
        "principal": one.principal,
        "at": one.at,
        "handed_in_by": one.message.owner if one.message else one.principal,
    }


def _is_waiting(says: Shown) -> bool:
    return bool(says["review"] == "pending" and says["lifecycle"] == "active")


def ended(says: Shown, now: datetime) -> bool:
    return any(end is not None and end <= now for end in (says["expires_at"], says["valid_until"]))


def _days(count: int) -> timedelta:
    return timedelta(days=count)


def _holds(metadata: Shown, wanted: Shown) -> bool:
    return all(key in metadata and metadata[key] == value for key, value in wanted.items())


def _in_time(moment: datetime, name: str, bound: datetime) -> bool:
    return moment >= bound if name == "since" else moment < bound


def _answers(says: Shown, question: Question) -> bool:
    one_of: Sequence[tuple[Any, Iterable[Any] | None]] = (
        (says["kind"], question.get("kinds")),
        (says["category"], question.get("categories")),
        (says["domain"], question.get("domains")),
    )
    if any(allowed is not None and value not in allowed for value, allowed in one_of):
        return False
    if "subject" in question and says["subject"] != question["subject"]:
        return False
    if "tags" in question and not set(question["tags"]) & set(says["tags"]):
        return False
    if "metadata" in question and not _holds(says["metadata"], question["metadata"]):
        return False
    return _is_timely(says["occurred_at"], question)


def _message_answers(message: PlainMessage, question: Question) -> bool:
    place = message.conversation
    if "subject" in question and place.subject != question["subject"]:
        return False
    if "conversation_id" in question and place.id != question["conversation_id"]:
        return False
    return _is_timely(message.timestamp, question)


def _is_timely(moment: datetime, question: Question) -> bool:
    if "since" in question and moment < question["since"]:
        return False
    return not ("until" in question and moment >= question["until"])
