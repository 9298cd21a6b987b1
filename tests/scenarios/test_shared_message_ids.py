"""Ids of messages are their callers' own: where two use the same one, a request has both."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from tests.people import ANNA, BERT
from tests.scenarios.stage import Stage


def say(memory: Memory, id: str, content: str, **fields: str) -> None:
    author = memory._session.principal.name
    memory.conversations.append(
        "chat", {"id": id, "author_id": author, "content": content, **fields}
    )


@pytest.fixture
def owner(stage: Stage) -> Memory:
    memory = stage.open("companion")
    memory.conversations.start("chat")
    return memory


def test_each_message_is_in_the_request_once(owner: Memory) -> None:
    """In the order in which they were said; the receipt replays them byte for byte, to each."""
    for memory, content in (
        (owner, "Rent is due."),
        (owner.acting_as(ANNA), "Rent is paid."),
        (owner.acting_as(BERT), "Which rent?"),
    ):
        say(memory, "m1", content)
    for memory in (owner, owner.acting_as(ANNA), owner.acting_as(BERT)):
        made = memory.compose(conversation_id="chat", message="So?")
        said = [one["content"] for one in made.messages if one["role"] == "user"]
        assert said == ["Rent is due.", "Rent is paid.", "Which rent?", "So?"]
        found = memory.receipt(made.receipt or "")
        assert found.is_intact
        told = [(one.message_id, one.owner) for one in found.included]
        assert told == [("m1", "owner"), ("m1", ANNA.name), ("m1", BERT.name)]


def test_a_message_of_the_summary_is_not_one_of_the_window(owner: Memory) -> None:
    """An old message and one of the last may have the same id: each has its own place."""
    anna = owner.acting_as(ANNA)
    for number in range(21):
        say(owner, f"m{number}", f"We decided to file report {number} ourselves.")
    for number in range(3):
        say(anna, f"m{number}", f"And what of case {number}?")
    made = owner.compose(conversation_id="chat", message="So?")
    found = owner.receipt(made.receipt or "")
    assert found.is_intact
    told = [(one.part, one.message_id, one.owner) for one in found.included]
    assert len(told) == len(set(told))
    assert ("conversation", "m0", ANNA.name) in told
    assert ("summary", "m0", "owner") in told
    assert ("summary", "m0", ANNA.name) not in told
