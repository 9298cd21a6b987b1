"""A demo story as data: people, dated acts, and the stops of a tour."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.core.errors import InvalidInput

_FOLDER = Path(__file__).parent / "stories"
_MARK = re.compile(r"\{(id|day|month):([^{}]+)\}")

Command = tuple[str, ...]  # the arguments of `rmb`


class StoryAct(NamedTuple):
    """One action of a person."""

    ago: int  # days before today
    by: str  # who did it
    do: str  # remember, talk, decide, supersede, confirm, put, challenge, …: see acts.py
    key: str | None = None  # the key of the item that it creates
    of: str | None = None  # the key of the item that it changes
    fields: Mapping[str, Any] = {}  # the arguments of the verb


class TourStop(NamedTuple):
    """One stop of the tour: an explanation and the commands to run."""

    title: str
    text: str
    run: tuple[Command, ...]


class ShownPage(NamedTuple):
    """A page that is worth a look once the pages are served."""

    title: str
    path: str


class DemoStory(NamedTuple):
    preset: str
    space: str
    title: str
    intro: str
    people: tuple[Mapping[str, Any], ...]
    processes: tuple[str, ...]  # agents that act in processes of their own
    acts: tuple[StoryAct, ...]  # oldest first
    stops: tuple[TourStop, ...]
    next: tuple[Command, ...]  # commands to try afterwards
    pages: tuple[ShownPage, ...] = ()


def story_names() -> tuple[str, ...]:
    """The presets that have a story."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def load_story(preset: str) -> DemoStory:
    """The story of that preset."""
    if preset not in story_names():
        raise InvalidInput(
            f"There is no demo {preset!r}. Choose one of: {', '.join(story_names())}.",
            field="preset",
        )
    told = tomllib.loads((_FOLDER / f"{preset}.toml").read_text(encoding="utf-8"))
    return DemoStory(
        preset=preset,
        space=told["space"],
        title=told["title"],
        intro=told["intro"],
        people=tuple(told["person"]),
        processes=tuple(told.get("processes", ())),
        # Chapters may overlap in time; within a day the order of the file counts.
        acts=tuple(sorted(map(_act, told["act"]), key=lambda act: -act.ago)),
        stops=tuple(
            TourStop(stop["title"], stop["text"], _commands(stop["run"])) for stop in told["stop"]
        ),
        next=_commands(told["next"]),
        pages=tuple(ShownPage(page["title"], page["path"]) for page in told.get("page", ())),
    )


def fill_placeholders(text: str, today: datetime, id_of: Callable[[str], str]) -> str:
    """The text with `{id:key}` as the id of an item, `{day:90}` as the date 90 days ago and
    `{month:90}` as the name of its month."""

    def found(mark: re.Match[str]) -> str:
        what, word = mark.groups()
        if what == "id":
            return id_of(word)
        then = today - timedelta(days=int(word))
        return f"{then:%B}" if what == "month" else f"{then:%Y-%m-%d}"

    return _MARK.sub(found, text)


def _act(told: Mapping[str, Any]) -> StoryAct:
    fields = {name: value for name, value in told.items() if name not in StoryAct._fields}
    do = told.get("do") or ("talk" if "messages" in told else "remember")
    return StoryAct(told["ago"], told["by"], do, told.get("key"), told.get("of"), fields)


def _commands(listed: list[list[str]]) -> tuple[Command, ...]:
    return tuple(tuple(command) for command in listed)
