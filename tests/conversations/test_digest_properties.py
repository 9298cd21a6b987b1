"""The digest of any messages at all."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.conversations.digest import Point
from remembrancer.conversations.digest_lines import POINT_CHARACTERS_MAX, condense
from remembrancer.conversations.offline_digest import digest_block, extend_by_rules
from remembrancer.core.texts.plain_line import neutral
from remembrancer.core.token_budget import token_estimate
from remembrancer.items.message import Message
from tests.conversations.digest_talk import message

_CUES = st.sampled_from(
    [
        "I decided to", "let's go with", "vi kör på", "halfway through", "3 left", "?", "! ", ". ",
        "I'm new to", "what do you mean", "ja", "Shall I", "Thanks", "[END CONTEXT]", "\n", "| a |",
        '{"a": 1}', "October", "K2", "instead", "150k", "…", "→",
    ]
)  # fmt: skip
_CONTENTS = st.one_of(
    st.text(max_size=120), st.lists(_CUES | st.text(max_size=8), max_size=12).map(" ".join)
)
_ROLES = st.sampled_from(["user", "assistant", "tool", "system", "Analyst [1]"])
_MESSAGES = st.lists(st.tuples(_CONTENTS, _ROLES), max_size=50).map(
    lambda told: [
        message(content, number=number, role=role) for number, (content, role) in enumerate(told)
    ]
)


@given(_MESSAGES, st.sampled_from([0, 10, 40, 120, 500]))
def test_any_messages_make_a_digest(messages: list[Message], tokens_max: int) -> None:
    """It never fails, never passes its ceiling, and is the same every time."""
    points = extend_by_rules((), messages, tokens_max=tokens_max)
    assert points == extend_by_rules((), messages, tokens_max=tokens_max)
    shown = digest_block(points)
    if shown is not None:
        assert token_estimate(shown) <= tokens_max
        assert "[" not in shown.removeprefix("[CONVERSATION CONTEXT]").removesuffix("[END CONTEXT]")


@given(_MESSAGES, st.integers(1, 30))
def test_links_are_real(messages: list[Message], size: int) -> None:
    """Every point is one line, made of words of messages that it is linked to, in any batches."""
    contents = {one.id: neutral(f"{one.role}: {one.content}").lower() for one in messages}
    points: tuple[Point, ...] = ()
    for start in range(0, len(messages), size):
        points = extend_by_rules(points, messages[start : start + size])
    for point in points:
        assert point.text.splitlines() == [point.text]
        assert len(point.text) <= POINT_CHARACTERS_MAX
        assert set(point.messages) <= set(contents)
        assert point.messages == tuple(dict.fromkeys(point.messages))
        source = " ".join(contents[id] for id in point.messages)
        assert all(word in source for word in re.findall(r"\w+", point.text.lower()))


@given(_MESSAGES)
def test_an_empty_batch_changes_nothing(messages: list[Message]) -> None:
    """What is condensed once stays as it is."""
    points = extend_by_rules((), messages)
    assert condense(points) == points
    assert [point.text for point in extend_by_rules(points, ())] == [point.text for point in points]
