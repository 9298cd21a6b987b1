"""A container file, read: its stages, each with its instructions in order."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

_NAMED = re.compile(r"\$\{(\w+)\}|\$(\w+)")
KNOWN = [
    "ARG",
    "CMD",
    "COPY",
    "ENTRYPOINT",
    "ENV",
    "EXPOSE",
    "FROM",
    "HEALTHCHECK",
    "LABEL",
    "RUN",
    "STOPSIGNAL",
    "USER",
    "VOLUME",
    "WORKDIR",
]


@dataclass(frozen=True, kw_only=True)
class Instruction:
    name: str  # RUN, COPY, …
    options: dict[str, str]  # --from=build and the like
    text: str  # the rest, as it stands there

    @property
    def words(self) -> list[str]:
        """In exec form the words of the list, else those of the line."""
        return self.command or shlex.split(self.text)

    @property
    def command(self) -> list[str] | None:
        """The words in exec form; None: it is in shell form."""
        return list(map(str, json.loads(self.text))) if self.text.startswith("[") else None


@dataclass(frozen=True, kw_only=True)
class Stage:
    base: str  # the image that it begins with
    name: str | None
    instructions: list[Instruction] = field(default_factory=list)

    def last(self, name: str) -> Instruction | None:
        found = [one for one in self.instructions if one.name == name]
        return found[-1] if found else None

    def pairs(self, name: str) -> dict[str, str]:
        """NAME=value of all ENV, LABEL or ARG instructions, in which earlier ones are filled in."""
        values: dict[str, str] = {}
        for one in self.instructions:
            if one.name == name:
                for word in shlex.split(one.text):
                    key, _, value = word.partition("=")
                    values[key] = filled(value, values)
        return values


def filled(text: str, values: dict[str, str]) -> str:
    return _NAMED.sub(lambda found: values.get(found[1] or found[2], ""), text)


def read(file: Path) -> list[Stage]:
    """The stages of a container file. An instruction that is not known here is refused."""
    arguments: dict[str, str] = {}
    stages: list[Stage] = []
    for line in _lines(file.read_text(encoding="utf-8")):
        name, _, rest = line.partition(" ")
        if name not in KNOWN:
            raise ValueError(f"{file.name}: {name} is not known here")
        options, text = _options(rest.strip())
        if name == "ARG" and not stages:
            key, _, value = text.partition("=")
            arguments[key] = value
        elif name == "FROM":
            words = filled(text, arguments).split()
            stages.append(Stage(base=words[0], name=words[2] if len(words) > 1 else None))
        else:
            stages[-1].instructions.append(Instruction(name=name, options=options, text=text))
    return stages


def _lines(text: str) -> list[str]:
    """Instructions on a line each: comments go, continued lines are joined."""
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [line.strip() for line in kept.replace("\\\n", " ").splitlines() if line.strip()]


def _options(text: str) -> tuple[dict[str, str], str]:
    options = {}
    while found := re.match(r"--([\w-]+)=(\S+)\s+", text):
        options[found[1]] = found[2]
        text = text[found.end() :]
    return options, text


def context(root: Path, ignore: Path) -> list[PurePosixPath]:
    """The files that an engine would be handed: what the ignore file leaves, last rule first."""
    lines = ignore.read_text(encoding="utf-8").splitlines()
    rules = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    found = []
    for file in sorted(root.rglob("*")):
        name = PurePosixPath(file.relative_to(root).as_posix())
        if name.parts[0].startswith(".venv") or name.parts[0] == ".git":
            continue  # they would be ignored all the same, and are large
        if file.is_file() and not _is_ignored(name, rules):
            found.append(name)
    return found


def _is_ignored(name: PurePosixPath, rules: list[str]) -> bool:
    ignored = False
    paths = [name, *name.parents][:-1]
    for rule in rules:
        pattern = rule.removeprefix("!")
        if any(_fits(path, pattern) for path in paths):
            ignored = not rule.startswith("!")
    return ignored


def _fits(path: PurePosixPath, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch(path.name, pattern.removeprefix("**/"))
    return len(path.parts) == pattern.count("/") + 1 and fnmatch(str(path), pattern)
