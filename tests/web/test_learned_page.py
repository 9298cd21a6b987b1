"""The page that tells what was learned from what."""

from __future__ import annotations

from tests.decisions.firm import PENSIONS, decide
from tests.decisions.test_learning import walks
from tests.web.conftest import PlaceFactory


def test_it_tells_what_was_learned(places: PlaceFactory) -> None:
    """An empty space says how it begins; decisions, outcomes and reported answers are then counted,
    and what is personal is not."""
    firm = places("adviser")
    reader = firm.reader("priya")
    memory = firm.as_person("priya")
    assert "Nothing was decided yet" in reader.get("/decisions/learned").words
    made = [decide(memory, f"P{n}", *told) for n, told in enumerate(PENSIONS)]
    other = decide(memory, "Q", "Moved.", "Wait.", "No hurry.", type="fee_negotiation")
    memory.decisions.outcome(made[0].id, "Saved 900 a year.")
    memory.decisions.record("fee_negotiation", reasoning="Mine.", is_personal=True)
    walks(memory, [*made, other], made, times=4)
    page = reader.get("/decisions/learned")
    for said in ("6 in all", "1 with an outcome", "4 questions of 1 caller", "20 of 20 used"):
        assert said in page.words
    assert 'aria-current="page">Learned' in page.html
