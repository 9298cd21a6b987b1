"""Plays a story into a store, act by act, through the public API only."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.core.principal import Principal
from remembrancer.demo.acts import AT_THE_DESK, ReadyAct, perform
from remembrancer.demo.clock import StoryClock
from remembrancer.demo.desk_agents import AgentProcess
from remembrancer.demo.story import DemoStory, StoryAct, fill_placeholders
from remembrancer.memory import Memory
from remembrancer.ports import Progress

BUILDER = Principal("remembrancer-demo", roles=("ADMIN",))  # its name marks a demo store


class PlayedStory(NamedTuple):
    """The result of playing a story."""

    ids: Mapping[str, str]  # item ids by their keys in the story
    items: int
    messages: int
    since: datetime  # time of the first act


class StoryPlayer:
    """Plays acts, and keeps the people, the item ids and the clock."""

    def __init__(
        self,
        memory: Memory,
        path: Path,
        story: DemoStory,
        clock: StoryClock,
        *,
        in_processes: bool,
    ) -> None:
        self._memory = memory
        self._path = path
        self._story = story
        self._clock = clock
        self._apart = frozenset(story.processes if in_processes else ())
        self._agents = tuple(
            person["name"] for person in story.people if person.get("kind") == "agent"
        )
        self._seen_by: dict[str, Memory] = {}
        self._processes: dict[str, AgentProcess] = {}
        self._opened = ExitStack()
        self.ids: dict[str, str] = {}

    def __enter__(self) -> Self:
        """Registers the people, and starts the processes of agents that have one."""
        with ExitStack() as opened:
            for person in self._story.people:
                principal = self._memory.admin.add_person(**person).as_principal()
                self._seen_by[principal.name] = self._memory.acting_as(principal)
                if principal.name in self._apart:
                    process = AgentProcess(self._path, self._story.space, principal)
                    self._processes[principal.name] = opened.enter_context(process)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    def play(self, act: StoryAct) -> None:
        action = ReadyAct(
            by=act.by,
            do=act.do,
            of="" if act.of is None else self.ids[act.of],
            fields=self._fill(act.fields),
            now=self._clock.now,
            agents=self._agents,
        )
        process = self._processes.get(act.by) if act.do in AT_THE_DESK else None
        id = process.perform(action) if process else perform(self._seen_by[act.by], action)
        if act.key is not None and id is not None:
            self.ids[act.key] = id

    def _fill(self, value: Any) -> Any:
        """The value with all placeholders in its texts filled, at any depth."""
        if isinstance(value, str):
            return fill_placeholders(value, self._clock.today, self.ids.__getitem__)
        if isinstance(value, Mapping):
            return {name: self._fill(one) for name, one in value.items()}
        return [self._fill(one) for one in value] if isinstance(value, list) else value


def play_story(
    story: DemoStory,
    path: Path,
    *,
    today: datetime,
    progress: Progress | None = None,
    in_processes: bool = True,
) -> PlayedStory:
    """Builds the space of a story in a new store.

    Agents that have processes of their own start them; without `in_processes` they act in this one,
    and the story is the same.
    """
    clock = StoryClock(today)
    first = clock.turn_to(story.acts[0].ago + 1, 0)
    with (
        Memory.open(
            path,
            space=story.space,
            preset=story.preset,
            principal=BUILDER,
            clock=clock,
            background=False,
        ) as memory,
        StoryPlayer(memory, path, story, clock, in_processes=in_processes) as player,
    ):
        for place, act in enumerate(story.acts, start=1):
            clock.turn_to(act.ago, place)
            player.play(act)
            if progress is not None:
                progress(place, len(story.acts))
        return PlayedStory(
            ids=player.ids,
            items=_items(memory),
            messages=memory.stats(by=()).messages,
            since=first,
        )


def _items(memory: Memory) -> int:
    """How many items the story left, all of them counted."""
    page = memory.items(limit=PAGE_ITEMS_MAX)
    count = len(page)
    while page.next is not None:
        page = memory.items(limit=PAGE_ITEMS_MAX, cursor=page.next)
        count += len(page)
    return count
