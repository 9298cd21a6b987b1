"""A small check of a value against a JSON Schema: as much of it as `output_spec()` uses."""

from __future__ import annotations

from datetime import datetime
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
_KNOWN = {
    "$defs",
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "minItems",
    "prefixItems",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
    "maxLength",
    "minLength",
    "pattern",
}


def problems(value: Any, schema: dict[str, Any], root: dict[str, Any] | None = None) -> list[str]:
    """What does not fit, in words; empty if all does. An unknown rule is a problem too."""
    root = schema if root is None else root
    unknown = sorted(set(schema) - _KNOWN)
    if unknown:
        return [f"this check does not know {unknown}"]
    if "$ref" in schema:
        return problems(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    if "anyOf" in schema:
        each = [problems(value, one, root) for one in schema["anyOf"]]
        return [] if any(not found for found in each) else [f"{value!r} fits none: {each}"]
    if "const" in schema and value != schema["const"]:
        return [f"{value!r} is not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{value!r} is none of {schema['enum']}"]
    kind = schema.get("type")
    if kind is not None and not _is(value, kind):
        return [f"{value!r} is no {kind}"]
    if schema.get("format") == "date-time":
        datetime.fromisoformat(value)
    found: list[str] = []
    if isinstance(value, list) and "items" in schema:
        for one in value:
            found += problems(one, schema["items"], root)
    if isinstance(value, list) and "prefixItems" in schema:
        if len(value) != len(schema["prefixItems"]):
            found.append(f"{value!r} has another length")
        for one, inner in zip(value, schema["prefixItems"], strict=False):
            found += problems(one, inner, root)
    if isinstance(value, dict):
        found += _object(value, schema, root)
    return found


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _object(value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    found = [f"{name} is missing" for name in schema.get("required", ()) if name not in value]
    for name, inner in value.items():
        if name in properties:
            found += [f"{name}: {one}" for one in problems(inner, properties[name], root)]
        elif others is False:
            found.append(f"{name} is not in the spec")
        elif isinstance(others, dict):
            found += [f"{name}: {one}" for one in problems(inner, others, root)]
    return found
