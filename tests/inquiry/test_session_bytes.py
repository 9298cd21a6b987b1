"""Erasure and sessions: no byte is left of an inquiry that saw or named what is erased."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.erasure.test_erasure_bytes import Canaries, found, in_tables
from tests.footprint import counts
from tests.walks.test_erasure import WHY, _tables_with


def ask_canaries(memory: Memory, canaries: Canaries) -> tuple[str, str]:
    """Ordinary sessions, and those whose words must not outlive an item and a person."""
    place = memory.graph.entity("Org", "Harbour").id
    kept = memory.graph.entity("Person", "Ferry", external_id="ferry").id
    memory.graph.relate(kept, "WORKS_AT", place)
    about = canaries.word()
    gone = memory.graph.entity("Person", about, external_id=canaries.word()).id
    memory.graph.relate(gone, "LIVES_IN", memory.graph.entity("Place", "Leeds").id)
    memory.graph.entity("Person", "Orchard", external_id="orchard")
    item = memory.add(content="an ordinary sentence", subject="orchard")
    for number in range(8):
        memory.inquire([{"author_id": "ferry", "content": f"harbour in winter {number}"}])
        for author, text in (("orchard", canaries.text(6)), (about, canaries.text(4))):
            asked = memory.inquire([{"author_id": author, "content": text}])
            memory.inquiries.rate(asked.session_id, 3, note=canaries.text(2))
        named = memory.inquire([{"author_id": "ferry", "content": f"Where is {about}?"}])
        memory.inquiries.rate(named.session_id, 4, note=canaries.text(2))
    memory.inquiries.list()
    return item.id, about


def test_no_byte_of_a_session_is_left_on_disk(tmp_path: Path, clock: FrozenClock) -> None:
    """In no table and no file of the store, by the tails of the words."""
    canaries = Canaries(21)
    folder = tmp_path / "store"
    folder.mkdir()
    options = {"space": "northgate", "preset": "community", "clock": clock}
    with Memory.open(folder / "memory.db", **options) as memory:  # type: ignore[arg-type]
        gone, about = ask_canaries(memory, canaries)
        tails = canaries.tails()
        assert len(set().union(*found(folder, tails).values())) > 0.9 * len(canaries.words)
        memory.erase(gone, reason=WHY)
        assert memory.erase(subject=about, reason=WHY).pending == ()
        assert found(folder, tails) == {}
        assert in_tables(folder / "memory.db", tails) == set()
        assert counts(memory)["inquiry"] == 8
        assert memory.verify().ok
    with closing(sqlite3.connect(folder / "memory.db")) as raw:
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.usefixtures("whole_scrub")
def test_no_byte_of_a_session_is_left_in_a_table(clock: FrozenClock) -> None:
    """The same on PostgreSQL, the planner's samples included."""
    canaries = Canaries(22)
    url = postgres.fresh_url()
    with Memory.open(url, space="northgate", preset="community", clock=clock) as memory:
        gone, about = ask_canaries(memory, canaries)
        tails = canaries.tails()
        with psycopg.connect(url, autocommit=True) as raw:
            raw.execute("ANALYZE")
        assert "remembrancer.inquiry" in _tables_with(url, tails)
        memory.erase(gone, reason=WHY)
        assert memory.erase(subject=about, reason=WHY).pending == ()
        assert _tables_with(url, tails) == set()
        assert counts(memory)["inquiry"] == 8
