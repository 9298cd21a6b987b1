"""Meeting notes: maps their facts and action items to items, without a model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.core.preset import CaptureRules
from remembrancer.core.texts.naming import MEETING, name_for, text_for
from remembrancer.items.item import ItemDraft
from remembrancer.items.item_intake import draft_from
from remembrancer.reading.plan import Skipped

SOURCE_TYPE: Final = MEETING
FACTS: Final = "financial_facts"
ACTIONS: Final = "action_items"

_TEXTS: Final = ("content", "text", "description", "fact", "action", "task", "title")
_FIELDS: Final = frozenset(
    {"category", "domain", "title", "data", "tags", "entities", "importance", "confidence"}
    | {"valid_from", "valid_until", "sensitivity", "metadata"}
)
_SHOWN_CHARACTERS: Final = 200
_HEADING_CHARACTERS: Final = 100  # longest name of a note, which becomes part of a message id


class NoteItem(NamedTuple):
    """An item of the notes, and the position of its text in the raw text."""

    draft: ItemDraft
    quote: str
    start: int
    end: int


class Mapped(NamedTuple):
    found: tuple[NoteItem, ...]
    skipped: tuple[Skipped, ...]


def raw_text(notes: Any) -> str:
    """The notes as raw text for storage: the same notes give the same text."""
    if not isinstance(notes, Mapping):
        raise InvalidInput(
            f"The notes of a meeting are a mapping with {FACTS} and {ACTIONS}, not "
            f"{type(notes).__name__}.",
            field="notes",
        )
    try:
        return json.dumps(notes, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"The notes are no JSON: {error}.", field="notes") from None


def other_notes(notes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Other notes by heading, as text that can be stored."""
    for name in sorted(notes):
        value = notes[name]
        if name in (FACTS, ACTIONS) or value in (None, "", [], {}):
            continue
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        heading = name_for(name, length_max=_HEADING_CHARACTERS) or "untitled"
        yield heading, text_for(text)


def mapped(raw: str, rules: CaptureRules, common: Mapping[str, Any], at: datetime) -> Mapped:
    """Each fact and action item of the notes, field by field; invalid entries are reported."""
    notes = json.loads(raw)
    items: list[NoteItem] = []
    skipped: list[Skipped] = []
    reached: dict[str, int] = {}
    for heading, kind in ((FACTS, rules.fact_kind), (ACTIONS, rules.action_kind)):
        listed = notes.get(heading)
        if listed is None:
            continue
        if not isinstance(listed, list):
            skipped.append(Skipped(text=heading, reason=f"{heading} is no list."))
            continue
        for number, value in enumerate(listed, 1):
            try:
                fields = _fields(value)
                draft = draft_from({"valid_from": at, **fields, **common, "kind": kind})
            except RemembrancerError as error:
                shown = json.dumps(value, ensure_ascii=False)[:_SHOWN_CHARACTERS]
                reason = f"{heading}, number {number}: {error}"
                skipped.append(Skipped(text=shown, reason=reason))
                continue
            items.append(_placed(raw, draft, reached))
    return Mapped(tuple(items), tuple(skipped))


def _fields(given: Any) -> dict[str, Any]:
    """The fields of an item; unknown fields go into its metadata."""
    if isinstance(given, str):
        return {"content": given}
    if not isinstance(given, Mapping):
        raise InvalidInput("it is neither a text nor a mapping of fields.")
    name = next((name for name in _TEXTS if _is_said(given.get(name))), None)
    if name is None:
        raise InvalidInput("it has no content.")
    fields = {key: value for key, value in given.items() if key in _FIELDS and value is not None}
    metadata = fields.get("metadata")
    rest = {
        str(key): value
        for key, value in given.items()
        if key not in _FIELDS and key != name and value is not None
    }
    if rest:
        fields["metadata"] = {**rest, **(metadata if isinstance(metadata, Mapping) else {})}
    if name == "title":
        del fields["title"]
    return {**fields, "content": given[name]}


def _is_said(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _placed(raw: str, draft: ItemDraft, reached: dict[str, int]) -> NoteItem:
    """The item with the position of its text; repeated text is matched once for each occurrence."""
    quote = json.dumps(draft.content, ensure_ascii=False)[1:-1]
    start = raw.find(quote, reached.get(quote, 0))
    if start < 0:
        start = raw.index(quote)
    reached[quote] = start + len(quote)
    return NoteItem(draft, quote, start, start + len(quote))
