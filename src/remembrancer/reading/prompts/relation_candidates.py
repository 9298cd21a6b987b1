"""Relations that a model proposes, each checked against its quote.

The model proposes and the rules decide: the quote must stand in a person's message, both ends must
be named in it or be known, and the space must know the type and the kinds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final

from pydantic import StringConstraints, ValidationError

from remembrancer.core.base import Value
from remembrancer.core.kinds import Brief, GraphBrief
from remembrancer.items.message import Message
from remembrancer.items.relation_proposal import EntityMention, RelationProposal
from remembrancer.language.holders import is_first_person
from remembrancer.reading.prompts.quotes import find_quote

INSTRUCTIONS: Final = """\
Besides the candidates, "relations" lists who and what is plainly said to be related, and how. \
Rules for every relation:
- "type" is one of {types}; "source_kind" and "target_kind" are from {kinds}{more}.
- "source" and "target" are names exactly as the quote has them; the author's id for "I".
- "message_id" and "quote" as for candidates: the words of one message that say it.
- "role", "start_date", "end_date" (a year, month or day: "2022", "2021-03"), "location", "basis" \
and "sentiment" only where they are said; otherwise null.
- Nothing that is asked, denied, planned, supposed, reported, quoted or joked. An empty list is a \
good answer.
"""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_DATE: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_Text = Annotated[str, StringConstraints(strip_whitespace=True)]
_ATTRS: Final = ("role", "location", "basis", "sentiment")


class DraftRelation(Value):
    """One relation, as the model proposes it."""

    type: _Text
    source: _Text
    source_kind: _Text
    target: _Text
    target_kind: _Text
    message_id: _Text
    quote: str
    confidence: float = 0.8
    role: _Text | None = None
    start_date: _Text | None = None
    end_date: _Text | None = None
    location: _Text | None = None
    basis: _Text | None = None
    sentiment: _Text | None = None


def instructions_for(graph: GraphBrief) -> str:
    """What a model is told about relations."""
    return INSTRUCTIONS.format(
        types=", ".join(graph.types),
        kinds=", ".join(graph.kinds) or "any noun",
        more="" if graph.is_strict or not graph.kinds else ", or another such word",
    )


def check_relation(
    draft: DraftRelation, messages: Mapping[str, Message], brief: Brief
) -> RelationProposal | str:
    """The proposal, or the reason why it is rejected."""
    graph = brief.graph
    if graph is None:
        return "this space extracts no relations"
    type = draft.type.upper()
    if type not in graph.types:
        return f"this space has no relation {type[:64]}"
    for kind in (draft.source_kind, draft.target_kind):
        if _NAME.fullmatch(kind) is None or not graph.knows_kind(kind):
            return f"this space has no kind {kind[:64]}"
    message = messages.get(draft.message_id)
    if message is None:
        return "there is no such message"
    if message.role != "user":
        return "a program said it, and nobody else"
    span = find_quote(draft.quote, message.content)
    if span is None:
        return "its quote is not in the message"
    quote = message.content[slice(*span)]
    ends = [
        _end(kind, name, quote, message, brief)
        for kind, name in (
            (draft.source_kind, draft.source),
            (draft.target_kind, draft.target),
        )
    ]
    if ends[0] is None or ends[1] is None:
        return "one of its ends is not named in its quote"
    if ends[0].kind == ends[1].kind and ends[0].name.casefold() == ends[1].name.casefold():
        return "it relates something to itself"
    try:
        return RelationProposal(
            source=ends[0],
            type=type,
            target=ends[1],
            quote=quote,
            start=span[0],
            message_id=message.id,
            attrs=_attrs(draft),
            confidence=draft.confidence,
            valid_from=None if type == "PREVIOUSLY" else _first_day(draft.start_date),
        )
    except ValidationError:
        return "it holds something that no relation may hold"


def _end(kind: str, name: str, quote: str, message: Message, brief: Brief) -> EntityMention | None:
    """An end that the quote names, that is the author, or that the space knows by name."""
    try:
        if name == message.author_id and is_first_person(quote):
            return EntityMention(kind=kind, name=name, author_id=name)
        is_named = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", quote) is not None
        known = {one.casefold() for one in (*brief.names, brief.subject or "") if one}
        if name and (is_named or name.casefold() in known):
            return EntityMention(kind=kind, name=name)
    except ValidationError:
        return None
    return None


def _attrs(draft: DraftRelation) -> dict[str, Any]:
    given = draft.model_dump()
    attrs: dict[str, Any] = {name: given[name] for name in _ATTRS if given.get(name)}
    for field, name in (("start_date", "startDate"), ("end_date", "endDate")):
        value = given.get(field)
        if value and _DATE.fullmatch(value):
            attrs[name] = value
    return attrs


def _first_day(written: str | None) -> datetime | None:
    found = _DATE.fullmatch(written or "")
    if found is None:
        return None
    try:
        day = date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        return None
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
