"""Plays a story into a store, act by act, through the public API only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.core.principal import Principal
from remembrancer.demo.clock import StoryClock
from remembrancer.demo.story import DemoStory, StoryAct, fill_placeholders
from remembrancer.memory import Memory
from remembrancer.ports import Progress

BUILDER = Principal("remembrancer-demo", roles=("ADMIN",))  # its name marks a demo store
_BETWEEN_MESSAGES = timedelta(seconds=40)


class PlayedStory(NamedTuple):
    """The result of playing a story."""

    ids: Mapping[str, str]  # item ids by their keys in the story
    items: int
    messages: int
    since: datetime  # time of the first act


class StoryPlayer:
    """Plays acts, and keeps the people, the item ids and the clock."""

    def __init__(self, memory: Memory, clock: StoryClock, today: datetime) -> None:
        self._memory = memory
        self._clock = clock
        self._today = today
        self._seen_by: dict[str, Memory] = {}
        self.ids: dict[str, str] = {}
        self.items = 0
        self.messages = 0

    def register(self, person: Mapping[str, Any]) -> None:
        registered = self._memory.admin.add_person(**person)
        self._seen_by[registered.name] = self._memory.acting_as(registered.as_principal())

    def play(self, act: StoryAct) -> None:
        memory = self._seen_by[act.by]
        fields = self._fill(act.fields)
        if act.do == "remember":
            self._remember(memory, act, fields)
        elif act.do == "talk":
            self._talk(memory, fields)
        elif act.do == "meeting":
            self._meet(memory, fields)
        elif act.do == "event":
            self._keep(act, memory.sources.event(fields.pop("event"), **fields).trace.id)
        elif act.do == "supersede":
            self._keep(act, memory.supersede(self._id(act), **fields).id)
        elif act.do == "decide":
            self._keep(act, memory.decisions.record(fields.pop("type"), **fields).id)
        elif act.do == "policy":
            self._keep(act, memory.policies.add(fields.pop("name"), **fields).id)
        elif act.do == "link":
            memory.decisions.link(**fields)
        elif act.do == "outcome":
            memory.decisions.outcome(self._id(act), fields["outcome"], value=fields.get("value"))
        elif act.do == "client":
            memory.graph.entity(**fields)
        elif act.do == "vote":
            memory.vote(self._id(act), fields["value"])
        else:
            self._change(memory, act.do)(self._id(act), **fields)

    def _remember(self, memory: Memory, act: StoryAct, fields: dict[str, Any]) -> None:
        """Stores a text or a conversation as one item, or extracts items with `infer`."""
        text, infer = fields.pop("text"), fields.pop("infer", False)
        if "reason" in fields:  # a mandate in one step
            self._keep(act, memory.add(content=text, **fields).id)
            return
        origin = {"type": fields.get("source_type"), "id": fields.pop("source", None)}
        if isinstance(text, list):
            said = self._timed(text)
            remembered = memory.remember(said, source=origin["id"], infer=infer, **fields)
            self.messages += len(said)
        else:
            given = {name: value for name, value in origin.items() if value is not None}
            remembered = memory.remember(text, source=given or None, infer=infer, **fields)
            self.messages += infer  # the raw text is a message too
        for item in remembered.items:
            self._keep(act, item.id)

    def _talk(self, memory: Memory, fields: dict[str, Any]) -> None:
        said = self._timed(fields.pop("messages"))
        place = memory.conversations.start(fields.pop("id"), **fields)
        memory.conversations.append(place.id, said)
        self.messages += len(said)

    def _meet(self, memory: Memory, fields: dict[str, Any]) -> None:
        remembered = memory.sources.meeting(occurred_at=self._clock.now, **fields)
        self.items += len(remembered.items)
        if remembered.conversation_id is not None:
            self.messages += len(memory.conversations.messages(remembered.conversation_id))

    def _keep(self, act: StoryAct, id: str) -> None:
        self.items += 1
        if act.key is not None:
            self.ids[act.key] = id

    def _id(self, act: StoryAct) -> str:
        return self.ids[act.of or ""]

    def _timed(self, said: list[list[str]]) -> list[dict[str, Any]]:
        return [
            {
                "author_id": author,
                "content": content,
                "timestamp": self._clock.now + place * _BETWEEN_MESSAGES,
            }
            for place, (author, content) in enumerate(said)
        ]

    def _change(self, memory: Memory, verb: str) -> Callable[..., object]:
        verbs: dict[str, Callable[..., object]] = {
            "approve": memory.review.approve,
            "reject": memory.review.reject,
            "mandate": memory.review.mandate,
            "revoke": memory.review.revoke,
            "confirm": memory.confirm,
            "dismiss": memory.dismiss,
            "share": memory.share,
            "update": memory.update,
        }
        return verbs[verb]

    def _fill(self, value: Any) -> Any:
        """The value with all placeholders in its texts filled, at any depth."""
        if isinstance(value, str):
            return fill_placeholders(value, self._today, self.ids.__getitem__)
        if isinstance(value, Mapping):
            return {name: self._fill(one) for name, one in value.items()}
        return [self._fill(one) for one in value] if isinstance(value, list) else value


def play_story(
    story: DemoStory, path: Path, *, today: datetime, progress: Progress | None = None
) -> PlayedStory:
    """Builds the space of a story in a new store."""
    clock = StoryClock(today)
    first = clock.turn_to(story.acts[0].ago + 1, 0)
    with Memory.open(
        path,
        space=story.space,
        preset=story.preset,
        principal=BUILDER,
        clock=clock,
        background=False,
    ) as memory:
        player = StoryPlayer(memory, clock, today)
        for person in story.people:
            player.register(person)
        for place, act in enumerate(story.acts, start=1):
            clock.turn_to(act.ago, place)
            player.play(act)
            if progress is not None:
                progress(place, len(story.acts))
    return PlayedStory(ids=player.ids, items=player.items, messages=player.messages, since=first)
