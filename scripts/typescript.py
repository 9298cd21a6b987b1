"""Write the generated files of the TypeScript client from the server's OpenAPI description.

python scripts/typescript.py           writes them
python scripts/typescript.py --check   fails where one is stale

Verbs, groups and errors are those that the description names (`x-remembrancer`). What is no JSON,
such as a stream of changes, is written by hand in clients/typescript/src/memory.ts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from typescript_types import (
    DOCUMENT,
    REFERENCE,
    SCHEMAS,
    WIDTH,
    Schema,
    argument,
    camel,
    documentation,
    field_text,
    interface,
    named_type,
    pascal,
    reachable,
    written,
)

FOLDER = Path(__file__).resolve().parent.parent / "clients" / "typescript" / "src" / "generated"
HEADER = (
    "// Written by scripts/typescript.py from the server's OpenAPI description.\n"
    "// Change the server and run it again; do not change this file.\n"
)
JSON = "application/json"
ROOT_ERROR = "RemembrancerError"  # written by hand: it reads the answer


# -- verbs


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One argument of a verb."""

    name: str  # in the request
    place: Literal["path", "query", "body", "whole"]  # whole: it is the body
    schema: Schema
    is_needed: bool


@dataclass(frozen=True, kw_only=True)
class Verb:
    """One operation of the description."""

    name: str  # with its group: "review.approve"
    method: str
    path: str
    operation: Schema
    alone: Sequence[str]  # the parameters that come first, one by one
    pages: str | None  # the list of the answer that goes on with a cursor
    asks_in_json: bool  # its query is one JSON object

    @property
    def group(self) -> str:
        return self.name.rpartition(".")[0]

    @cached_property
    def answer(self) -> Schema | None:
        """The schema of the answer; None: it is no JSON."""
        good = next(one for status, one in self.operation["responses"].items() if status < "300")
        found: Schema | None = good.get("content", {}).get(JSON, {}).get("schema") or None
        return found

    @cached_property
    def is_json(self) -> bool:
        sent = self.operation.get("requestBody", {"content": {JSON: {}}})["content"]
        return self.answer is not None and JSON in sent

    @property
    def is_keyed(self) -> bool:
        """Whether it changes something: then it takes a key, and is done once."""
        return any(one["in"] == "header" for one in self.operation.get("parameters", ()))

    @cached_property
    def parameters(self) -> Sequence[Parameter]:
        found = [
            Parameter(
                name=one["name"],
                place=one["in"],
                schema={**one["schema"], "description": one.get("description", "")},
                is_needed=one.get("required", False),
            )
            for one in self.operation.get("parameters", ())
            if one["in"] != "header"
        ]
        return (*found, *self._in_body())

    @property
    def has_body(self) -> bool:
        return "requestBody" in self.operation

    def _in_body(self) -> Iterator[Parameter]:
        if not self.has_body:
            return
        schema = self.operation["requestBody"]["content"][JSON]["schema"]
        fields = next((one for one in (schema, *schema.get("anyOf", ())) if "$ref" in one), None)
        if fields is None:
            known = [one["name"] for one in self.operation["parameters"]]
            name = next(one for one in self.alone if one not in known)
            yield Parameter(name=name, place="whole", schema=schema, is_needed=True)
            return
        body = SCHEMAS[fields["$ref"].removeprefix(REFERENCE)]
        for name, one in body["properties"].items():
            needed = name in body.get("required", ())
            yield Parameter(name=name, place="body", schema=one, is_needed=needed)

    @cached_property
    def options(self) -> Sequence[Parameter]:
        """The parameters that are told by name."""
        return [one for one in self.parameters if one.name not in self.alone]

    @property
    def options_name(self) -> str:
        return f"{pascal(self.name)}Options"

    def options_interface(self) -> str:
        fields = "".join(
            field_text(one.name, one.schema, side="sent", is_needed=one.is_needed)
            for one in self.options
        )
        about = documentation(f"What `{method_name(self.name)}` may be told by name.")
        return f"{about}export interface {self.options_name} {{\n{fields}}}\n"

    def method_text(self) -> str:
        """The method that makes the request."""
        named = {one.name: one for one in self.parameters}
        arguments = [
            f"{argument(name)}: {written(named[name].schema, 'sent')}" for name in self.alone
        ]
        if self.options:
            usual = "" if any(one.is_needed for one in self.options) else " = {}"
            arguments.append(f"options: {self.options_name}{usual}")
        arguments.append(f"call?: {'WriteOptions' if self.is_keyed else 'CallOptions'}")
        assert self.answer is not None
        told = written(self.answer, "told")
        result = f"Promise<{told}>"
        if self.pages is not None:
            entries = SCHEMAS[told]["properties"][self.pages]["items"]
            result = f"Pages<{told}, {written(entries, 'told')}>"
        name = camel(self.name.rpartition(".")[2])
        signature = f"  {name}({', '.join(arguments)}): {result} {{\n"
        if len(signature) > WIDTH:
            listed = "".join(f"    {one},\n" for one in arguments)
            signature = f"  {name}(\n{listed}  ): {result} {{\n"
        about = documentation(self.operation.get("description", ""), "  ")
        return f"{about}{signature}{self._statements()}  }}\n"

    def _statements(self) -> str:
        query, before = self._object("query")
        body, _ = self._object("body")
        whole = next((one.name for one in self.parameters if one.place == "whole"), None)
        parts = [f'method: "{self.method}"', f'path: "{self.path}"']
        in_path = [_given(one.name) for one in self.parameters if one.place == "path"]
        parts += [f"names: {{ {', '.join(in_path)} }}"] if in_path else []
        parts += [f"{'asked' if self.asks_in_json else 'query'}: {query}"] if query else []
        if whole is not None:
            parts.append(f"body: {argument(whole)}")
        elif self.has_body:
            parts.append("body" if body == "body" else f"body: {body or '{}'}")
        parts += ["isWriting: true"] if self.is_keyed else []
        sending, after = "send", ", call);\n"
        if self.pages is not None:
            sending, after = "pages", f', "{self.pages}", call);\n'
        line = f"    return this.connection.{sending}({{ {', '.join(parts)} }}{after}"
        if len(line) > WIDTH:
            listed = "".join(f"      {one},\n" for one in parts)
            line = f"    return this.connection.{sending}({{\n{listed}    }}{after}"
        return before + line

    def _object(self, place: Literal["query", "body"]) -> tuple[str, str]:
        """What stands in one place of the request, and the line that parts the options for it."""
        here = [one for one in self.parameters if one.place == place]
        there = [one for one in self.options if one.place not in (place, "path")]
        named = [one.name for one in here if one in self.options]
        alone = [_given(one.name) for one in here if one not in self.options]
        before = ""
        if named and there and place == "query":
            before = f"    const {{ {', '.join(named)}, ...body }} = options;\n"
            return f"{{ {', '.join(alone + named)} }}", before
        is_parted = any(one.place == "query" for one in self.options)
        rest = "body" if is_parted and place == "body" else "options"
        if not alone:
            return (rest if named else ""), before
        return f"{{ {', '.join(([f'...{rest}'] if named else []) + alone)} }}", before


def _given(name: str) -> str:
    """A field of the request that is an argument of the method."""
    return name if argument(name) == name else f"{name}: {argument(name)}"


def method_name(verb: str) -> str:
    return ".".join(map(camel, verb.split(".")))


def verbs() -> Sequence[Verb]:
    """The verbs that the description names, as far as they are JSON."""
    found = (
        Verb(
            name=operation["x-remembrancer"]["verb"],
            method=method.upper(),
            path=path,
            operation=operation,
            alone=operation["x-remembrancer"]["arguments"],
            pages=operation["x-remembrancer"].get("pages"),
            asks_in_json=operation["x-remembrancer"].get("query") == "json",
        )
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
        if "x-remembrancer" in operation
    )
    return [verb for verb in found if verb.is_json]


# -- files


def types_file(listed: Iterable[Verb]) -> str:
    listed = list(listed)
    told = reachable([verb.answer for verb in listed]) | {"Change", "Problem"}
    sent = reachable([dict(one.schema) for verb in listed for one in verb.parameters])
    time = 'A time as ISO 8601 text, such as "2026-11-18T07:36:00Z".'
    parts = [HEADER, f"{documentation(time)}export type DateTime = string;\n"]
    for name in sorted(told | sent):
        if name in told or named_type(name, "sent") == name:
            parts.append(interface(name, SCHEMAS[name], "told"))
        if name in sent and named_type(name, "sent") != name:
            parts.append(interface(f"{name}Input", SCHEMAS[name], "sent"))
    return "\n".join(parts)


def verbs_file(listed: Sequence[Verb]) -> str:
    texts = [verb.options_interface() for verb in listed if verb.options]
    groups: Mapping[str, str] = DOCUMENT["x-remembrancer-groups"]
    texts += [group_class(name, about, listed) for name, about in sorted(groups.items())[::-1]]
    body = "\n".join(texts)
    known = {*SCHEMAS, *(f"{name}Input" for name in SCHEMAS), "DateTime"}
    named = sorted(known & set(re.findall(r"\b[A-Z]\w*", re.sub(r"(?m)^ *(/\*)?\*.*$", "", body))))
    types = "".join(f"  {name},\n" for name in named)
    return (
        f"{HEADER}\n"
        'import type { Connection } from "../connection.ts";\n'
        'import type { CallOptions, WriteOptions } from "../options.ts";\n'
        'import type { Pages } from "../pages.ts";\n'
        f'import type {{\n{types}}} from "./types.ts";\n\n{body}'
    )


def group_class(group: str, about: str, listed: Sequence[Verb]) -> str:
    """The verbs of a group, and the groups inside it."""
    groups: Mapping[str, str] = DOCUMENT["x-remembrancer-groups"]
    inner = [name for name in sorted(groups) if name and name.rpartition(".")[0] == group]
    fields = "".join(
        f"{documentation(groups[name].split(chr(10) * 2)[0], '  ')}"
        f"  readonly {camel(name.rpartition('.')[2])}: {pascal(name)}Verbs;\n"
        for name in inner
    )
    made = "".join(
        f"    this.{camel(name.rpartition('.')[2])} = new {pascal(name)}Verbs(connection);\n"
        for name in inner
    )
    methods = "\n".join(verb.method_text() for verb in listed if verb.group == group)
    return (
        f"{documentation(about)}export class {pascal(group) or 'Memory'}Verbs {{\n"
        f"  /** @internal */\n  protected readonly connection: Connection;\n{fields}\n"
        f"  /** @internal */\n  constructor(connection: Connection) {{\n"
        f"    this.connection = connection;\n{made}  }}\n\n{methods}}}\n"
    )


def errors_file() -> str:
    """The tree of errors below the one that reads the answer."""
    found: Mapping[str, Schema] = DOCUMENT["x-remembrancer-errors"]
    below = {name: one["base"] for name, one in found.items() if name != ROOT_ERROR}
    parts = [HEADER, f'import {{ {ROOT_ERROR} }} from "../error.ts";\n']
    for name, base in below.items():
        codes = " | ".join(f'"{one}"' for one in found if name in _line(one, below))
        about = documentation(f"{found[name]['description']} (HTTP {found[name]['status']})")
        declared = f"  declare readonly code: {codes};\n"
        parts.append(f"{about}export class {name} extends {base} {{\n{declared}}}\n")
    parts.append(
        f"{documentation('The classes of errors, by their codes.')}"
        f"export const ERRORS: Readonly<Record<string, typeof {ROOT_ERROR}>> = {{\n"
        + "".join(f"  {name},\n" for name in below)
        + "};\n"
    )
    return "\n".join(parts)


def _line(name: str, bases: Mapping[str, str]) -> list[str]:
    line = [name]
    while line[-1] in bases:
        line.append(bases[line[-1]])
    return line


def files() -> dict[str, str]:
    listed = verbs()
    return {
        "types.ts": types_file(listed),
        "verbs.ts": verbs_file(listed),
        "errors.ts": errors_file(),
    }


def main(arguments: Sequence[str]) -> int:
    stale = {
        FOLDER / name: text
        for name, text in files().items()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text("utf-8") != text
    }
    if "--check" in arguments:
        for file in stale:
            print(f"{file} is stale. Run: python scripts/typescript.py", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, text in stale.items():
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
