"""Write the reference of the Python API from the docstrings, signatures and field comments.

One page for each group of verbs, with the address of each verb over HTTP and its command, and one
page of types for each part of the package. `scripts/build_site.py` puts them into the site.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

import typer.main

import remembrancer
from remembrancer import AsyncMemory, Memory
from remembrancer.core.errors import RemembrancerError
from remembrancer.doors.cli.app import NAME, app
from remembrancer.doors.http.field_meanings import meanings_of
from remembrancer.wire.call import GROUPS
from remembrancer.wire.routes import ROUTES

FOLDER = "reference"
SIGNATURE_WIDTH = 88
INTRODUCTION = """\
Written from the signatures, docstrings and comments of the program. `AsyncMemory` has the same
verbs as coroutines, and `Memory.open("https://…", token=…)` has them from afar. Each verb says at
which address it is over HTTP; a running server describes those at `/docs` and `/openapi.json`.
"""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class ApiPage(NamedTuple):
    """A page of the reference."""

    path: str  # inside the site
    title: str
    text: str


def pages() -> list[ApiPage]:
    """All pages of the reference, the overview first."""
    links = _links()
    verbs = [_group_page(group, links) for group in GROUPS]
    types = [_types_page(part, names, links) for part, names in _parts().items()]
    return [_overview(verbs, types), *verbs, *types]


# -- verbs


def _group_page(group: str, links: Mapping[str, str]) -> ApiPage:
    title = f"memory.{group}" if group else "Memory"
    owner = GROUPS[group] if group else Memory
    intro = inspect.getdoc(owner) or ""
    parts = [f"# `{title}`\n", intro, ""]
    for name, verb in sorted(_verbs(owner), key=lambda pair: pair[0] != "open"):
        parts += [f"## `{name}`\n", *_verb(group, name, verb, links)]
    return ApiPage(f"{FOLDER}/{_file(group)}.md", title, "\n".join(parts) + "\n")


def _file(group: str) -> str:
    return group.replace(".", "-") or "memory"


def _verbs(owner: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public verbs of a class, its own before those that it inherits."""
    seen = set()
    for above in owner.__mro__[:-1]:
        for name, found in vars(above).items():
            if name.startswith("_") or name in seen:
                continue
            verb = found.__func__ if isinstance(found, classmethod | staticmethod) else found
            if inspect.isfunction(verb):
                seen.add(name)
                yield name, verb


def _verb(
    group: str, name: str, verb: Callable[..., Any], links: Mapping[str, str]
) -> Iterator[str]:
    yield f"```python\n{_signature(name, verb)}\n```\n"
    yield inspect.getdoc(verb) or ""
    yield ""
    full = f"{group}.{name}" if group else name
    faces = [f"`{route.method} {route.path}`" for route in ROUTES if route.verb == full]
    command = full.replace(".", " ").replace("_", "-")
    if command in _commands():
        faces.append(f"[`{NAME} {command}`](../cli.md#{_slug(f'{NAME} {command}')})")
    if faces:
        yield "Also as " + ", ".join(faces) + ".\n"
    named = _named_types(verb, links)
    if named:
        yield "Types: " + ", ".join(f"[`{one}`]({links[one]})" for one in named) + ".\n"


def _signature(name: str, verb: Callable[..., Any]) -> str:
    """The call as one writes it, without `self`, one argument a line where it is long."""
    signature = inspect.signature(verb)
    given = [
        one
        for place, one in enumerate(signature.parameters.values())
        if place or one.name not in ("self", "cls")
    ]
    answer = signature.return_annotation
    after = "" if answer is signature.empty else f" -> {_plain(answer)}"
    texts = list(_arguments(given))
    line = f"{name}({', '.join(texts)}){after}"
    if len(line) <= SIGNATURE_WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {text}," for text in texts), f"){after}"])


def _arguments(given: list[inspect.Parameter]) -> Iterator[str]:
    has_star = False
    for one in given:
        if one.kind is one.KEYWORD_ONLY and not has_star:
            has_star = True
            yield "*"
        has_star = has_star or one.kind is one.VAR_POSITIONAL
        stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        text = f"{stars}{one.name}"
        if one.annotation is not one.empty:
            text += f": {_plain(one.annotation)}"
        if one.default is not one.empty:
            text += f" = {_value(one.default)}"
        yield text


def _value(default: Any) -> str:
    return str(default) if isinstance(default, Enum) else repr(default)


def _plain(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return text.replace("remembrancer.", "").replace("collections.abc.", "")


@cache
def _commands() -> frozenset[str]:
    return frozenset(_below("", typer.main.get_command(app)))


def _below(place: str, command: object) -> Iterator[str]:
    for name, child in getattr(command, "commands", {}).items():
        yield f"{place}{name}"
        yield from _below(f"{place}{name} ", child)


def _named_types(verb: Callable[..., Any], links: Collection[str]) -> list[str]:
    named = dict.fromkeys(
        word
        for annotation in verb.__annotations__.values()
        for word in _WORD.findall(_plain(annotation))
    )
    return [word for word in named if word in links]


# -- types


def _parts() -> dict[str, list[str]]:
    """The public types by the part of the package that they are from."""
    parts: dict[str, list[str]] = {}
    for name in remembrancer.__all__:
        found = getattr(remembrancer, name)
        if not inspect.isclass(found) or found in (Memory, AsyncMemory):
            continue
        part = "errors" if issubclass(found, RemembrancerError) else _part(found)
        parts.setdefault(part, []).append(name)
    return dict(sorted(parts.items()))


def _part(found: type) -> str:
    return found.__module__.split(".")[1]


def _links() -> dict[str, str]:
    """Where a type is described, from a page of the reference."""
    return {
        name: f"types-{part}.md#{_slug(name)}" for part, names in _parts().items() for name in names
    }


def _types_page(part: str, names: list[str], links: Mapping[str, str]) -> ApiPage:
    title = "Errors" if part == "errors" else f"Types of `{part}`"
    lead = f"All of these are imported from `{remembrancer.__name__}`.\n"
    parts = [f"# {title}\n", lead]
    for name in names:
        found = getattr(remembrancer, name)
        parts += [f"## `{name}`\n", inspect.getdoc(found) or "", "", *_members(found, links)]
    return ApiPage(f"{FOLDER}/types-{part}.md", title.replace("`", ""), "\n".join(parts) + "\n")


def _members(found: type, links: Mapping[str, str]) -> Iterator[str]:
    meanings = meanings_of(found)
    if issubclass(found, Enum):
        yield "| value | |\n| --- | --- |"
        for one in found:
            yield f"| `{one.value}` | {_cell(meanings.get(str(one.value), ''))} |"
        yield ""
        return
    fields = {
        name: str(annotation)
        for above in reversed(found.__mro__)
        if above.__module__.startswith("remembrancer")
        for name, annotation in inspect.get_annotations(above).items()
        if not name.startswith("_") and "ClassVar" not in str(annotation)
    }
    if fields:
        yield "| field | type | |\n| --- | --- | --- |"
        for name, annotation in fields.items():
            yield f"| `{name}` | {_linked(annotation, links)} | {_cell(meanings.get(name, ''))} |"
        yield ""


def _linked(annotation: str, links: Mapping[str, str]) -> str:
    """A type as code, with links to those that are described."""
    pieces = re.split(r"([A-Za-z_][A-Za-z0-9_]*)", annotation)
    return "".join(
        f"[`{piece}`]({links[piece]})" if piece in links else f"`{piece}`"
        for piece in _joined(pieces, links)
    )


def _joined(pieces: list[str], links: Collection[str]) -> Iterator[str]:
    """Neighbours that are no links as one piece."""
    plain = ""
    for piece in pieces:
        if piece in links:
            if plain.strip():
                yield plain.strip()
            plain = ""
            yield piece
        else:
            plain += piece
    if plain.strip():
        yield plain.strip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


# -- overview


def _overview(verbs: list[ApiPage], types: list[ApiPage]) -> ApiPage:
    lines = [
        "# Python API\n",
        INTRODUCTION,
        "## Verbs\n",
        "| group | |\n| --- | --- |",
    ]
    for page, (group, owner) in zip(verbs, GROUPS.items(), strict=True):
        first = (inspect.getdoc(Memory if not group else owner) or "").split("\n")[0]
        lines.append(f"| [`{page.title}`]({page.path.partition('/')[2]}) | {_cell(first)} |")
    lines += ["\n## Types\n"]
    for page, names in zip(types, _parts().values(), strict=True):
        shown = ", ".join(f"`{name}`" for name in names)
        lines.append(f"- [{page.title}]({page.path.partition('/')[2]}): {shown}")
    return ApiPage(f"{FOLDER}/index.md", "Python API", "\n".join(lines) + "\n")


def _slug(heading: str) -> str:
    """The anchor that a heading gets."""
    kept = re.sub(r"[^\w\s-]", "", heading.lower())
    return re.sub(r"[\s]+", "-", kept.strip())
