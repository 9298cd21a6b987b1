"""Erasure and walks: with what is erased goes every question that brought it up."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from remembrancer import Memory, NotFound
from remembrancer.recall.retrieval_log import WalkLog
from remembrancer.store.postgres import postgres_scrub
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.conftest import MemoryFactory
from tests.erasure.test_erasure_bytes import Canaries, found, held, in_tables
from tests.footprint import counts
from tests.people import ADA, ANNA, BERT
from tests.walks.trail import Trail

WHY = "asked to"


@pytest.fixture
def trail(memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch) -> Trail:
    """The bytes are looked at below; writing all tables of a server anew takes its time."""
    monkeypatch.setattr(postgres_scrub, "scrub", lambda *_given, **_named: ())
    return Trail(memory("adviser"))


def queries(trail: Trail) -> list[str | None]:
    return [walk.query for walk in trail.of(ADA).walks.list()]


def test_questions_go_with_the_item_they_brought_up(trail: Trail) -> None:
    """Whoever asked them, and with all their hits; the others stay."""
    gone, kept = trail.memory.add(content="58"), trail.memory.add(content="60")
    trail.of(ANNA).ask("how old is she?", gone, kept)
    trail.of(BERT).ask("how old is he?", kept)
    trail.ask("anybody?")
    trail.log.flush()
    certificate = trail.memory.erase(gone.id, reason=WHY)
    assert queries(trail) == ["anybody?", "how old is he?"]
    assert counts(trail.memory)["walk_hit"] == 1
    assert trail.memory.acting_as(ADA).verify().ok
    # Everybody reads the row of an erasure: it must not tell that somebody asked.
    assert not any("walk" in place for place in certificate.removed)


def test_questions_go_with_the_message_they_brought_up(trail: Trail) -> None:
    """Also where a conversation is erased as a whole."""
    trail.memory.conversations.start("talk")
    said = trail.memory.conversations.append(
        "talk", [{"id": "m1", "author_id": "a", "content": "58"}]
    )
    trail.ask("how old?", *said)
    trail.log.flush()
    trail.memory.erase(source="talk", reason=WHY)
    assert queries(trail) == []
    assert counts(trail.memory)["walk_hit"] == 0


def test_questions_about_a_subject_go_with_it(trail: Trail) -> None:
    """Also those that found nothing, or other things."""
    trail.memory.add(content="58", subject="ellen")
    other = trail.memory.add(content="60", subject="omar")
    trail.of(ANNA).ask("how old?", other, subject="ellen")
    trail.of(BERT).ask("where?", subject="ellen")
    trail.ask("where?", other, subject="omar")
    trail.log.flush()
    trail.memory.acting_as(ADA).erase(subject="ellen", reason=WHY)
    assert [walk.subject for walk in trail.of(ADA).walks.list()] == ["omar"]


def test_a_subject_of_which_only_questions_are_left_can_be_erased(trail: Trail) -> None:
    """It is one act on record like any other, and the second time there is nothing to erase."""
    trail.of(ANNA).ask("where is Ellen?", subject="ellen")
    trail.log.flush()
    ada = trail.memory.acting_as(ADA)
    certificate = ada.erase(subject="ellen", reason=WHY)
    assert certificate.removed == {}
    assert queries(trail) == []
    assert ada.verify().ok
    assert ada.admin.audit(limit=1)[0].target == certificate.id
    with pytest.raises(NotFound):
        ada.erase(subject="ellen", reason=WHY)


def test_what_waits_to_be_written_is_not_written_after_an_erasure(
    trail: Trail, clock: FrozenClock
) -> None:
    """A question that another process had not logged yet is dropped, if it brought up what was
    erased, or was about a subject then; what is asked from then on is logged."""
    gone = trail.memory.add(content="58", subject="ellen")
    kept = trail.memory.add(content="60", subject="omar")
    elsewhere = Trail(trail.memory, WalkLog(trail.memory._session.store))
    elsewhere.ask("how old is she?", gone, kept)
    elsewhere.ask("where is Ellen?", subject="ellen")
    elsewhere.ask("anything else?", kept)
    clock.advance(timedelta(seconds=1))
    trail.memory.acting_as(ADA).erase(subject="ellen", reason=WHY)
    elsewhere.ask("where is Omar?", kept, subject="omar")
    assert queries(elsewhere) == ["where is Omar?", "anything else?"]


def test_an_erasure_that_is_applied_again_takes_the_questions_along(
    trail: Trail, memory: MemoryFactory, tmp_path: Path
) -> None:
    """In an older copy, what brought up the erased goes, and what was about a subject of which
    nothing is left there."""
    ada = trail.of(ADA)
    first = ada.memory.add(content="58", subject="ellen")
    ada.memory.add(content="60", subject="omar")
    second = ada.memory.add(content="61", subject="omar")
    ada.ask("how old is she?", first)
    ada.ask("where is Ellen?", subject="ellen")
    ada.ask("where is Omar?", subject="omar")
    ada.log.flush()
    ada.memory.export(tmp_path / "before.jsonl")
    certificates = [
        ada.memory.erase(subject="ellen", reason=WHY),
        ada.memory.erase(second.id, reason=WHY),
    ]
    copy = Trail(memory("adviser").acting_as(ADA))
    copy.memory.import_(tmp_path / "before.jsonl")
    copy = Trail(copy.memory)
    if len(copy.walks.list()) == 3:  # beside the space itself, an import applies them at once
        copy.memory.admin.apply_erasures(certificates)
    assert queries(copy) == ["where is Omar?"]


# -- the bytes


def ask_canaries(memory: Memory, canaries: Canaries) -> tuple[str, str]:
    """Ordinary questions, and those whose words must not outlive an item and a subject."""
    trail = Trail(memory)
    kept = memory.add(content="bees and honey", category="garden")
    gone = memory.add(content="an ordinary sentence")
    about = canaries.word()
    memory.add(content="another ordinary sentence", subject=about)
    for number in range(40):
        trail.ask(f"bees and honey in garden {number}", kept, session=f"s{number}")
        trail.ask(canaries.text(6, ordinary=3), gone, kept, session=canaries.word())
        trail.ask(canaries.text(3), subject=about)
    trail.log.flush()
    return gone.id, about


def test_no_byte_of_a_question_is_left_on_disk(tmp_path: Path, clock: FrozenClock) -> None:
    """In no table and no file of the store, by the tails of the words."""
    canaries = Canaries(11)
    folder = tmp_path / "store"
    folder.mkdir()
    with Memory.open(folder / "memory.db", space="northgate", clock=clock) as memory:
        gone, about = ask_canaries(memory, canaries)
        tails = canaries.tails()
        assert len(set().union(*found(folder, tails).values())) > 0.9 * len(canaries.words)
        memory.erase(gone, reason=WHY)
        assert memory.erase(subject=about, reason=WHY).pending == ()
        assert found(folder, tails) == {}
        assert in_tables(folder / "memory.db", tails) == set()
        assert counts(memory)["walk"] == 40
        assert memory.verify().ok
    with closing(sqlite3.connect(folder / "memory.db")) as raw:
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.usefixtures("whole_scrub")
def test_no_byte_of_a_question_is_left_in_a_table(clock: FrozenClock) -> None:
    """The same on PostgreSQL, the planner's samples included."""
    canaries = Canaries(12)
    url = postgres.fresh_url()
    with Memory.open(url, space="northgate", clock=clock) as memory:
        gone, about = ask_canaries(memory, canaries)
        tails = canaries.tails()
        with psycopg.connect(url, autocommit=True) as raw:
            raw.execute("ANALYZE")
        assert "remembrancer.walk" in _tables_with(url, tails)
        memory.erase(gone, reason=WHY)
        assert memory.erase(subject=about, reason=WHY).pending == ()
        assert _tables_with(url, tails) == set()
        assert counts(memory)["walk"] == 40


def _tables_with(url: str, tails: set[bytes]) -> set[str]:
    """Which tables hold one of the tails: ours, and the server's own."""
    with psycopg.connect(url) as raw:
        tables: list[Any] = raw.execute(
            "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r'"
        ).fetchall()
        return {name for (name,) in tables if held(_content(raw, name), tails)}


def _content(raw: psycopg.Connection[Any], table: str) -> bytes:
    told = raw.execute(f"SELECT held::text FROM {table} AS held".encode()).fetchall()
    return "\n".join(row for (row,) in told).encode()
