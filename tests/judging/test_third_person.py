"""Notes about somebody, in the third person: no certainty that the words do not give."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.judging.third_person_examples import PAIRS, UNTITLED, Pair


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.new)
def test_what_is_noted_about_somebody(pair: Pair) -> None:
    """Advice, steps, relatives and other things leave what is known; a change is asked at least."""
    clock = FrozenClock(START)
    with Memory.open(":memory:", preset=pair.preset, clock=clock, background=False) as memory:
        (known,) = memory.remember(pair.known).items[:1]
        clock.advance(timedelta(days=7))
        plan = memory.remember(pair.new)
        memory.jobs.wait()
        is_asked = bool(list(memory.review.contradictions()))
        is_replaced = known.id in {item.id for item in plan.superseded}
        is_confirmed = known.id in {item.id for item in plan.reconfirmed}
        is_done = any(known.id in step.closes for step in plan.plan)
        assert not is_confirmed
        if pair.wanted == "changed":
            assert is_replaced or is_asked
        else:
            assert not is_replaced
        assert is_done == (pair.wanted == "done")
        assert is_asked or pair.wanted != "asked"
        assert not (is_asked and pair.wanted == "calm")


@pytest.mark.parametrize(("preset", "text", "title"), UNTITLED)
def test_what_is_denied_wrong_or_over_is_no_value(preset: str, text: str, title: str) -> None:
    """It is kept in its own words, or not at all."""
    with Memory.open(":memory:", preset=preset, background=False) as memory:
        for item in memory.remember(text).items:
            assert not (item.title or "").startswith(title)
            assert "slot" not in item.data


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Saw Priya today. I live in Hove myself, so it was a short walk.", False),
        ("Jag ringde Leif igår. Jag bor i Mora sedan 2012.", False),
        ("Priya here. I live in Hove. Best wishes, Priya", True),
        ("Jag bor i Mora. Med vänliga hälsningar, Leif Ek", True),
    ],
)
def test_who_notes_something_is_not_the_subject(text: str, kept: bool) -> None:
    """ "I" is whoever notes it, where the subject is spoken of; a signature says who "I" is."""
    subject = "leif" if "Leif" in text else "priya"
    with Memory.open(":memory:", preset="adviser", background=False) as memory:
        found = [item.content for item in memory.remember(text, subject=subject).items]
    assert bool(found) == kept
    assert not any("wishes" in content or "hälsningar" in content for content in found)
