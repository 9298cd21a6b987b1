"""The suites of conversations are sound: every key exists, and each world fills a space."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from tests.conftest import START, MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.inquiry.suites import (
    ALL_SUITES,
    SUITES,
    Score,
    World,
    WorldConversation,
    fill,
    load,
    score,
    total,
)

KINDS = {"Person", "Org", "Place", "Topic", "Skill", "Project", "Event"}
CONVERSATIONS = 40
NOTHING_NEEDED_MIN = 4  # conversations of a suite that need no fact
SHARED_MAX = 1 / 3  # of the content words of a conversation of the second suite
LETTERS_MIN = 4  # shorter words are mostly "the", "och", "who"
_DATE = re.compile(r"\d{4}(-\d\d){0,2}")

every_suite = pytest.mark.parametrize("name", ALL_SUITES)


def content_words(conversation: WorldConversation) -> set[str]:
    text = " ".join(one.content for one in conversation.messages).casefold()
    return {word for word in re.findall(r"[^\W\d_]+", text) if len(word) >= LETTERS_MIN}


def all_conversations(name: str) -> list[WorldConversation]:
    return [one for world in load(name) for one in world.conversations]


def first_day(text: str) -> datetime:
    """The day that a date begins with, of which month and day may be left out."""
    assert _DATE.fullmatch(text), text
    return datetime.fromisoformat(text + "-01-01"[len(text) - 4 :]).replace(tzinfo=UTC)


@pytest.mark.parametrize("name", SUITES)
def test_the_size_of_a_suite(name: str) -> None:
    """A suite has 5 worlds, one of them mainly Swedish, with 40 conversations; some need no fact,
    and what is tried is of many sorts."""
    worlds = load(name)
    found = all_conversations(name)
    assert len({one.key for one in worlds}) == len(worlds) == 5
    assert sorted(one.language for one in worlds) == ["english"] * 4 + ["swedish"]
    assert len({one.key for one in found}) == len(found) == CONVERSATIONS
    assert sum(not one.needed for one in found) >= NOTHING_NEEDED_MIN
    assert {one.asks for one in found} == {
        *("participants", "mentioned_person", "fan_out", "who_to_ask", "relation", "said_before"),
        *("event", "contradiction", "shared_name", "not_there", "smalltalk"),
    }
    for world in worlds:
        assert 12 <= sum(one.kind == "Person" for one in world.nodes) <= 25
        assert 40 <= len(world.relations) <= 90
        assert 60 <= len(world.messages) <= 150
        assert 2 <= len({one.channel_id for one in world.messages}) <= 4
        assert world.items


@every_suite
def test_every_key_exists(name: str) -> None:
    """No key is used twice in a world, and whatever a relation, a message or a conversation names
    is in its world."""
    for world in load(name):
        keys = world.keys()
        assert len(set(keys)) == len(keys)
        people = {one.key for one in world.nodes if one.kind == "Person"}
        nodes = {one.key for one in world.nodes}
        said = {one.key for one in world.messages}
        channels = {one.channel_id for one in world.messages}
        facts = set(keys) - nodes
        assert {one.kind for one in world.nodes} <= KINDS
        assert {one.author for one in world.messages} <= people
        assert {end for one in world.relations for end in (one.source, one.target)} <= nodes
        assert nodes == {end for one in world.relations for end in (one.source, one.target)}
        for edge in world.relations:
            assert edge.evidence
            assert set(edge.evidence) <= said
        for talk in world.conversations:
            assert talk.channel_id in channels
            assert 1 <= len(talk.messages) <= 6
            assert {one.author for one in talk.messages} <= people
            assert talk.right <= facts
            assert set(talk.same) <= set(talk.needed)
            assert len(talk.needed) <= 8
            assert not set(talk.needed) & set(talk.useful)


@every_suite
def test_dates_are_valid(name: str) -> None:
    """Every time has a zone and lies before the clock of the tests, conversations come after all
    messages, and nothing ends before it begins."""
    now = datetime.fromisoformat(START)
    for world in load(name):
        newest = max(one.timestamp for one in world.messages)
        for talk in world.conversations:
            times = [one.timestamp for one in talk.messages]
            assert newest < times[0] <= times[-1] < now
            assert times == sorted(times)
        details = [one.attrs for one in world.nodes] + [one.attrs for one in world.relations]
        for attrs in details:
            dates = [first_day(str(attrs[key])) for key in ("startDate", "endDate") if key in attrs]
            assert dates == sorted(dates)
        assert all(one.valid_until is None or one.valid_until < now for one in world.relations)


def test_the_second_suite_speaks_of_other_things() -> None:
    """No conversation of the second suite has more than a third of its content words in common
    with one of the first; worlds share no person."""
    first = [content_words(one) for one in all_conversations("first")]
    for talk in all_conversations("second"):
        words = content_words(talk)
        assert max(len(words & other) for other in first) <= SHARED_MAX * len(words), talk.key
    people = [
        {one.external_id for world in load(name) for one in world.nodes if one.external_id}
        for name in SUITES
    ]
    assert not people[0] & people[1]


@pytest.mark.parametrize(
    "world",
    [pytest.param(one, id=f"{name}-{one.key}") for name in ALL_SUITES for one in load(name)],
)
@ON_THE_FASTEST
def test_a_world_fills_a_space(memory: MemoryFactory, world: World) -> None:
    """All of it is stored through the public verbs as it stands, each relation proven, and nothing
    else is drawn from the messages."""
    space = memory("community")
    ids = fill(space, world)
    assert len(set(ids.values())) == len(ids)
    stored = {one.id: one for one in space.graph.relations(ended=True, limit=200).relations}
    assert set(stored) == {ids[one.key] for one in world.relations}
    for edge in world.relations:
        relation = stored[ids[edge.key]]
        assert relation.is_proven
        assert set(relation.evidence) == set(edge.evidence)
        assert relation.attrs == edge.attrs
    assert len(space.graph.entities(limit=200).entities) == len(world.nodes)
    authors = {one.key: one.external_id for one in world.nodes}
    for channel in {one.channel_id for one in world.messages}:
        said = [(one.id, one.author_id, one.channel_id, one.timestamp)
                for one in space.conversations.messages(channel)]  # fmt: skip
        assert said == [
            (one.key, authors[one.author], channel, one.timestamp)
            for one in world.messages
            if one.channel_id == channel
        ]
    for note in world.items:
        assert space.get(ids[note.key]).content == note.content
    for talk in world.conversations:
        everything = [ids[one] for one in talk.right]
        assert score(everything, talk, ids).recall == 1.0
        assert world.request(talk)["messages"][0]["author_id"] == authors[talk.messages[0].author]


def test_the_score_counts_facts() -> None:
    """What is neither needed nor useful lowers precision, what is missing lowers recall, another
    way to say a needed fact counts, and a suite's score is that of all its facts."""
    talk = WorldConversation(
        key="c", asks="event", channel_id="x", messages=(),
        needed=("r1", "i1"), same={"i1": ("m1",)}, useful=("r2",),
    )  # fmt: skip
    keys = {"r1": "rel_1", "r2": "rel_2", "r3": "rel_3", "i1": "km_1", "m1": "m1"}
    half = score(["rel_1", "rel_3", "rel_3"], talk, keys)
    assert (half.precision, half.recall) == (0.5, 0.5)
    whole = score(["rel_1", "m1", "km_1", "rel_2"], talk, keys)
    assert (whole.precision, whole.recall) == (1.0, 1.0)
    assert total([half, whole]) == Score(found=6, right=5, needed=4, hit=3)
    none = score([], talk, keys)
    assert (none.precision, none.recall) == (1.0, 0.0)
    quiet = talk.model_copy(update={"needed": (), "same": {}, "useful": ()})
    assert (score([], quiet, keys).recall, score(["km_1"], quiet, keys).precision) == (1.0, 0.0)
