"""The stories as data: small, believable, and in order."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.core.errors import InvalidInput
from remembrancer.demo.clock import StoryClock
from remembrancer.demo.story import DemoStory, fill_placeholders, load_story, story_names
from remembrancer.presets import preset_files as presets

TODAY = datetime(2026, 3, 31, 0, 20, tzinfo=UTC)


@pytest.fixture(params=story_names())
def story(request: pytest.FixtureRequest) -> DemoStory:
    return load_story(request.param)


def test_every_preset_has_a_story() -> None:
    """There is one story for each preset, and no other."""
    assert story_names() == presets.names()


def test_an_unknown_story_is_told() -> None:
    """A preset without a story is refused with the names of those that have one."""
    with pytest.raises(InvalidInput, match="adviser, community, companion, corporate, desk"):
        load_story("bakery")


def test_a_story_is_small_and_lived(story: DemoStory) -> None:
    """A story makes 25 to 60 items over years, by several people with groups and roles."""
    made = [act for act in story.acts if act.do in ("remember", "supersede")]
    assert 25 <= len(made) <= 60
    assert story.acts[0].ago > 2 * 365
    assert len({act.by for act in made}) >= 3
    assert len(story.people) >= 4
    assert any(person.get("groups") for person in story.people)
    assert any("ADMIN" in person.get("roles", ()) for person in story.people)
    assert any(person.get("kind") == "agent" for person in story.people)


def test_a_story_has_everything_to_look_at(story: DemoStory) -> None:
    """Chains, private notes of several people, conversations, votes and confirmations occur."""
    verbs = {act.do for act in story.acts}
    assert {"remember", "talk", "supersede", "confirm", "vote"} <= verbs
    private = {act.by for act in story.acts if act.fields.get("is_personal")}
    assert len(private) >= 2
    replaced = [act.of for act in story.acts if act.do == "supersede"]
    replacements = {act.key for act in story.acts if act.do == "supersede"}
    assert len(set(replaced) & replacements) >= 1  # a chain of three or more
    assert len(replaced) >= 3


def test_a_story_is_told_in_order(story: DemoStory) -> None:
    """Acts are played oldest first, by people of the story, on items that exist by then."""
    ages = [act.ago for act in story.acts]
    assert ages == sorted(ages, reverse=True)
    people = {person["name"] for person in story.people}
    known: set[str] = set()
    for act in story.acts:
        assert act.by in people
        if act.of is not None:
            assert act.of in known
        if act.key is not None:
            assert act.key not in known
            known.add(act.key)


def test_processes_are_those_of_agents(story: DemoStory) -> None:
    """Only agents of the story act in processes of their own; at the desk all analysts do."""
    agents = {person["name"] for person in story.people if person.get("kind") == "agent"}
    assert set(story.processes) <= agents
    assert len(story.processes) == (3 if story.preset == "desk" else 0)


def test_a_tour_is_short(story: DemoStory) -> None:
    """A tour has 5 to 7 stops, verifies the ledger at the last, and leaves three commands."""
    assert 5 <= len(story.stops) <= 7
    assert ("audit", "verify") in story.stops[-1].run
    assert len(story.next) == 3
    shown = {command[0] for stop in story.stops for command in stop.run}
    assert {"recall", "history", "audit"} <= shown
    words = [word for stop in story.stops for command in stop.run for word in command]
    assert "--as-of" in words
    assert "--as" in words


def test_the_clock_never_runs_backwards(story: DemoStory) -> None:
    """Each act is later than the one before it, and none lies in the future, even at night."""
    clock = StoryClock(TODAY)
    moments = [clock.turn_to(act.ago, place) for place, act in enumerate(story.acts)]
    assert moments == sorted(set(moments))
    assert moments[-1] <= TODAY


def test_marks_are_filled() -> None:
    """`{day:N}` is a date, `{month:N}` a month, `{id:key}` an id, and other braces stay."""
    text = "from {day:30} to {day:-1}, in {month:179}: {id:bees} {other}"
    assert fill_placeholders(text, TODAY, {"bees": "km_1"}.__getitem__) == (
        "from 2026-03-01 to 2026-04-01, in October: km_1 {other}"
    )
