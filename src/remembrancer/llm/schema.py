"""The form of an answer, as a JSON Schema that servers understand.

Servers know a part of JSON Schema each, and refuse what they do not know. They get the shape;
lengths, patterns and everything else are checked here, once the answer is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

_KEPT = frozenset({"type", "enum", "const", "description", "required"})


class Form(NamedTuple):
    """What an answer has to look like."""

    name: str
    schema: dict[str, Any]
    is_closed: bool  # every object names all its fields: what strict servers ask for


def form_of(answer: type[BaseModel]) -> Form:
    """The form of answers of that type."""
    given = answer.model_json_schema()
    schema = _plain(given)
    is_closed = schema.get("type") == "object" and all(map(_is_closed, _objects(schema)))
    return Form(re.sub(r"\W+", "_", answer.__name__, flags=re.ASCII)[:60], schema, is_closed)


def field_names(schema: Mapping[str, Any]) -> frozenset[str]:
    """Every field that an answer of that form may have, at whatever depth."""
    return frozenset(name for one in _objects(schema) for name in one.get("properties", {}))


def _plain(node: Mapping[str, Any]) -> dict[str, Any]:
    """The shape alone. An object asks for all its fields; those it may lack can be null."""
    plain = {key: value for key, value in node.items() if key in _KEPT}
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    if "$defs" in node:
        plain["$defs"] = {name: _plain(one) for name, one in node["$defs"].items()}
    for union in ("anyOf", "oneOf", "allOf"):
        if union in node:
            plain["anyOf"] = [_plain(one) for one in node[union]]
    if "items" in node:
        plain["items"] = _plain(node["items"])
    if "properties" in node:
        plain["properties"] = {name: _plain(one) for name, one in node["properties"].items()}
        plain["required"] = list(node["properties"])
        plain["additionalProperties"] = False
    elif isinstance(node.get("additionalProperties"), Mapping):
        plain["additionalProperties"] = _plain(node["additionalProperties"])
    return plain


def _objects(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if node.get("type") == "object" or "properties" in node:
        yield node
    inner = [
        *node.get("$defs", {}).values(),
        *node.get("properties", {}).values(),
        *node.get("anyOf", ()),
    ]
    single = (node.get("items"), node.get("additionalProperties"))
    for one in (*inner, *single):
        if isinstance(one, Mapping):
            yield from _objects(one)


def _is_closed(node: Mapping[str, Any]) -> bool:
    return node.get("additionalProperties") is False and "properties" in node
