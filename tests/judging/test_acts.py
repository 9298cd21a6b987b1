"""What the memory does with a later statement, in stories told through the public verbs."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from remembrancer import Memory
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.kinds.tasks import is_done
from remembrancer.testing import FrozenClock
from tests.judging import act_examples
from tests.judging.act_examples import Story
from tests.judging.left_alone_examples import LEFT_ALONE

_CHAT = re.compile(r"([a-z]+): ")  # a line of a chat, with who wrote it


class Told:
    """The items and flags after a story."""

    def __init__(self, story: Story) -> None:
        clock = FrozenClock("2026-03-02T09:00:00+00:00")
        with Memory.open(
            ":memory:",
            space="acts",
            preset=story.preset,
            clock=clock,
            background=False,
            embedder="none",
        ) as memory:
            memory.admin.configure({"language": story.language})
            memory = memory.in_space("acts")
            for number, text in enumerate(story.said):
                if (line := _CHAT.match(text)) is not None:
                    talk = memory.conversations.start(f"chat-{number}", subject="harbour")
                    said = {"author_id": line[1], "content": text[line.end() :]}
                    memory.conversations.append(talk.id, said)
                    memory.conversations.close(talk.id)
                else:
                    memory.remember(text, subject="harbour")
                memory.jobs.wait()
                clock.advance(timedelta(days=2))
            self.items = list(memory.items(limit=100))
            self.flags = [(one.a.id, one.b.id) for one in memory.review.contradictions()]

    def found(self, pattern: str) -> list[Item]:
        return [one for one in self.items if re.search(pattern, one.content)]

    def in_use(self, pattern: str) -> list[Item]:
        return [
            one
            for one in self.found(pattern)
            if one.lifecycle is Lifecycle.ACTIVE and not is_done(one)
        ]

    def are_noticed(self, old: str, new: str) -> bool:
        before, after = self.found(old), self.in_use(new)
        pairs = {frozenset(pair) for pair in self.flags}
        stale = [one for one in before if one.lifecycle is Lifecycle.ACTIVE and one not in after]
        return bool(before and after) and all(
            any(frozenset((one.id, other.id)) in pairs for other in after) for one in stale
        )


def _named(stories: list[Story]) -> list[object]:
    return [pytest.param(one, id=one.name) for one in stories]


@pytest.mark.parametrize("story", _named(act_examples.SIDE_BY_SIDE))
def test_a_second_thing_stands_beside_the_first(story: Story) -> None:
    """What is added, joint, seasonal or imagined replaces nothing and opens no contradiction."""
    told = Told(story)
    assert [one for one in story.stands if not told.in_use(one)] == []
    assert told.flags == []


@pytest.mark.parametrize("story", _named(act_examples.LOOK_ALIKE))
def test_what_looks_alike_is_left_alone(story: Story) -> None:
    """Statements about different things neither replace nor contradict each other."""
    told = Told(story)
    assert told.flags == []
    assert [one.content for one in told.items if one.lifecycle is not Lifecycle.ACTIVE] == []


@pytest.mark.parametrize("story", _named(LEFT_ALONE))
def test_what_says_nothing_about_now_leaves_what_is_known_in_use(story: Story) -> None:
    """A plan, advice, hearsay, or what another person or another year had, replaces nothing."""
    told = Told(story)
    assert [one for one in story.stands if not told.in_use(one)] == []


@pytest.mark.parametrize("story", _named(act_examples.OPPOSITES + act_examples.CORRECTIONS))
def test_what_is_taken_back_does_not_stay_unnoticed(story: Story) -> None:
    """The earlier statement is replaced, or a person is asked."""
    assert story.noticed is not None
    assert Told(story).are_noticed(*story.noticed)


@pytest.mark.parametrize("story", _named(act_examples.DONE))
def test_what_is_done_is_closed(story: Story) -> None:
    """A task that somebody reports as done, and a question that is decided, are open no more."""
    told = Told(story)
    assert [one for one in story.ended if not told.found(one)] == []
    assert [one for one in story.ended if told.in_use(one)] == []


@pytest.mark.parametrize("story", _named(act_examples.NOT_DONE))
def test_what_is_not_done_stays_open(story: Story) -> None:
    """Another thing, a plan, a part or a condition closes nothing."""
    told = Told(story)
    assert [one for one in story.stands if not told.in_use(one)] == []
