"""Erasure reaches L1, L2, the inbox and the keys, in every process."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer import Memory, NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, Engine
from tests.people import ADA
from tests.team.desk import RISK, agent, opened


def test_an_erased_item_is_gone_from_all_tiers(memory: MemoryFactory) -> None:
    """Neither its author nor those it was delivered to have it, and nothing of it waits."""
    desk = opened(memory("desk"))
    a, b, c = agent(desk, "financial"), agent(desk, RISK), agent(desk, "valuation")
    a.put("note", "secret words", kind="risk_note")
    (pushed,) = a.push()
    b.pull()
    assert b.get("note").value == "secret words"
    a.put("multiples", "other words", kind="multiple_history")
    a.push("multiples")
    (waiting,) = c.pending().pull
    desk.erase(pushed.item_id, reason="asked for")
    for one in (a, b):
        with pytest.raises(NotFound):
            one.get("note")
    desk.erase(waiting.item_id, reason="asked for")
    assert c.pull() == ()
    assert desk.verify().ok


def test_erasing_a_subject_reaches_private_notes(memory: MemoryFactory) -> None:
    """What agents noted about a subject for themselves goes too, also where nobody else knew of
    it; the rest stays."""
    desk = opened(memory("desk"))
    a = agent(desk, "financial")
    a.put("ellen", "wants to retire", subject="ellen", is_shared=False)
    a.put("other", "stays", subject="bo", is_shared=False)
    certificate = desk.erase(subject="ellen", reason="asked for")
    assert certificate.removed == {}
    with pytest.raises(NotFound):
        a.get("ellen")
    assert a.get("other").value == "stays"
    for number in range(3):  # its entries were counted anew
        a.put(f"k{number}", number, is_shared=False)
    row = desk._session.read(lambda reader, _: reader.agents.get("financial"))
    assert row is not None
    assert row.entries == 4


@ON_CONNECTIONS
def test_erasure_reaches_the_working_memory_of_other_processes(
    engine: Engine, tmp_path: Path, clock: FrozenClock
) -> None:
    """A process that holds an L1 shows nothing that another one erased, and forgets it."""
    url = engine.fresh_url(tmp_path)
    with (
        Memory.open(url, preset="desk", clock=clock, background=False) as first,
        Memory.open(url, clock=clock, background=False, principal=ADA) as second,
    ):
        opened(first)
        own = agent(first, "financial")
        own.put("ellen", "wants to retire", subject="ellen", is_shared=False)
        assert own.get("ellen").tier == "L1"
        second.erase(subject="ellen", reason="asked for")
        with pytest.raises(NotFound):
            own.get("ellen")


def test_no_byte_is_left_in_the_file(tmp_path: Path, clock: FrozenClock) -> None:
    """The words of an erased note are in no file of the store."""
    path = tmp_path / "desk.db"
    with Memory.open(path, preset="desk", clock=clock, background=False, principal=ADA) as desk:
        opened(desk)
        a = agent(desk, "financial")
        a.put("unmistakablekey", "unmistakablevalue", subject="ellen", kind="risk_note")
        a.push()
        agent(desk, RISK).pull()
        agent(desk, RISK).get("unmistakablekey")
        desk.erase(subject="ellen", reason="asked for")
        for file in tmp_path.iterdir():
            data = file.read_bytes()
            assert b"unmistakable" not in data, file.name
    data = path.read_bytes()
    assert b"unmistakable" not in data
