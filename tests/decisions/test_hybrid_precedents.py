"""Hybrid precedents: words and shape together, with weights that can be set and are shown."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Decision, InvalidInput, Memory, NotAvailable, NotFound, Review, build_tools
from remembrancer.core.errors import InvalidSettings
from tests.conftest import MemoryFactory
from tests.core.test_preset import FIVE
from tests.decisions.firm import OTHERS
from tests.decisions.shapes.test_similar import OWNER, case, hidden
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House

pytest.importorskip("numpy", reason="the extra shapes is not installed")

ASKED = (
    "Sole owner of a sawmill fell ill and has two pensions abroad.",
    "Hand the sawmill to the daughter step by step.",
    "The illness leaves two years to plan.",
)
LIKE_IT = (
    "Owner of a sawmill fell ill, with pensions abroad.",
    "Hand over to the daughter.",
    "Illness leaves little time to plan.",
)
UNLIKE = ("Widow who bakes for the market.", "Sell the oven.", "Nobody else wants it.")
SITUATION = f"{ASKED[0]} {ASKED[2]}"


def practice(memory: Memory) -> dict[str, Decision]:
    """A case at hand; one that is like it in words and shape, one in words, one in shape; others
    that are like it in neither."""
    made = {
        "asked": case(memory, "Rowan", ASKED, OWNER),
        "words": case(memory, "Wilma", LIKE_IT, ("Meeting",), type="fee_negotiation"),
        "both": case(memory, "Bodil", LIKE_IT, OWNER),
        "shape": case(memory, "Sigrid", UNLIKE, OWNER),
    }
    for number, told in enumerate(OTHERS[:6]):
        case(memory, f"Other {number}", told, ("Account",), type="kyc_determination")
    return made


@ON_EITHER_SORT
def test_good_on_both_is_first(memory: MemoryFactory) -> None:
    """S0-60: what is alike in words and shape is before what is alike in one of them; both scores
    and their weights are shown, and what is around both is said."""
    store = memory()
    made = practice(store)
    found = store.decisions.precedents(SITUATION, decision=made["asked"].id, k=10)
    ids = [one.decision.id for one in found]
    assert ids[0] == made["both"].id
    assert {ids[1], ids[2]} == {made["words"].id, made["shape"].id}
    assert made["asked"].id not in ids
    for one in found:
        assert one.text_score is not None
        assert one.structure_score is not None
        assert 0 <= one.text_score <= 1
        assert 0 <= one.structure_score <= 1
        combined = 0.7 * one.text_score + 0.3 * one.structure_score
        assert one.score == pytest.approx(combined, abs=1e-5)
        assert one.why[0] == (
            f"The score is made of words {one.text_score:.2f} (weight 0.7) and shape "
            f"{one.structure_score:.2f} (weight 0.3)."
        )
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert found[0].why[-1] == (
        "Both are about: Business, Client, HealthCondition, Pension, TaxMatter."
    )


@ON_THE_FASTEST
def test_weights_decide_what_counts(memory: MemoryFactory) -> None:
    """With words alone the one of other words is behind; with the shape alone it is level with the
    best; a space sets its own weights."""
    store = memory()
    made = practice(store)

    def ranks(**given: Any) -> list[str]:
        found = store.decisions.precedents(SITUATION, decision=made["asked"].id, k=10, **given)
        return [one.decision.id for one in found]

    by_words = ranks(weights={"text": 1, "structure": 0})
    assert by_words.index(made["words"].id) < 2
    assert made["shape"].id not in by_words[:2]
    assert set(ranks(weights={"text": 0, "structure": 1})[:2]) == {
        made["both"].id,
        made["shape"].id,
    }
    store.admin.configure({"decisions": {"precedent_weights": {"text": 0.0, "structure": 1.0}}})
    again = store.in_space(store._session.space.name)
    found = again.decisions.precedents(SITUATION, decision=made["asked"].id, k=2)
    assert {one.decision.id for one in found} == {made["both"].id, made["shape"].id}
    assert "(weight 1)" in found[0].why[0]


@ON_EITHER_SORT
def test_a_plain_question_is_answered_as_before(memory: MemoryFactory) -> None:
    """Without a decision at hand the ranking is that of words, and so it is with a weight of 0 for
    the shape, but for the decision itself."""
    store = memory()
    made = practice(store)
    plain = store.decisions.precedents(SITUATION, k=10)
    assert [one.structure_score for one in plain] == [None] * len(plain)
    assert [one.text_score for one in plain] == [one.score for one in plain]
    words = store.decisions.precedents(
        SITUATION, decision=made["asked"].id, weights={"text": 1, "structure": 0}, k=10
    )
    ranked = [one.decision.id for one in plain if one.decision.id != made["asked"].id]
    assert [one.decision.id for one in words] == ranked


@ON_EITHER_SORT
def test_an_old_one_of_the_same_shape_is_a_candidate(memory: MemoryFactory) -> None:
    """A decision that neither recall nor the newest bring in is found by its shape; filters hold
    for it as for all."""
    store = memory()
    old = case(store, "Sigrid", UNLIKE, OWNER)
    for number in range(60):
        store.decisions.record("kyc_determination", subject="Nils", reasoning=f"Paper {number}.")
    asked = case(store, "Rowan", ASKED, OWNER)
    weights = {"text": 0.2, "structure": 0.8}

    def found(**given: Any) -> list[str]:
        told = store.decisions.precedents(
            SITUATION, decision=asked.id, weights=weights, k=3, **given
        )
        return [one.decision.id for one in told]

    assert found()[0] == old.id
    assert old.id not in found(filters={"type": "kyc_determination"})
    assert found(filters={"type": "product_recommendation"}) == [old.id]
    assert old.id not in found(subject="Sigrid")


@ON_EITHER_SORT
def test_hidden_things_change_no_answer(memory: MemoryFactory) -> None:
    """Two worlds that differ in what is hidden give others the same answers, and those who may see
    it the same scores of shapes for what all may see."""
    worlds = []
    for is_hiding in (False, True):
        ada = memory().acting_as(ADA)
        made = practice(ada)
        if is_hiding:
            hidden(ada.acting_as(ANNA), made["asked"])
        told, shapes = [], []
        for caller in (BERT, BOT, ANNA):
            found = ada.acting_as(caller).decisions.precedents(
                SITUATION, decision=made["asked"].id, k=50
            )
            shown = [
                (one.decision.subject, one.score, one.text_score, one.structure_score, one.why)
                for one in found
            ]
            if caller is not ANNA:
                told.append(shown)
            shapes.append({(one[0], one[3]) for one in shown if one[0]})
        worlds.append((told, shapes))
    assert worlds[0] == worlds[1]
    assert worlds[0][0][0] == worlds[0][0][1]


@ON_EITHER_SORT
def test_what_has_no_shape_scores_by_words_alone(memory: MemoryFactory) -> None:
    """A personal decision is a precedent for its owner, with 0 for its shape and no word of it; to
    a personal decision at hand nothing is alike in shape."""
    ada = memory().acting_as(ADA)
    made = practice(ada)
    anna = ada.acting_as(ANNA)
    own = case_of_her_own(anna)
    found = {
        one.decision.id: one
        for one in anna.decisions.precedents(SITUATION, decision=made["asked"].id, k=50)
    }
    assert found[own.id].structure_score == 0
    assert not [one for one in found[own.id].why if one.startswith("Both")]
    at_hand = anna.decisions.precedents(SITUATION, decision=own.id, k=50)
    assert {one.structure_score for one in at_hand} == {0.0}
    with pytest.raises(NotFound):
        ada.acting_as(BERT).decisions.precedents(SITUATION, decision=own.id)


def case_of_her_own(anna: Memory) -> Decision:
    return anna.decisions.record(
        "product_recommendation",
        trigger=LIKE_IT[0],
        recommendation=LIKE_IT[1],
        reasoning=LIKE_IT[2],
        is_personal=True,
    )


@ON_EITHER_SORT
def test_it_is_the_same_through_a_server_and_a_tool(memory: MemoryFactory, house: House) -> None:
    """S0-73: the tool find_precedents answers by words and shape once it is told the decision."""
    store = memory().acting_as(ADA)
    made = practice(store)
    bot = store.acting_as(BOT)
    given: dict[str, Any] = {"decision": made["asked"].id, "k": 3}
    found = bot.decisions.precedents(SITUATION, **given)
    served = house.enter(bot).decisions.precedents(SITUATION, **given)
    assert [(one.decision.id, one.score, one.why) for one in served] == [
        (one.decision.id, one.score, one.why) for one in found
    ]
    told = bot.tools.call(
        "find_precedents",
        {"situation": SITUATION, "decision_id": made["asked"].id, "limit": 3},
    )["precedents"]
    assert [one["structure_score"] for one in told] == [one.structure_score for one in found]
    plain = bot.tools.call("find_precedents", {"situation": SITUATION, "limit": 1})["precedents"]
    assert plain[0]["structure_score"] is None


@ON_THE_FASTEST
@pytest.mark.parametrize("preset", FIVE)
def test_every_preset_can(memory: MemoryFactory, preset: str) -> None:
    """In each product a decision at hand is compared by words and shape."""
    store = memory(preset)
    types = [one.type for one in store.decisions.catalogue()] or ["supplier_choice"]
    first, second = (
        store.decisions.record(types[0], reasoning=f"The bridge {number} was closed.")
        for number in ("north", "south")
    )
    for made in (first, second):
        if made.review is Review.PENDING:  # nobody else may see it before that
            store.review.approve(made.id)
    (one,) = store.decisions.precedents("The bridge is closed.", decision=second.id)
    assert (one.decision.id, one.structure_score) == (first.id, 1.0)


@ON_THE_FASTEST
@pytest.mark.parametrize(
    "weights",
    [
        {"text": 1},
        {"text": 1, "structure": 1, "time": 1},
        {"text": 0, "structure": 0},
        {"text": -0.1, "structure": 1},
        {"text": 1.1, "structure": 1},
        {"text": True, "structure": 1},
        {"text": float("nan"), "structure": 1},
        {"text": "1", "structure": 1},
        [0.7, 0.3],
        "text",
    ],
)
def test_wrong_weights_are_refused(memory: MemoryFactory, weights: Any) -> None:
    """Both weights are named, from 0 to 1, and one of them counts."""
    store = memory()
    made = store.decisions.record("fee_negotiation")
    with pytest.raises(InvalidInput, match=r"weight"):
        store.decisions.precedents("A fee.", decision=made.id, weights=weights)


@ON_THE_FASTEST
def test_wrong_questions_are_refused(memory: MemoryFactory) -> None:
    """Weights without a decision, what is no decision, and a space whose weights are all 0."""
    store = memory()
    with pytest.raises(InvalidInput, match="Name that decision"):
        store.decisions.precedents("A fee.", weights={"text": 1, "structure": 0})
    with pytest.raises(NotFound, match="decision"):
        store.decisions.precedents("A fee.", decision="km_000000000000")
    with pytest.raises(InvalidInput, match="decision"):
        store.decisions.precedents("A fee.", decision=5)  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="precedent_weights"):
        store.admin.configure({"decisions": {"precedent_weights": {"text": 0, "structure": 0}}})


@ON_THE_FASTEST
def test_words_need_no_extra(memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where NumPy is missing, a weight of 0 for the shape still answers, and any other is refused
    with the name of the extra."""
    store = memory()
    made = practice(store)
    monkeypatch.setattr(store._session.projections, "_shapes", None)
    monkeypatch.setattr(build_tools, "find_spec", lambda name: None)
    words = store.decisions.precedents(
        SITUATION, decision=made["asked"].id, weights={"text": 1, "structure": 0}
    )
    assert {words[0].decision.id, words[1].decision.id} == {made["both"].id, made["words"].id}
    with pytest.raises(NotAvailable, match=r'pip install "remembrancer\[shapes\]"'):
        store.decisions.precedents(SITUATION, decision=made["asked"].id)
