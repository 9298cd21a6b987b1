"""Converts rows into types and types into rows. No other module does this."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import FromClause

from remembrancer.conversations.digest import Digest, Point
from remembrancer.core.errors import InvalidInput
from remembrancer.core.grounds import JUDGED, ActKind, Grade, Ground
from remembrancer.core.ledger import JudgedEntry, LedgerEntry
from remembrancer.core.limits import DATA_BYTES_MAX
from remembrancer.core.preset import Preset
from remembrancer.core.principal import Person, PrincipalKind, Role
from remembrancer.core.space import Space
from remembrancer.core.texts.text import ERASED
from remembrancer.core.validation import CONTROL_CHARACTER
from remembrancer.items.conversation import Conversation
from remembrancer.items.evidence import Evidence, Stance
from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.relation import Relation
from remembrancer.items.source import Source
from remembrancer.items.trust import of_role
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.job import Job, JobState
from remembrancer.recall.walk import Walk, WalkHit

_encode = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True
).encode


def named(table: FromClause, row: Sequence[Any]) -> dict[str, Any]:
    """A whole row of a table, by column name."""
    return dict(zip(_columns(table), row, strict=True))


def in_order(table: FromClause, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of a whole row, in the table's column order."""
    return tuple(map(values.__getitem__, _columns(table)))


@cache
def _columns(table: FromClause) -> tuple[str, ...]:
    return tuple(column.name for column in table.c)


# Rows that are read together were often written together, so parsed times are cached.
_MOMENTS_KNOWN = 4_096
moment = lru_cache(_MOMENTS_KNOWN)(datetime.fromisoformat)


# JSON that we wrote ourselves has no spaces around it. Looking for them takes as long as reading
# a short text.
_scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]


def own_json(text: str) -> Any:
    """The value of a text that `to_json` wrote."""
    try:
        return _scan(text, 0)[0]
    except StopIteration:
        return json.loads(text)


def moment_or_none(text: str | None) -> datetime | None:
    return None if text is None else moment(text)


def iso(value: datetime) -> str:
    """UTC with a fixed width, so that text order is time order."""
    if value.tzinfo is not UTC:
        value = value.astimezone(UTC)
    return value.isoformat(timespec="microseconds")


def to_json(
    value: Mapping[str, Any] | Sequence[Any], what: str, *, bytes_max: int = DATA_BYTES_MAX
) -> str:
    """JSON text that both engines can store, or a clear error."""
    if not value:
        return "{}" if isinstance(value, Mapping) else "[]"
    try:
        text = _encode(value)
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"{what} holds half of a surrogate pair, which is no text. Remove it.", field=what
        ) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"{what} cannot be written as JSON ({error}). Use texts, numbers, lists and plain "
            "dictionaries; write dates as ISO texts.",
            field=what,
        ) from error
    if size > bytes_max:
        raise InvalidInput(
            f"{what} takes {size:,} bytes as JSON; the limit is {bytes_max:,}. "
            "Keep large material as a source and refer to it.",
            field=what,
        )
    if _has_control(value):
        raise InvalidInput(f"{what} holds a control character. Remove it.", field=what)
    return text


def _has_control(value: Any) -> bool:
    if isinstance(value, str):
        return CONTROL_CHARACTER.search(value) is not None
    if isinstance(value, Mapping):
        return any(_has_control(key) or _has_control(inner) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return any(_has_control(inner) for inner in value)
    return False


def evidence_from(row: Sequence[Any]) -> Evidence:
    source_id, message_id, conversation_id, quote, start, end, stance, principal, at, by = row
    return Evidence.trusted(
        {
            # A message of a conversation has no other source.
            "source_id": source_id or conversation_id,
            "message_id": message_id,
            "conversation_id": conversation_id,
            "quote": quote,
            "start": start,
            "end": end,
            "stance": Stance(stance),
            "principal": principal,
            "at": moment(at),
            "handed_in_by": by,
        }
    )


def source_from(row: Mapping[str, Any]) -> Source:
    return Source(
        id=row["id"],
        type=row["type"],
        external_id=row["external_id"],
        content=ERASED if row["content"] is None else row["content"],
        owner=row["owner"],
        subject=row["subject"],
        audience=row["audience"],
        is_personal=bool(row["is_personal"]),
        trust=Trust(row["trust"]),
        occurred_at=moment(row["occurred_at"]),
        created_at=moment(row["created_at"]),
        metadata=json.loads(row["metadata"]),
    )


def conversation_from(
    row: Mapping[str, Any],
    *,
    count: int = 0,
    last: str | None = None,
    closed_at: str | None = None,
    summary: str | None = None,
    erased_at: str | None = None,
) -> Conversation:
    return Conversation(
        id=row["id"],
        subject=row["subject"],
        channel_id=row["channel_id"],
        title=row["title"],
        owner=row["owner"],
        audience=row["audience"],
        is_personal=bool(row["is_personal"]),
        trust=Trust(row["trust"] or Trust.PERSON),
        created_at=moment(row["created_at"]),
        message_count=count,
        last_activity_at=moment_or_none(last),
        closed_at=moment_or_none(closed_at),
        summary=summary,
        erased_at=moment_or_none(erased_at),
    )


_MESSAGE_TEXTS = (
    "id",
    "conversation_id",
    "channel_id",
    "author_id",
    "role",
    "content",
    "owner",
    "subject",
    "audience",
)


def message_from(row: Mapping[str, Any]) -> Message:
    return Message.trusted(
        {
            **{name: row[name] for name in _MESSAGE_TEXTS},
            "content": ERASED if row["content"] is None else row["content"],
            "timestamp": moment(row["timestamp"]),
            "is_personal": bool(row["is_personal"]),
            "trust": Trust(row["trust"]) if row["trust"] else of_role(row["role"]),
            "tool_calls": () if (calls := row["tool_calls"]) == "[]" else tuple(json.loads(calls)),
        }
    )


def person_from(row: Mapping[str, Any]) -> Person:
    roles, groups = row["roles"], row["groups"]
    return Person.trusted(
        {
            "name": row["name"],
            "kind": PrincipalKind(row["kind"]),
            "email": row["email"],
            "roles": frozenset(map(Role, json.loads(roles) if roles != "[]" else ())),
            "groups": frozenset(json.loads(groups) if groups != "[]" else ()),
            "notes_path": row["notes_path"],
        }
    )


def relation_from(row: Mapping[str, Any]) -> Relation:
    attrs = json.loads(row["attrs"])
    evidence = tuple(attrs.pop("evidence", ()))
    return Relation(
        id=row["id"],
        type=row["type"],
        source=row["source"],
        target=row["target"],
        confidence=row["confidence"],
        attrs=attrs,
        evidence=evidence,
        is_proven=bool(evidence),
        owner=row["owner"],
        timestamp=moment(row["observed_at"]),
        created_at=moment(row["created_at"]),
    )


def entry_from(row: Sequence[Any]) -> LedgerEntry:
    seq, at, actor, action, target, detail, commitment, hash, reason = row
    return LedgerEntry(
        seq=seq,
        at=moment(at),
        actor=actor,
        action=action,
        target=target,
        detail=json.loads(detail),
        reason=reason,
        commitment=commitment,
        hash=hash,
    )


def judged_from(row: Sequence[Any]) -> JudgedEntry:
    """An act of the engine, from its ledger entry."""
    entry = entry_from(row)
    told = entry.detail[JUDGED]
    grade = told.get("grade")
    return JudgedEntry(
        seq=entry.seq,
        at=entry.at,
        actor=entry.actor,
        act=ActKind(told["act"]),
        item=told.get("item", entry.target),
        others=tuple(told.get("others", ())),
        grounds=tuple(map(Ground, told.get("grounds", ()))),
        grade=None if grade is None else Grade(grade),
        reason=entry.reason,
    )


def flagged_from(row: Mapping[str, Any]) -> JudgedEntry:
    """The act of flagging a contradiction, from its relation."""
    link = relation_from(row)
    grade = link.attrs.get("grade")
    return JudgedEntry(
        seq=row["seq"],
        at=link.created_at,
        actor=link.owner,
        act=ActKind.FLAGGED,
        item=link.target,
        others=(link.source,),
        grounds=tuple(map(Ground, link.attrs.get("grounds", ()))),
        grade=None if grade is None else Grade(grade),
        reason=link.attrs.get("reason"),
        contradiction=link.id,
    )


def space_from(row: Mapping[str, Any], preset: Preset) -> Space:
    return Space(
        number=row["number"],
        uid=row["uid"],
        name=row["name"],
        preset=preset,
        overrides=json.loads(row["overrides"]),
        key=row["key"],
        created_at=moment(row["created_at"]),
        archived_at=moment_or_none(row["archived_at"]),
    )


def job_from(named: Mapping[str, Any], now: datetime) -> Job:
    state = JobState(named["state"])
    if state is JobState.WAITING and (named["lease_until"] or "") > iso(now):
        state = JobState.RUNNING
    return Job(
        id=named["id"],
        kind=named["kind"],
        key=named["key"],
        owner=named["owner"],
        state=state,
        due_at=moment(named["due_at"]),
        every=named["every"],
        priority=named["priority"],
        attempts=named["attempts"],
        error=named["error"],
        done=named["done"],
        total=named["total"],
        created_at=moment(named["created_at"]),
        payload=json.loads(named["payload"]),
    )


def feed_from(named: Mapping[str, Any]) -> Feed:
    return Feed(
        kind=named["kind"],
        name=named["name"],
        owner=named["owner"],
        place=named["place"],
        digest=named["digest"],
        bytes=named["bytes"],
        records=named["records"],
        unknown=named["unknown"],
        problem=named["problem"],
        at=moment(named["at"]),
    )


def walk_from(row: Sequence[Any], hits: Sequence[WalkHit]) -> Walk:
    """A walk from the columns of a walk query, and its hits in order."""
    id, at, owner, tool, session, subject, query, shape, is_reported, is_partial = row
    return Walk.trusted(
        {
            "id": id,
            "at": moment(at),
            "principal": owner,
            "tool": tool,
            "session": session,
            "subject": subject,
            "query": query,
            "shape": shape,
            "returned": tuple(hits),
            "used": tuple(hit.id for hit in hits if hit.is_used),
            "is_reported": bool(is_reported),
            "is_partial": bool(is_partial),
        }
    )


def walk_hit_from(row: Sequence[Any]) -> WalkHit:
    rank, is_used, item_id, kind, category, title, subject, message_id, conversation_id = row
    return WalkHit.trusted(
        {
            "type": "message" if item_id is None else "item",
            "id": message_id if item_id is None else item_id,
            "rank": rank,
            "is_used": bool(is_used),
            "conversation_id": conversation_id,
            "kind": kind,
            "category": category,
            "title": title,
            "subject": subject,
        }
    )


def digest_from(stands: Mapping[str, Any] | None) -> Digest:
    if stands is None:
        return Digest()
    return Digest(
        points=tuple(Point.model_validate(load) for load in json.loads(stands["points"])),
        engine=stands["engine"] or Digest().engine,
        messages=stands["summarised"],
    )
