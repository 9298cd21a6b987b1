"""A story: people, what they did and when, and what to look at afterwards. Plain data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.core.errors import InvalidInput

_FOLDER = Path(__file__).parent / "stories"
_MARK = re.compile(r"\{(id|day):([^{}]+)\}")

Command = tuple[str, ...]  # what stands behind `rmb`


class Act(NamedTuple):
    """One thing that somebody did."""

    ago: int  # days before today
    by: str  # who did it
    do: str  # remember, talk, meeting, event, supersede, confirm, …
    key: str | None = None  # the story's own name for the item it makes
    of: str | None = None  # the story's name for the item it changes
    fields: Mapping[str, Any] = {}  # the arguments of the verb


class Stop(NamedTuple):
    """One stop of the tour: why to look, and the commands that show it."""

    title: str
    text: str
    run: tuple[Command, ...]


class Story(NamedTuple):
    preset: str
    space: str
    title: str
    intro: str
    people: tuple[Mapping[str, Any], ...]
    acts: tuple[Act, ...]  # oldest first
    stops: tuple[Stop, ...]
    next: tuple[Command, ...]  # commands to try afterwards


def names() -> tuple[str, ...]:
    """The presets that have a story."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def load(preset: str) -> Story:
    """The story of that preset."""
    if preset not in names():
        raise InvalidInput(
            f"There is no demo {preset!r}. Choose one of: {', '.join(names())}.", field="preset"
        )
    told = tomllib.loads((_FOLDER / f"{preset}.toml").read_text(encoding="utf-8"))
    return Story(
        preset=preset,
        space=told["space"],
        title=told["title"],
        intro=told["intro"],
        people=tuple(told["person"]),
        acts=tuple(_act(act) for act in told["act"]),
        stops=tuple(
            Stop(stop["title"], stop["text"], _commands(stop["run"])) for stop in told["stop"]
        ),
        next=_commands(told["next"]),
    )


def filled(text: str, today: datetime, id_of: Callable[[str], str]) -> str:
    """The text with `{id:key}` as the id of an item and `{day:90}` as the date 90 days ago."""

    def found(mark: re.Match[str]) -> str:
        what, word = mark.groups()
        if what == "id":
            return id_of(word)
        return f"{today - timedelta(days=int(word)):%Y-%m-%d}"

    return _MARK.sub(found, text)


def _act(told: Mapping[str, Any]) -> Act:
    fields = {name: value for name, value in told.items() if name not in Act._fields}
    do = told.get("do") or ("talk" if "messages" in told else "remember")
    return Act(told["ago"], told["by"], do, told.get("key"), told.get("of"), fields)


def _commands(listed: list[list[str]]) -> tuple[Command, ...]:
    return tuple(tuple(command) for command in listed)
