"""Parts of a session that are sent from another machine: each line once, whatever is repeated."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from remembrancer import InvalidInput, Memory, Principal
from tests.remote import House


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    opened = House()
    yield opened
    opened.close()


@pytest.fixture(params=["embedded", "remote"])
def memory(request: pytest.FixtureRequest, house: House) -> Iterator[Memory]:
    """A memory beside its store, and the same one over the wire."""
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as opened:
        yield opened if request.param == "embedded" else house.enter(opened)


def line(number: int, text: str = "Orders settle after three days.") -> str:
    said = {"type": "user", "uuid": f"u{number}", "message": {"role": "user", "content": text}}
    return json.dumps(said) + "\n"


def texts(memory: Memory, name: str = "session:s1") -> list[str]:
    return [one.id for one in memory.conversations.messages(name)]


def test_parts_follow_each_other(memory: Memory) -> None:
    """The answer says where the next part begins, and half a line waits for its end."""
    whole = line(1) + line(2)
    first = memory.sources.session("s1", line(1) + line(2)[:9], offset=0)
    assert (first.messages_new, first.offset) == (1, len(line(1)))
    second = memory.sources.session("s1", whole[first.offset :], offset=first.offset)
    assert (second.messages_new, second.offset) == (1, len(whole))
    assert texts(memory) == ["u1", "u2"]


def test_a_part_that_comes_again_adds_nothing(memory: Memory) -> None:
    """Where an answer was lost, the same part with more behind it stores only what is new."""
    odd = '{"type": "snapshot", "files": 3}\n'
    memory.sources.session("s1", line(1) + odd, offset=0)
    again = memory.sources.session("s1", line(1) + odd + odd + line(2), offset=0)
    assert (again.messages_new, again.unknown) == (1, 1)
    assert texts(memory) == ["u1", "u2"]


def test_a_gap_is_not_taken(memory: Memory) -> None:
    """A part before which something is missing stores nothing and says where to go on."""
    memory.sources.session("s1", line(1), offset=0)
    told = memory.sources.session("s1", line(9), offset=5_000)
    assert (told.messages_new, told.offset) == (0, len(line(1)))
    assert texts(memory) == ["u1"]


def test_what_was_too_long_is_counted(memory: Memory) -> None:
    """Bytes that could not be sent are no gap, and are told as a line passed over."""
    memory.sources.session("s1", line(1), offset=0)
    at = len(line(1)) + 4_000_000
    told = memory.sources.session("s1", line(2), offset=at, passed=4_000_000)
    assert (told.messages_new, told.unreadable, told.offset) == (1, 1, at + len(line(2)))


def test_a_transcript_written_anew(memory: Memory) -> None:
    """It is read from its beginning; what is known stays one message, other words are kept raw."""
    memory.sources.session("s1", line(1) + line(2), offset=0)
    told = memory.sources.session("s1", line(1, "Other words.") + line(3), offset=0, anew=True)
    assert (told.messages_new, told.conflicts) == (1, 1)
    assert told.offset == len(line(1, "Other words.") + line(3))
    assert texts(memory) == ["u1", "u2", "u3"]


def test_two_people_of_one_session_name(memory: Memory) -> None:
    """Whoever uses a name that is taken gets a conversation of their own."""
    memory.sources.session("s1", line(1), offset=0)
    other = memory.acting_as(Principal("maya", roles=["CONTRIBUTOR"]))
    assert other.sources.session("s1", line(1), offset=0).messages_new == 1
    assert len({feed.name for feed in memory.sources.feeds()}) == 2


@pytest.mark.parametrize(
    "given", [{"offset": -1}, {"offset": 1 << 60}, {"offset": 1, "passed": 2}, {"name": " "}]
)
def test_what_is_no_part_is_refused(memory: Memory, given: dict[str, object]) -> None:
    """Offsets that cannot be are told by their names, and nothing is stored."""
    wrong = {"name": "s1", "lines": line(1), "offset": 0, **given}
    with pytest.raises(InvalidInput):
        memory.sources.session(**wrong)  # type: ignore[arg-type]
    assert memory.sources.feeds() == ()
