"""What fields mean: the comments beside them, which the description of the server tells as well.

They are read off the source, once. Where only compiled files are installed, fields have no
meanings there, and all else is the same.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from remembrancer.core.ledger import Change
from remembrancer.core.problem import Problem
from remembrancer.delivery.bundle.bundle import RulesFiles
from remembrancer.wire.call import Call, calls

_FOR_TOOLS: Final = re.compile(r"\s*#?\s*(?:type:|noqa|pragma).*")  # comments that tell nobody

Meanings = Mapping[str, str]  # by the name of the field, or the value of an enum


def with_meanings(document: dict[str, Any]) -> dict[str, Any]:
    """The same, where fields have the meaning that is written beside them in the source."""
    schemas = document["components"]["schemas"]
    for kind in {Change, Problem, RulesFiles}.union(
        *(_named_types(one.answers) for one in calls())
    ):
        long_name = f"{kind.__module__}.{kind.__name__}".replace(".", "__")
        schema = schemas.get(long_name) or schemas.get(kind.__name__)
        if schema is not None:
            _tell(schema, kind)
    for call in calls():
        if call.fields is not None:
            _tell_fields(document, call, meanings_of(call.fields))
    return document


def _tell(schema: dict[str, Any], kind: type) -> None:
    meanings = meanings_of(kind)
    if issubclass(kind, Enum):
        told = [f"- `{value}`: {meaning}" for value, meaning in meanings.items()]
        if told:
            schema["description"] = "\n".join([schema.get("description", ""), *told]).strip()
        return
    for name, meaning in meanings.items():
        _tell_one(schema.get("properties", {}).get(name), meaning)


def _tell_fields(document: dict[str, Any], call: Call, meanings: Meanings) -> None:
    """Tells of the fields that a verb takes by name, in a query or in a body."""
    operation = document["paths"][call.route.path][call.route.method.lower()]
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in meanings:
            _tell_one(parameter, meanings[parameter["name"]])
    if isinstance(call.body, type):
        properties = document["components"]["schemas"][call.body.__name__]["properties"]
        for name, meaning in meanings.items():
            _tell_one(properties.get(name), meaning)


def _tell_one(told: dict[str, Any] | None, meaning: str) -> None:
    if told is not None:
        told.setdefault("description", meaning)


def meanings_of(kind: type) -> Meanings:
    """The comment beside each field of a class, its own and those of its bases."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] == __name__.partition(".")[0]:
            found |= _of_module(base.__module__).get(base.__qualname__, {})
    if issubclass(kind, Enum):
        return {str(one.value): found[one.name] for one in kind if one.name in found}
    return found


def _named_types(meant: Any) -> set[type]:
    """The classes of ours that a type is made of, and those that they are made of."""
    found: set[type] = set()
    due = [meant]
    while due:
        one = due.pop()
        due += typing.get_args(one)
        if not isinstance(one, type) or one in found:
            continue
        if issubclass(one, Enum):
            found.add(one)
        elif issubclass(one, BaseModel):
            found.add(one)
            due += [field.annotation for field in one.model_fields.values()]
    return found


@cache
def _of_module(name: str) -> Mapping[str, Meanings]:
    try:
        text = inspect.getsource(sys.modules[name])
    except (OSError, TypeError):
        return {}
    lines = text.encode().splitlines()
    return {
        node.name: dict(_beside(node, lines))
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef)
    }


def _beside(node: ast.ClassDef, lines: list[bytes]) -> Iterator[tuple[str, str]]:
    for line in node.body:
        targets: list[ast.expr] = [line.target] if isinstance(line, ast.AnnAssign) else []
        targets += line.targets if isinstance(line, ast.Assign) else []
        for target in targets:
            if isinstance(target, ast.Name) and line.end_lineno is not None:
                rest = lines[line.end_lineno - 1][line.end_col_offset :].decode().strip()
                comment = _FOR_TOOLS.sub("", rest.removeprefix("#")) if rest[:1] == "#" else ""
                if comment.strip():
                    yield target.id, comment.strip()
