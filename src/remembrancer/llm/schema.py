"""The JSON Schema of an answer, reduced to what servers support.

Servers support parts of JSON Schema and refuse the rest. They get the shape; lengths, patterns and
everything else are validated locally.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

_KEPT = frozenset({"type", "enum", "const", "description", "required"})


class AnswerSchema(NamedTuple):
    """The schema of an answer."""

    name: str
    schema: dict[str, Any]
    is_closed: bool  # every object lists all its fields, as strict mode requires


def answer_schema(answer: type[BaseModel]) -> AnswerSchema:
    """The schema of answers of that type."""
    given = answer.model_json_schema()
    schema = _plain_schema(given)
    is_closed = schema.get("type") == "object" and all(map(_is_closed, _objects(schema)))
    return AnswerSchema(
        re.sub(r"\W+", "_", answer.__name__, flags=re.ASCII)[:60], schema, is_closed
    )


def field_names(schema: Mapping[str, Any]) -> frozenset[str]:
    """The names of all fields in a schema, at every depth."""
    return frozenset(name for one in _objects(schema) for name in one.get("properties", {}))


def _plain_schema(node: Mapping[str, Any]) -> dict[str, Any]:
    """The shape only. Objects require all fields; optional ones can be null."""
    plain = {key: value for key, value in node.items() if key in _KEPT}
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    if "$defs" in node:
        plain["$defs"] = {name: _plain_schema(one) for name, one in node["$defs"].items()}
    for union in ("anyOf", "oneOf", "allOf"):
        if union in node:
            plain["anyOf"] = [_plain_schema(one) for one in node[union]]
    if "items" in node:
        plain["items"] = _plain_schema(node["items"])
    if "properties" in node:
        plain["properties"] = {name: _plain_schema(one) for name, one in node["properties"].items()}
        plain["required"] = list(node["properties"])
        plain["additionalProperties"] = False
    elif isinstance(node.get("additionalProperties"), Mapping):
        plain["additionalProperties"] = _plain_schema(node["additionalProperties"])
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
