"""What is like a decision, on its page; and the page of the phases."""

from __future__ import annotations

import pytest

from remembrancer import Memory, build_tools
from tests.decisions.portfolio_change import EVIL
from tests.decisions.shapes.test_fingerprint import LABEL, everyday, retirement
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Reader

pytest.importorskip("numpy", reason="the extra shapes is not installed")


@pytest.fixture
def firm(places: PlaceFactory) -> Place:
    return places("adviser")


def priya(firm: Place, **states: str) -> tuple[Memory, Reader]:
    """Somebody in the firm, where capabilities have these states."""
    if states:
        firm.memory.admin.configure({"capabilities": states})
    reader = firm.reader("priya")
    return firm.as_person("priya"), reader


def test_words_and_shapes_stand_side_by_side(firm: Place) -> None:
    """Complexity and whom it is for are on the page at once; who asks gets two lists, each with
    scores and reasons, what is inferred marked so, and one click keeps it."""
    memory, reader = priya(firm)
    everyday(memory, 20)
    old, new = retirement(memory, "Ellen"), retirement(memory, "Sven")
    memory.decisions.label(old.id, LABEL)
    page = reader.get(f"/decisions/{new.id}")
    assert "complexity 8" in page.words
    assert "for senior adviser" in page.words
    assert "inferred" not in page.words
    assert "Similar in" not in page.words
    asked = reader.get(f"/decisions/{new.id}?precedents=1")
    for said in ("Similar in words", "Similar in shape", "1.00", f"inferred: {LABEL}"):
        assert said in asked.words
    assert "Both are about: Client, HealthCondition, Pension (2)" in asked.words
    assert f"alike to {old.id}" in asked.words
    assert "not on record" in asked.words
    assert memory.decisions.get(new.id).label is None
    sent = reader.act(f"/decisions/{new.id}/label", text=LABEL)
    assert "The label is kept." in sent.words
    kept = reader.get(f"/decisions/{new.id}?precedents=1")
    assert LABEL in kept.words
    assert "inferred" not in kept.words
    assert memory.decisions.get(new.id).labelled_by == "priya"
    assert "taken back" in reader.act(f"/decisions/{new.id}/label", text="").words
    assert memory.decisions.get(new.id).label is None


def test_the_unusual_is_marked(firm: Place) -> None:
    """A decision of no known pattern says so once somebody asks, and not before."""
    memory, reader = priya(firm)
    everyday(memory, 20)
    odd = memory.decisions.record("complaint_resolution", exception="Paid at once.")
    assert "no known pattern" not in reader.get(f"/decisions/{odd.id}").words
    asked = reader.get(f"/decisions/{odd.id}?precedents=1").words
    assert "no known pattern" in asked
    assert "of 20 other decisions fewer than 2 are alike" in asked


def test_what_is_on_is_shown_unasked(firm: Place) -> None:
    """Where an admin switched shapes on, the page shows them at once; words still wait."""
    memory, reader = priya(firm, structural_precedents="on", node_embeddings="on")
    old, new = retirement(memory, "Ellen"), retirement(memory, "Sven")
    memory.decisions.label(old.id, LABEL)
    page = reader.get(f"/decisions/{new.id}")
    assert "Similar in shape" in page.words
    assert f"inferred: {LABEL}" in page.words
    assert "Not looked for yet." in page.words
    assert "Look for similar decisions" in page.words


def test_what_is_off_says_how_to_turn_it_on(firm: Place) -> None:
    """Each list that is off tells so in its place, and so does the chain; the rest is shown."""
    memory, reader = priya(
        firm,
        structural_precedents="off",
        semantic_precedents="off",
        node_embeddings="off",
        causal_chains="off",
    )
    made = retirement(memory, "Ellen")
    page = reader.get(f"/decisions/{made.id}?precedents=1")
    assert page.status == 200
    for name in ("Structural precedents", "Semantic precedents", "Causal chains"):
        assert f"{name}: this is off in this space." in page.words
    assert "complexity 8" in page.words


def test_a_chain_on_request_waits_for_a_click(firm: Place) -> None:
    """It is drawn once somebody asks."""
    memory, reader = priya(firm, causal_chains="on_request")
    first = memory.decisions.record("annual_review_outcome", subject="ellen")
    second = memory.decisions.record("fee_negotiation", subject="ellen", causes=[first.id])
    assert "<svg" not in reader.get(f"/decisions/{second.id}").html.split("<main")[1]
    page = reader.get(f"/decisions/{second.id}?chain=1")
    assert 'class="chain' in page.html
    assert "1 before, 0 after" in page.words


def test_without_the_extra_the_page_says_what_to_install(
    firm: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words are compared all the same."""
    memory, reader = priya(firm)
    made = retirement(memory, "Ellen")
    retirement(memory, "Sven")
    projections = firm.memory._session.projections
    monkeypatch.setattr(projections, "_shapes", None)
    monkeypatch.setattr(build_tools, "find_spec", lambda name: None)
    page = reader.get(f"/decisions/{made.id}?precedents=1").words
    assert 'pip install "remembrancer[shapes]"' in page
    assert "Similar in words" in page
    assert "Words in common" in page


def test_hidden_decisions_are_on_no_page(firm: Place) -> None:
    """What is personal to one is in no list and no count of another."""
    memory, reader = priya(firm)
    made = retirement(memory, "Ellen")
    before = reader.get("/phases").words
    firm.reader("tom")
    tom = firm.as_person("tom")
    own = tom.decisions.record(
        "drawdown_vs_annuity", reasoning="A secret of his own.", is_personal=True
    )
    tom.decisions.label(own.id, "secret")
    tom.decisions.link(own.id, "caused", made.id)
    assert reader.get("/phases").words == before
    page = reader.get(f"/decisions/{made.id}?precedents=1")
    assert own.id not in page.html
    assert "secret" not in page.words.lower()
    assert "complexity 8" in page.words


def test_phases_are_told_in_order(firm: Place) -> None:
    """Six phases with what each needs and has; an admin is led to the settings."""
    memory, reader = priya(firm)
    everyday(memory, 2)
    page = reader.get("/phases")
    places = [page.words.index(f"Phase {number}:") for number in range(1, 7)]
    assert places == sorted(places)
    assert "At least 20 decisions" in page.words
    assert "2 decisions" in page.words
    assert "An admin sets it under Settings" in page.words
    assert 'href="/settings"' in firm.admin.get("/phases").html


def test_hostile_labels_are_text(firm: Place) -> None:
    """A label with marks of HTML is shown as it was written, on record and inferred."""
    memory, reader = priya(firm)
    old, new = retirement(memory, "Ellen"), retirement(memory, "Sven")
    memory.decisions.label(old.id, EVIL)
    for id in (old.id, new.id):
        page = reader.get(f"/decisions/{id}?precedents=1")
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert "<b>z</b>" not in page.html
        assert 'alert(1)</script> "x"' in page.words
