"""What is captured, summarised and due tells those it is hidden from nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory, Principal
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.answers import said
from tests.proofs.random_calls import SPACES, START
from tests.proofs.secrets_told import marks
from tests.proofs.test_isolation import outcome
from tests.proofs.wall.test_wall import filter_removed

ANNA = Principal("anna", roles=("CONTRIBUTOR",), groups=("red",))
BOT = Principal("bot", kind="agent", groups=("red",))
CARL = Principal("carl", groups=("red",))
BEN = Principal("ben")
OUTSIDERS = (
    Principal("eve"),
    Principal("mallory", groups=("green",)),
    Principal("spy", kind="agent", groups=("blue",)),
    Principal("crawler", kind="service"),
    Principal("remembrancer"),  # as workers are called
)
HIDERS: tuple[tuple[Principal, dict[str, Any]], ...] = (
    (ANNA, {"is_personal": True}),
    (CARL, {"audience": "group:red"}),
    (BOT, {"audience": "group:red"}),
)
LONG = 41  # messages: more than a window and a batch
CHANNEL = "general"
_TOKEN = re.compile(r"zq[0-9a-f]{6}|(?:km|src|conv|msg|job)_[0-9a-f]{12}")

Call = Callable[[Memory, str], Any]
BY_CONVERSATION: dict[str, Call] = {
    "get": lambda memory, id: memory.conversations.get(id),
    "messages": lambda memory, id: memory.conversations.messages(id),
    "window": lambda memory, id: memory.conversations.window(id),
    "window of one": lambda memory, id: memory.conversations.window(id, size=1),
    "close": lambda memory, id: memory.conversations.close(id),
    "append": lambda memory, id: memory.conversations.append(id, _said("eve", "hello")),
    "channel": lambda memory, id: memory.conversations.get_recent_messages(id),
}
BY_EVENT: dict[str, Call] = {
    "why": lambda memory, id: memory.sources.why(id),
    "explain": lambda memory, id: memory.sources.explain(id, _own_item(memory)),
}
BY_ITEM: dict[str, Call] = {
    "events": lambda memory, id: memory.sources.events(id),
    "explain": lambda memory, id: memory.sources.explain(_own_event(memory), id),
    "event": lambda memory, id: memory.sources.event("transfer", decisions=[id]),
}
BY_JOB: dict[str, Call] = {
    "retry": lambda memory, id: memory.jobs.retry(id),
    "unschedule": lambda memory, id: memory.jobs.unschedule(id),
}
AT_LARGE: dict[str, Callable[[Memory], Any]] = {
    "list": lambda memory: memory.jobs.list(),
    "failed": lambda memory: memory.jobs.failed(),
    "schedules": lambda memory: memory.jobs.schedules(),
    "retry": lambda memory: memory.jobs.retry(),
    "wait": lambda memory: memory.jobs.wait(),
    "feeds": lambda memory: memory.sources.feeds(),
    "collect": lambda memory: memory.sources.collect(),
    "collect dry": lambda memory: memory.sources.collect(people=["anna"], dry_run=True),
    "schedule": lambda memory: memory.jobs.schedule("collect", every="1d"),
    "channel": lambda memory: memory.conversations.get_recent_messages(CHANNEL),
    "own talk": lambda memory: _talk(memory, "eve", "talk"),
    "own meeting": lambda memory: memory.sources.meeting("m-1", _notes("mine")),
    "own event": lambda memory: memory.sources.event("transfer", id="e-1", after={"state": 1}),
    "own records": lambda memory: memory.sources.backfill([{"id": "m-1", "notes": _notes("old")}]),
    "recall": lambda memory: said(memory.recall("decided pension", explain=True)),
    "items": lambda memory: memory.items(),
    "listen": lambda memory: memory.subscribe().poll(),
}


class Refusing:
    """An extractor that fails on long conversations, and says on what."""

    is_local = True

    def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]:
        if len(messages) >= LONG:
            raise InvalidInput(f"cannot read {messages[0].content}")
        return ()


def _said(author: str, text: str, id: str | None = None) -> dict[str, Any]:
    return {"author_id": author, "content": text, **({} if id is None else {"id": id})}


def _notes(mark: str) -> dict[str, Any]:
    return {
        "financial_facts": [f"The pension of {mark} is small."],
        "action_items": [f"Ask {mark} about it."],
        "summary": f"We met {mark}.",
    }


def _own_item(memory: Memory) -> str:
    return memory.add(content="mine", is_personal=True).id


def _own_event(memory: Memory) -> str:
    return memory.sources.event("transfer", id="own", is_personal=True).event.id


def _talk(memory: Memory, author: str, id: str, mark: str = "", **place: Any) -> object:
    """A conversation that is long enough for a digest."""
    title = f"About {mark}" if mark else None
    memory.conversations.start(id, channel_id=CHANNEL, title=title, **place)
    words = [f"We decided on pension {number} {mark}." for number in range(LONG)]
    said = [_said(author, text, f"m{number} {mark}") for number, text in enumerate(words)]
    memory.conversations.append(id, said)
    return memory.conversations.window(id)


class World:
    """Three spaces in one store, and in each of them things that outsiders may not see."""

    def __init__(self, url: str, folder: Path, outsiders: Sequence[Principal] = OUTSIDERS) -> None:
        self.outsiders = outsiders
        self.clock = FrozenClock(START)
        first, *others = SPACES.items()
        self.base = Memory.open(
            url,
            space=first[0],
            preset=first[1],
            clock=self.clock,
            background=False,
            extractor=Refusing(),
        )
        self.spaces = {first[0]: self.base}
        self.spaces.update({name: self.base.in_space(name, preset) for name, preset in others})
        self.folder = folder
        self.mark = marks()
        self.talks: dict[str, list[str]] = {name: [] for name in SPACES}
        self.events: dict[str, list[str]] = {name: [] for name in SPACES}
        self.secrets: set[str] = set()  # what is not for outsiders

    def close(self) -> None:
        self.base.close()

    def hide(self, space: str) -> None:
        """Personal things and those of a group, by a person and by an agent."""
        for who, place in HIDERS:
            memory, mark = self.spaces[space].acting_as(who), self.mark()
            for id in ("talk", f"talk {mark}"):
                _talk(memory, who.name, id, mark, **place)
            memory.conversations.close(f"talk {mark}")
            self.talks[space].append(f"talk {mark}")
            meeting = {"transcript": f"{mark}: We decided {mark}.", "title": mark, **place}
            memory.sources.meeting("m-1", _notes(mark), **meeting)
            memory.sources.meeting(f"m {mark}", _notes(mark), wait=False, **meeting)
            changed = {name: {"is": mark} for name in ("before", "after", "trigger", "payload")}
            for id in ("e-1", f"e {mark}"):
                told = memory.sources.event(
                    "transfer", id=id, actor=mark, reason=f"Because of {mark}", **changed, **place
                )
                self.events[space].append(told.event.id)
            self.events[space].append(f"e {mark}")
            memory.sources.backfill([{"id": f"old {mark}", "notes": _notes(mark)}], **place)
            memory.sources.detect(self._sessions(mark), **place)

    def run(self, space: str) -> None:
        """An admin collects, schedules and lets all work be done that can be."""
        owner = self.spaces[space]
        # Notes are shared, and say in which file they stood: its path is no secret.
        path = self.folder / "notes.md"
        path.write_text("- Pay by the tenth\n", encoding="utf-8")
        owner.admin.add_person("anna", notes_path=str(path))
        owner.sources.collect()
        first = self.clock.now + timedelta(days=900)
        owner.jobs.schedule(
            "detect", every="1d", folder=self._sessions(self.mark()), first_at=first
        )
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("remembrancer.jobs.due_work.JOB_ATTEMPTS_MAX", 1)  # given up at once
            self.clock.advance(timedelta(days=1))
            owner.jobs.wait()
        assert owner.jobs.failed()

    def _sessions(self, mark: str) -> Path:
        folder = self.folder / f"sessions {mark}"
        folder.mkdir()
        told = {"type": "user", "message": {"role": "user", "content": f"We decided {mark}."}}
        (folder / f"{mark}.jsonl").write_text(f"{json.dumps(told)}\n", encoding="utf-8")
        return folder

    def all_there_is(self, space: str) -> set[str]:
        """Marks and ids in all that an admin sees."""
        owner = self.spaces[space]
        seen: list[Any] = [
            list(owner.items(limit=500, is_personal=True)),
            list(owner.items(limit=500, audience="group:red")),
            owner.jobs.list(),
            owner.sources.feeds(),
            *(owner.conversations.window(id) for id in self.talks[space]),
            *(owner.conversations.get(id) for id in self.talks[space]),
            self.events[space],
        ]
        return set(_TOKEN.findall(repr(seen)))


def build(url: str, folder: Path, outsiders: Sequence[Principal] = OUTSIDERS) -> World:
    world = World(url, folder, outsiders)
    for space in SPACES:
        world.hide(space)
        world.run(space)
        world.secrets |= world.all_there_is(space)
    return world


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    built = build(":memory:", tmp_path_factory.mktemp("captured"))
    yield built
    built.close()


def callers(world: World) -> Iterator[tuple[str, Memory]]:
    for space, memory in world.spaces.items():
        for who in world.outsiders:
            yield space, memory.acting_as(who)


def told(answer: Callable[[], Any]) -> set[str]:
    """Marks and ids in what a caller gets, be it an answer or an error."""
    try:
        return set(_TOKEN.findall(repr(answer())))
    except RemembrancerError as error:
        return set(_TOKEN.findall(f"{error} {vars(error)!r}"))


def test_the_secrets_are_there(world: World) -> None:
    """Digests, failed and waiting work, schedules, feeds, events and meetings are there to be
    told of: the proofs below look for something."""
    for space, owner in world.spaces.items():
        assert len(world.all_there_is(space)) > 40
        assert all(owner.conversations.get(id).summary for id in world.talks[space])
        assert {job.kind for job in owner.jobs.list()} - {"compress"} == {"extract", "detect"}
        assert {feed.kind for feed in owner.sources.feeds()} == {"notes", "session"}
        assert all(_TOKEN.search(job.error or "") for job in owner.jobs.failed())


def at_large(world: World, name: str) -> None:
    for space, memory in callers(world):
        leaked = told(partial(AT_LARGE[name], memory)) & world.secrets
        assert not leaked, f"{name} in {space} tells of {leaked}"


def by_conversation(world: World, name: str) -> None:
    for space, memory in callers(world):
        _same(memory, BY_CONVERSATION[name], world.talks[space][:2])


def by_event(world: World, name: str) -> None:
    for space, memory in callers(world):
        _same(memory, BY_EVENT[name], world.events[space][:3])


def by_item(world: World, name: str) -> None:
    for space, memory in callers(world):
        hidden = [one.id for one in world.spaces[space].items(audience="group:red", limit=2)]
        _same(memory, BY_ITEM[name], hidden)


def by_job(world: World, name: str) -> None:
    for space, memory in callers(world):
        owner = world.spaces[space]
        before = owner.jobs.list()
        failed = [one.id for one in owner.jobs.failed() if one.owner == "anna"]
        _same(memory, BY_JOB[name], [failed[0], *(one.id for one in owner.jobs.schedules())])
        assert owner.jobs.list() == before


@pytest.mark.parametrize("name", sorted(AT_LARGE))
def test_no_call_tells_of_what_is_hidden(world: World, name: str) -> None:
    """Whoever is outside sees no word and no id of it, whatever the call and its refusal say."""
    at_large(world, name)


@pytest.mark.parametrize("name", sorted(BY_CONVERSATION))
def test_a_hidden_conversation_is_like_none(world: World, name: str) -> None:
    """The window, the digest and the end of a hidden conversation are those of none at all."""
    by_conversation(world, name)


@pytest.mark.parametrize("name", sorted(BY_EVENT))
def test_a_hidden_event_is_like_none(world: World, name: str) -> None:
    """Nobody asks why, or says why, of an event that is hidden from them."""
    by_event(world, name)


@pytest.mark.parametrize("name", sorted(BY_ITEM))
def test_evidence_is_not_linked_to_a_hidden_item(world: World, name: str) -> None:
    """An item that the caller may not see is not there to be explained or to explain."""
    by_item(world, name)


@pytest.mark.parametrize("name", sorted(BY_JOB))
def test_work_of_others_is_like_none(world: World, name: str) -> None:
    """Nobody retries or ends what is done in another's name, nor learns that it is there."""
    by_job(world, name)


def test_the_wall_keeps_what_is_captured(tmp_path: Path) -> None:
    """On PostgreSQL all of this holds also where the queries have lost their filter."""
    with filter_removed():
        world = build(postgres.fresh_url(), tmp_path, OUTSIDERS[1:3])
        for look, names in (
            (by_conversation, BY_CONVERSATION),
            (by_event, BY_EVENT),
            (by_item, BY_ITEM),
            (by_job, BY_JOB),
            (at_large, AT_LARGE),
        ):
            for name in names:
                look(world, name)
        world.close()


def _same(memory: Memory, call: Call, hidden: Sequence[str]) -> None:
    assert hidden
    for id in hidden:
        assert outcome(call, memory, id) == outcome(call, memory, "invented")


@pytest.mark.parametrize(
    ("space", "url"),
    [
        *(
            pytest.param(space, lambda: ":memory:", id=space, marks=pytest.mark.soak if n else ())
            for n, space in enumerate(SPACES)
        ),
        pytest.param("practice", postgres.fresh_url, id="server"),
    ],
)
def test_two_worlds_of_capture_look_the_same(
    space: str, url: Callable[[], str], tmp_path: Path
) -> None:
    """What is said, met, done and due in the open looks the same, whether or not others hide
    conversations, meetings and events of the same names."""
    seen = []
    for is_hiding in (False, True):
        folder = tmp_path / str(is_hiding)
        folder.mkdir()
        world = World(url(), folder)
        if is_hiding:
            world.hide(space)
        ben = world.spaces[space].acting_as(BEN)
        for talk in ("talk", "other"):
            _talk(ben, "ben", talk)
            for number in range(3):  # more than one look into the store digests at once
                said = [_said("ben", f"We decided {n}.", f"{number}.{n}") for n in range(LONG)]
                ben.conversations.append(talk, said)
        if is_hiding:
            world.hide("data")
        ben.sources.meeting("m-1", _notes("open"), transcript="Ben: Hello.")
        ben.sources.event("transfer", id="e-1", after={"state": 1})
        worked = [ben.jobs.wait(), world.spaces[space].acting_as(OUTSIDERS[0]).jobs.wait()]
        views = (world.spaces[space].acting_as(who) for who in (BEN, *OUTSIDERS[:4]))
        seen.append((_shown(worked), [_shown(_everything(view)) for view in views]))
        world.close()
    assert seen[0] == seen[1]


def _everything(memory: Memory) -> list[Any]:
    talks = memory.conversations
    return [
        memory.jobs.list(),
        memory.jobs.failed(),
        memory.sources.feeds(),
        talks.get_recent_messages(CHANNEL),
        *((talks.get(id), talks.window(id), talks.window(id, size=3)) for id in ("talk", "other")),
        outcome(lambda memory, id: memory.sources.why(id), memory, "e-1"),
        list(memory.items()),
        memory.stats(),
    ]


def _shown(value: Any) -> str:
    """With ids that chance drew replaced by the order in which they come."""
    text = repr(value)
    places = {id: f"id {n}" for n, id in enumerate(dict.fromkeys(_TOKEN.findall(text)))}
    return _TOKEN.sub(lambda found: places[found[0]], text)
