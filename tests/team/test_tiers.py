"""The three tiers: what is found where, for how long, and what makes room."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Conflict, Memory, NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, Engine
from tests.team.desk import agent, opened

SMALL = {"desk": {"l1_entries": 3, "l2_entries": 5}}


def test_private_until_pushed(memory: MemoryFactory) -> None:
    """S3-01: what A puts is not visible to B until it is pushed; then it is, by push and pull."""
    desk = opened(memory("desk"))
    a, b = agent(desk, "financial"), agent(desk, "risk")
    a.put("retail margins", "Retail margins of ACME fall")
    with pytest.raises(NotFound):
        b.get("retail margins")
    assert b.pull() == ()
    (pushed,) = a.push()
    assert pushed.receivers == ("risk",)
    (update,) = b.pull()
    assert (update.key, update.sender) == ("retail margins", "financial")
    found = b.get("retail margins")
    assert (found.value, found.tier, found.sender) == (
        "Retail margins of ACME fall",
        "L2",
        "financial",
    )


def test_read_through_says_the_tier(memory: MemoryFactory) -> None:
    """S3-06: the first read of what others shared is from L3, the second from L1."""
    desk = opened(memory("desk"))
    agent(desk, "financial").put("ratio", [1, 2], kind="ratio_pattern")
    agent(desk, "financial").push()
    own = agent(desk, "strategy")
    assert [own.get("ratio").tier for _ in range(3)] == ["L3", "L1", "L1"]
    assert agent(desk, "financial").get("ratio").tier == "L1"


def test_the_101st_entry_evicts_one(memory: MemoryFactory) -> None:
    """S3-02: L1 holds 100 entries; the least recently used goes, and is still in L2."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    for number in range(100):
        own.put(f"k{number}", number, is_shared=False)
    assert own.get("k0").tier == "L1"
    own.put("k100", 100, is_shared=False)
    assert own.get("k0").tier == "L1"
    assert own.get("k1").tier == "L2"
    assert own.get("k1").tier == "L1"


def test_l1_forgets_after_hours(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S3-02: an entry older than its time is gone from L1; L2 still has it."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    own.put("k", 1, is_shared=False)
    clock.advance(timedelta(hours=3, minutes=59))
    assert own.get("k").tier == "L1"
    clock.advance(timedelta(minutes=1))
    assert own.get("k").tier == "L2"


def test_l2_forgets_after_weeks_unless_it_is_used(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S3-03: use extends an entry's life; what is not used for three weeks is gone."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    own.put("used", 1, is_shared=False)
    own.put("unused", 2, is_shared=False)
    for _ in range(3):
        clock.advance(timedelta(days=20))
        assert own.get("used").value == 1
    with pytest.raises(NotFound):
        own.get("unused")
    clock.advance(timedelta(days=21))
    with pytest.raises(NotFound):
        own.get("used")


def test_what_is_over_its_time_makes_room(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Entries past their time are removed by later writes, and what is shared is in L3 for ever."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    own.put("shared", "stays", kind="ratio_pattern")
    own.push()
    clock.advance(timedelta(days=365))
    own.put("other", 1, is_shared=False)
    found = own.get("shared")
    assert (found.value, found.tier, found.sender) == ("stays", "L3", None)


def test_l2_evicts_the_least_recently_used(memory: MemoryFactory) -> None:
    """S3-03, at a small size: one entry too many evicts the one that was used longest ago, also
    where it was used in L1 alone. L1 never shows what L2 has evicted."""
    desk = opened(memory("desk"))
    desk.admin.configure(SMALL)
    own = agent(desk.in_space(desk._session.space.name), "financial")
    for number in range(5):
        own.put(f"k{number}", number, is_shared=False)
    assert own.get("k0").tier == "L2"
    assert own.get("k0").tier == "L1"
    own.put("k5", 5, is_shared=False)
    own.put("k6", 6, is_shared=False)
    for key in ("k1", "k2"):
        with pytest.raises(NotFound):
            own.get(key)
    assert own.get("k0").value == 0
    assert own.get("k3").value == 3


def test_eviction_never_takes_what_waits_to_be_pushed(memory: MemoryFactory) -> None:
    """A full memory of waiting entries refuses another one, with a sentence, and loses none."""
    desk = opened(memory("desk"))
    desk.admin.configure(SMALL)
    own = agent(desk.in_space(desk._session.space.name), "financial")
    for number in range(5):
        own.put(f"k{number}", number)
    with pytest.raises(Conflict, match="Push them first"):
        own.put("k5", 5)
    assert len(own.pending()) == 5
    own.push()
    own.put("k5", 5)
    assert own.get("k5").value == 5
    assert own.get("k0").tier == "L3"


@ON_CONNECTIONS
def test_l2_survives_a_restart_and_one_process_holds_l1(
    engine: Engine, tmp_path: Path, clock: FrozenClock
) -> None:
    """S3-03: entries outlive the process. Two processes never read different values: the one
    without L1 works on L2, and its writes are seen at once by the one that holds it."""
    url = engine.fresh_url(tmp_path)
    with Memory.open(url, preset="desk", clock=clock, background=False) as first:
        opened(first)
        agent(first, "financial").put("k", "one", is_shared=False)
    with (
        Memory.open(url, clock=clock, background=False) as second,
        Memory.open(url, clock=clock, background=False) as third,
    ):
        clock.advance(timedelta(seconds=61))  # the first process ended, and its lease with it
        one, other = agent(second, "financial"), agent(third, "financial")
        assert [one.get("k").tier, one.get("k").tier] == ["L2", "L1"]
        assert [other.get("k").tier, other.get("k").tier] == ["L2", "L2"]
        other.put("k", "two", is_shared=False)
        found = one.get("k")
        assert (found.value, found.tier) == ("two", "L2")
        assert one.get("k").tier == "L1"
        clock.advance(timedelta(seconds=61))
        assert other.get("k").tier == "L2"
        assert other.get("k").tier == "L1"  # it took over
        assert one.get("k").tier == "L2"
        one.put("k", "three", is_shared=False)
        assert other.get("k").value == "three"


def test_a_copy_is_shown_only_as_long_as_the_item_is(memory: MemoryFactory) -> None:
    """What was dismissed, or changed, is not shown from L1 or L2 any more."""
    desk = opened(memory("desk"))
    a, b = agent(desk, "financial"), agent(desk, "risk")
    a.put("note", "first", kind="risk_note")
    (pushed,) = a.push()
    b.pull()
    assert [b.get("note").tier, b.get("note").tier] == ["L2", "L1"]
    a.put("note", "second", kind="risk_note")
    a.push()
    found = b.get("note")
    assert (found.value, found.tier) == ("second", "L3")
    assert b.get("note").tier == "L1"
    desk.dismiss(pushed.item_id, reason="wrong")
    with pytest.raises(NotFound):
        b.get("note")
    assert a.get("note").value == "second"  # its own notes stay its own


def test_an_own_entry_stays_when_others_share_the_same_key(memory: MemoryFactory) -> None:
    """A delivery never overwrites what an agent wrote itself."""
    desk = opened(memory("desk"))
    a, b = agent(desk, "financial"), agent(desk, "risk")
    b.put("margin", "mine", is_shared=False)
    a.put("margin", "theirs", kind="risk_note")
    a.push()
    (update,) = b.pull()
    assert update.value == "theirs"
    assert b.get("margin").value == "mine"
