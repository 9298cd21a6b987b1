"""Words and types of the TypeScript client, as the server's OpenAPI description has them."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from remembrancer.doors.http import openapi

WIDTH = 100
REFERENCE = "#/components/schemas/"

Schema = Mapping[str, Any]
DOCUMENT: dict[str, Any] = openapi.document()
SCHEMAS: Mapping[str, Schema] = DOCUMENT["components"]["schemas"]
Side = Literal["sent", "told"]  # what a caller gives, and what the server answers


# -- words


def camel(name: str) -> str:
    """`my_contributions` as JavaScript has it: `myContributions`."""
    first, *others = name.strip("_").split("_")
    return first + "".join(map(str.capitalize, others))


def argument(name: str) -> str:
    """The same for an argument of a method; a few words are the language's own."""
    return {"arguments": "args"}.get(name, camel(name))


def pascal(name: str) -> str:
    return "".join(map(str.capitalize, re.split(r"[._]+", name.strip("_"))))


def documentation(text: str, indent: str = "") -> str:
    """A doc comment, with values as JavaScript writes them."""
    for python, script in (("True", "true"), ("False", "false"), ("None", "null")):
        text = re.sub(rf"\b{python}\b(?=[`:;,.)]|$)", script, text)
    text = text.replace("`key` makes a repeated", "`idempotencyKey` makes a repeated")
    text = re.sub(r"\b(\w+)=(\w+|\"[^\"]*\")", r"\1: \2", text).replace("*/", "* /").strip()
    if not text:
        return ""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += ["", *_wrapped(paragraph, WIDTH - len(indent) - 3)]
    if len(lines) == 2 and len(indent) + len(lines[1]) + 7 <= WIDTH:
        return f"{indent}/** {lines[1]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines[1:])
    return f"{indent}/**\n{body}{indent} */\n"


def _wrapped(paragraph: str, width: int) -> Iterator[str]:
    """A paragraph, or the lines of a list."""
    for line in re.split(r"\n(?=- )", paragraph):
        hanging = "  " if line.startswith("- ") else ""
        yield from textwrap.wrap(
            line, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        )


# -- types


def written(schema: Schema, side: Side) -> str:
    """A schema as a type."""
    return " | ".join(dict.fromkeys(_choices(schema, side)))


def _choices(schema: Schema, side: Side) -> Iterator[str]:
    if "$ref" in schema:
        yield named_type(schema["$ref"].removeprefix(REFERENCE), side)
    elif "anyOf" in schema:
        for choice in schema["anyOf"]:
            yield from _choices(choice, side)
    elif "enum" in schema or "const" in schema:
        yield from map(json.dumps, schema.get("enum") or [schema["const"]])
    elif "contentSchema" in schema:  # told as JSON inside a text, and sent as what it is
        yield from _choices(schema["contentSchema"], side)
    elif schema.get("format") == "date-time":
        yield from ("DateTime", "Date") if side == "sent" else ("DateTime",)
    else:
        yield _plain(schema, side)


def _plain(schema: Schema, side: Side) -> str:
    kind = schema.get("type")
    if kind == "array":
        return _array(schema, side)
    if kind == "object":
        values = schema.get("additionalProperties", True)
        inner = written(values, side) if isinstance(values, dict) else "unknown"
        return f"Record<string, {inner}>"
    return {"integer": "number", None: "unknown"}.get(kind, str(kind))


def _array(schema: Schema, side: Side) -> str:
    fixed = "readonly " if side == "sent" else ""
    if "prefixItems" in schema:
        return f"{fixed}[{', '.join(written(one, side) for one in schema['prefixItems'])}]"
    inner = written(schema.get("items", {}), side)
    return f"{fixed}({inner})[]" if re.search(r"\||^readonly ", inner) else f"{fixed}{inner}[]"


def named_type(name: str, side: Side) -> str:
    """A named type. One of an object that is sent may lack what has a usual value."""
    if "properties" not in SCHEMAS[name]:
        return name
    return f"{name}Input" if side == "sent" else name


def field_text(name: str, schema: Schema, *, side: Side, is_needed: bool) -> str:
    text = schema.get("description", "")
    usual = schema.get("default")
    if side == "sent" and usual not in (None, [], {}):
        text = f"{text.rstrip('.')}. " if text else ""
        text += f"Usually {json.dumps(usual)}."
    mark, tail = ("", "") if is_needed else ("?", " | undefined")
    return f"{documentation(text, '  ')}  {name}{mark}: {written(schema, side)}{tail};\n"


def interface(name: str, schema: Schema, side: Side) -> str:
    """A named type as TypeScript declares it."""
    about = documentation(schema.get("description", ""))
    if "properties" not in schema:
        return f"{about}export type {name} = {written(schema, side)};\n"
    needed = schema.get("required", ())
    is_open = schema.get("additionalProperties") is True  # it may lack or have any field
    fields = "".join(
        field_text(
            field,
            one,
            side=side,
            # An answer has all its fields, also those with a usual value.
            is_needed=field in needed or (side == "told" and not is_open),
        )
        for field, one in schema["properties"].items()
    )
    more = "  [member: string]: unknown;\n" if is_open else ""
    return f"{about}export interface {name} {{\n{fields}{more}}}\n"


def reachable(found: object) -> set[str]:
    """The names of all schemas that these refer to, and that those refer to."""
    names: set[str] = set()
    due = list(_names(found))
    while due:
        name = due.pop()
        if name not in names:
            names.add(name)
            due += _names(SCHEMAS[name])
    return names


def _names(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        if isinstance(found.get("$ref"), str) and found["$ref"].startswith(REFERENCE):
            yield found["$ref"].removeprefix(REFERENCE)
        for one in found.values():
            yield from _names(one)
    elif isinstance(found, list):
        for one in found:
            yield from _names(one)
