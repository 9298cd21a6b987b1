"""Parses records of other memories: mem0, the MCP memory server, a folder of Markdown, our own.

A record holds one piece of knowledge, or several about one thing. It is parsed into a raw text and
the entries in it. If it is no valid record, the error says why in one sentence.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.capture import notes
from remembrancer.capture.front_matter import front_matter
from remembrancer.capture.session_log import moment_of
from remembrancer.core.errors import InvalidInput
from remembrancer.core.texts.naming import name_for, text_for

MEM0: Final = "mem0"
MCP_MEMORY: Final = "mcp-memory"
MARKDOWN: Final = "markdown"
OURS: Final = "remembrancer"

_TEXTS: Final = ("memory", "text", "content", "data")  # of a mem0 memory; exports differ
_NOTED: Final = (  # fields of a mem0 memory that are stored as metadata
    "id",
    "agent_id",
    "app_id",
    "run_id",
    "actor_id",
    "role",
    "created_at",
    "updated_at",
    "metadata",
)
_TAKEN: Final = (  # fields of our items that a caller may set and that are valid in another space
    "kind",
    "category",
    "domain",
    "title",
    "data",
    "tags",
    "entities",
    "subject",
    "audience",
    "sensitivity",
    "importance",
    "valid_from",
    "valid_until",
    "expires_at",
)
_WITHDRAWN: Final = ("rejected", "revoked")
_NESTING_MAX: Final = 20
_WORD_MARKS: Final = re.compile(r"[_-]+")


class ImportedEntry(NamedTuple):
    """One piece of knowledge in the raw text of a record."""

    fields: Mapping[str, Any]  # fields of the item
    start: int  # start of its evidence
    end: int


class Foreign(NamedTuple):
    """A parsed record."""

    id: str  # recognises the record when it is imported again
    raw: str  # stored verbatim
    occurred_at: datetime | None
    subject: str | None
    entries: tuple[ImportedEntry, ...]
    changed_at: datetime | None = None  # if set, a later version replaces the existing item
    why_empty: str = "There is nothing in it to keep."


def read(format: str, record: Any) -> Foreign:
    """The parsed record. Raises `InvalidInput` if it is not valid."""
    if not isinstance(record, Mapping):
        raise InvalidInput("It is no JSON object.")
    return FORMATS[format](record)


def _mem0(record: Mapping[str, Any]) -> Foreign:
    text = next((record[key] for key in _TEXTS if isinstance(record.get(key), str)), None)
    if text is None:
        raise InvalidInput("It has no text: mem0 keeps it under memory.")
    raw = text_for(text)
    made, changed = moment_of(record.get("created_at")), moment_of(record.get("updated_at"))
    subject = name_for(record.get("user_id"))
    known = name_for(record.get("id")) or name_for(record.get("hash")) or raw
    kept = {name: plain(record[name]) for name in _NOTED if record.get(name) not in (None, {}, "")}
    fields = {
        "content": raw,
        "subject": subject,
        "valid_from": made,
        "expires_at": moment_of(record.get("expiration_date")),
        "tags": _names(record.get("categories")),
        "metadata": {"imported_from": MEM0, **kept},
    }
    entries = (ImportedEntry(fields, 0, len(raw)),) if raw.strip() else ()
    why = "Its text is empty."
    return Foreign(_known(MEM0, known), raw, made, subject, entries, changed or made, why)


def _mcp_memory(record: Mapping[str, Any]) -> Foreign:
    kind = record.get("type")
    if kind == "relation" or (kind is None and "relationType" in record):
        return _relation(record)
    if kind == "entity" or (kind is None and "observations" in record):
        return _entity(record)
    raise InvalidInput("It is neither an entity nor a relation.")


def _entity(record: Mapping[str, Any]) -> Foreign:
    name = name_for(record.get("name"))
    listed = record.get("observations")
    if name is None:
        raise InvalidInput("It has no name.")
    if not isinstance(listed, list) or not all(isinstance(value, str) for value in listed):
        raise InvalidInput("Its observations are no list of texts.")
    sort = record.get("entityType")
    raw = f"{name} ({text_for(sort)})" if isinstance(sort, str) and sort.strip() else name
    metadata: dict[str, Any] = {"imported_from": MCP_MEMORY}
    if raw != name:
        metadata["entity_type"] = text_for(str(sort))
    entries: list[ImportedEntry] = []
    for observation in map(text_for, listed):
        if not observation.strip():
            continue
        raw += "\n- "
        fields = {
            # Most observations alone do not say whom they are about.
            "content": observation if name in observation else f"{name}: {observation}",
            "subject": name,
            "entities": (name,),
            "metadata": metadata,
        }
        entries.append(ImportedEntry(fields, len(raw), len(raw) + len(observation)))
        raw += observation
    why = "It has no observations."
    return Foreign(_known(MCP_MEMORY, name), raw, None, name, tuple(entries), why_empty=why)


def _relation(record: Mapping[str, Any]) -> Foreign:
    first, last = name_for(record.get("from")), name_for(record.get("to"))
    sort = record.get("relationType")
    if first is None or last is None or not isinstance(sort, str) or not sort.strip():
        raise InvalidInput("A relation has from, to and relationType, each a text.")
    words = _WORD_MARKS.sub(" ", text_for(sort)).strip()
    raw = f"{first} {words} {last}"
    fields = {
        "content": raw,
        "subject": first,
        "entities": tuple(dict.fromkeys((first, last))),
        "metadata": {"imported_from": MCP_MEMORY, "relation_type": text_for(sort)},
    }
    known = _known(MCP_MEMORY, f"{first} -{sort}-> {last}")
    return Foreign(known, raw, None, first, (ImportedEntry(fields, 0, len(raw)),))


def _markdown(record: Mapping[str, Any]) -> Foreign:
    path, text = name_for(record.get("path")), record.get("text")
    if path is None or not isinstance(text, str):
        raise InvalidInput("It has path and text: the name of a file, and what stands in it.")
    raw = text_for(text)
    front = front_matter(raw)
    subject = name_for(front.get("subject"))
    when = next((at for key in ("date", "created") if (at := moment_of(front.get(key)))), None)
    common = {"subject": subject, "valid_from": when, "tags": _names(front.get("tags"))}
    title = front.get("title")
    noted = {"title": title} if isinstance(title, str) and title.strip() else {}
    entries = [
        ImportedEntry(
            {
                **common,
                "content": note.text,
                "metadata": {
                    "imported_from": MARKDOWN,
                    "path": path,
                    **noted,
                    **({"heading": note.heading} if note.heading else {}),
                },
            },
            note.start,
            note.end,
        )
        for note in notes.entries_from(raw)
    ]
    why = "There is no line in it to keep."
    return Foreign(_known(MARKDOWN, path), raw, when, subject, tuple(entries), why_empty=why)


def _ours(record: Mapping[str, Any]) -> Foreign:
    """An item in our API format. People, tokens and history are only in exports of a space."""
    text, id = record.get("content"), name_for(record.get("id"))
    if not isinstance(text, str) or id is None:
        raise InvalidInput("It has id and content, as an item has.")
    raw = text_for(text)
    changed = moment_of(record.get("updated_at")) or moment_of(record.get("created_at"))
    told = record.get("metadata")
    kept = {name: plain(record[name]) for name in ("id", "updated_at") if record.get(name)}
    fields = {name: record[name] for name in _TAKEN if record.get(name) not in (None, "", [], {})}
    fields["content"] = raw
    fields["metadata"] = {**(told if isinstance(told, Mapping) else {}), "imported_from": OURS}
    fields["metadata"] |= kept
    why = None
    if record.get("is_personal"):
        why = "It is personal to somebody, and comes with the whole space alone."
    elif record.get("lifecycle", "active") != "active" or record.get("review") in _WITHDRAWN:
        why = "It is not in use."
    entries = () if why or not raw.strip() else (ImportedEntry(fields, 0, len(raw)),)
    return Foreign(
        _known(OURS, id),
        raw,
        moment_of(record.get("valid_from")),
        name_for(record.get("subject")),
        entries,
        changed,
        why or "Its text is empty.",
    )


FORMATS: Final[Mapping[str, Callable[[Mapping[str, Any]], Foreign]]] = {
    MEM0: _mem0,
    MCP_MEMORY: _mcp_memory,
    MARKDOWN: _markdown,
    OURS: _ours,
}


_LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    MEM0: ("results", "memories"),
    MCP_MEMORY: ("entities", "relations"),
    OURS: ("items",),
}


def records_of(document: Any, format: str) -> Iterator[Any]:
    """The records of a JSON document: a list, or a list under a key that its program uses."""
    names = _LISTS.get(format, ())
    if isinstance(document, Mapping):
        lists = [document[name] for name in names if isinstance(document.get(name), list)]
        if lists:
            for listed in lists:
                yield from listed
            return
    yield from document if isinstance(document, list) else [document]


def format_of(record: Any) -> str | None:
    """The program that wrote a record or a document of records; None: unknown."""
    if isinstance(record, list):
        return format_of(record[0]) if record else None
    if not isinstance(record, Mapping):
        return None
    if isinstance(record.get("results"), list) or isinstance(record.get("memories"), list):
        return MEM0
    if isinstance(record.get("entities"), list) and isinstance(record.get("relations"), list):
        return MCP_MEMORY
    if record.get("type") in ("entity", "relation"):
        return MCP_MEMORY
    return MEM0 if isinstance(record.get("memory"), str) and "id" in record else None


def plain(value: Any, depth: int = 0) -> Any:
    """A JSON value that the store can hold."""
    if depth > _NESTING_MAX:
        return "…"
    if isinstance(value, str):
        return text_for(value)
    if isinstance(value, Mapping):
        return {text_for(str(key)): plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner, depth + 1) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, int | float) else str(value)


def _known(format: str, name: str) -> str:
    return name_for(f"{format}:{name}") or format


def _names(value: Any) -> tuple[str, ...]:
    listed: Iterable[Any] = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(name for one in listed if (name := name_for(one)) is not None))


def document_from(text: str) -> Any:
    """A JSON document; None: the text is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
