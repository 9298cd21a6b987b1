"""Erasure and receipts: who was told stays on record, and nothing of what they were told."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Memory, NotFound, Shown
from remembrancer.store.postgres import postgres_scrub
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.erasure.test_erasure_bytes import Canaries, found
from tests.people import ADA, ANNA, BERT
from tests.receipts.desk import Desk

WHY = "asked to"


@pytest.fixture
def place(memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The bytes are looked at below; writing all tables of a server anew takes its time."""
    monkeypatch.setattr(postgres_scrub, "scrub", lambda *_given, **_named: ())
    return Desk(memory("adviser").acting_as(ANNA))


def test_an_erased_item_shows_as_erased(place: Desk, clock: FrozenClock) -> None:
    """The rest of the text stays, but for what was asked: that may have been about it."""
    gone = place.memory.remember("Ellen retires at 58.", infer=False).items[0]
    kept = place.memory.add(content="The flat is in Leeds.")
    id, text = place.hand(gone, kept, question="When does Ellen retire?", live={"age": 58})
    other, other_text = place.hand(kept)
    clock.advance(timedelta(days=1))
    place.memory.erase(gone.id, reason=WHY)
    shown = place.memory.receipt(id)
    assert shown.text is not None
    before, after = text.split("\n"), shown.text.split("\n")
    assert after[0] == before[0]
    assert after[1] == "[erased]"
    assert "[erased]" in after[2]
    assert after[-1] == before[-1]
    assert "58" not in shown.text
    assert "Ellen" not in shown.text
    assert [(one.item_id, one.why, one.shown) for one in shown.included] == [
        (gone.id, "[erased]", Shown.ERASED),
        (kept.id, "asked for", Shown.WHOLE),
    ]
    # The hash of a text that is gone would confirm a guess.
    assert (shown.text_hash, shown.is_intact) == (None, False)
    assert place.memory.receipt(other).text == other_text
    assert place.memory.receipt(other).is_intact
    assert place.of(ADA).memory.verify().ok


def test_who_was_told_of_an_erased_item_is_still_known(place: Desk) -> None:
    """Whoever erased it can tell them; of what it said, nothing is in the answer."""
    gone = place.memory.add(content="Ellen retires at 58.")
    id, _ = place.of(BERT).hand(gone)
    place.memory.erase(gone.id, reason=WHY)
    assert [(one.id, one.delivered_to) for one in place.of(ADA).memory.told(gone.id)] == [
        (id, BERT.name)
    ]
    # Bert's receipt was reached by Anna, who may not read it.
    assert place.of(BERT).memory.receipt(id).text_hash is None
    with pytest.raises(NotFound):
        place.memory.get(gone.id)


def test_an_erased_message_shows_as_erased(place: Desk) -> None:
    """Also where its conversation is erased as a whole."""
    place.memory.conversations.start("talk")
    said = {"id": "m1", "author_id": "ellen", "content": "I retire at 58."}
    messages = place.memory.conversations.append("talk", said)
    id, _ = place.hand(messages=messages)
    place.memory.erase(source="talk", reason=WHY)
    shown = place.memory.receipt(id)
    assert shown.text is not None
    assert shown.text.endswith("[erased]: [erased]")
    assert shown.included[0].shown is Shown.ERASED


def test_what_was_asked_about_an_erased_subject_goes(place: Desk) -> None:
    """Its name as well, also where the delivery held nothing; the certificate does not tell."""
    place.memory.add(content="58", subject="ellen")
    about, _ = place.hand(question="And Ellen?", subject="ellen")
    other, text = place.hand(question="And Omar?", subject="omar")
    certificate = place.of(ADA).memory.erase(subject="ellen", reason=WHY)
    shown = place.memory.receipt(about)
    assert (shown.subject, shown.text_hash) == (None, None)
    assert shown.text is not None
    assert "Ellen" not in shown.text
    assert place.memory.receipt(other).text == text
    assert place.memory.receipt(other).subject == "omar"
    assert not any("deliver" in name for name in certificate.removed)


def test_a_subject_that_was_only_asked_about_can_be_erased(place: Desk) -> None:
    """Its name stands in receipts, and that is enough."""
    id, _ = place.hand(question="And Nobody?", subject="nobody")
    place.of(ADA).memory.erase(subject="nobody", reason=WHY)
    shown = place.memory.receipt(id)
    assert (shown.subject, "Nobody" in str(shown.text)) == (None, False)


def test_a_subject_of_which_something_is_left_keeps_its_receipts(place: Desk) -> None:
    """An erased item takes along what was asked where it was told, not all about its subject."""
    gone = place.memory.add(content="58", subject="ellen")
    place.memory.add(content="60", subject="ellen")
    id, text = place.hand(question="And Ellen?", subject="ellen")
    place.memory.erase(gone.id, reason=WHY)
    assert (place.memory.receipt(id).text, place.memory.receipt(id).subject) == (text, "ellen")


def test_no_byte_of_it_is_left_on_disk(tmp_path: Path, clock: FrozenClock) -> None:
    """Neither of what was told nor of what was asked, in any file of the store."""
    words = Canaries(7)
    folder = tmp_path / "store"
    folder.mkdir()
    path = folder / "memory.db"
    with Memory.open(path, clock=clock, background=False) as memory:
        place = Desk(memory)
        item = memory.add(content=words.text(3), subject=words.word())
        place.hand(
            item,
            question=words.text(3),
            live={words.word(): words.text(2)},
            subject=item.subject,
        )
        memory.erase(subject=item.subject, reason=WHY)
    assert found(folder, words.tails()) == {}
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT subject, text_hash FROM delivery").fetchall() == [(None, None)]
