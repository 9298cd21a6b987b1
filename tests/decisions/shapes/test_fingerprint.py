"""Fingerprints: how complex a decision is, who looks at it, what is unusual, and its labels."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from remembrancer import (
    Decision,
    Forbidden,
    InvalidInput,
    Memory,
    NotAvailable,
    NotFound,
    Review,
    build_tools,
)
from remembrancer.decisions.shapes.fingerprint import similarity
from remembrancer.decisions.shapes.structure import NeighbourKind
from tests.conftest import MemoryFactory
from tests.core.test_preset import FIVE
from tests.decisions.shapes.test_similar import case, hidden
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House

pytest.importorskip("numpy", reason="the extra shapes is not installed")

LABEL = "high-complexity retirement transition"
RETIREMENT = ("Pension", "Pension", "Property", "TaxMatter", "Person", "HealthCondition")
TOLD = ("It was time.", "Do it.", "It is due.")


def retirement(memory: Memory, subject: str, kinds: tuple[str, ...] = RETIREMENT) -> Decision:
    """A decision about several pensions, a property, a tax, a spouse and an illness."""
    made = case(memory, subject, TOLD, (), type="drawdown_vs_annuity")
    for number, kind in enumerate(kinds):
        entity = memory.graph.entity(kind, f"{kind} {number} of {subject}")
        memory.decisions.link(made.id, "about", entity.id)
    return made


def everyday(memory: Memory, count: int = 20) -> list[Decision]:
    """Decisions about a client and one account, and half of them about a fee."""
    types = ("fee_negotiation", "rebalance_decision")
    return [
        case(memory, f"Client {number}", TOLD, ("Account",), type=types[number % 2])
        for number in range(count)
    ]


@ON_THE_FASTEST
def test_much_is_routed_and_little_is_not(memory: MemoryFactory) -> None:
    """S0-58: a decision joined to pensions, a property, a tax, a spouse and an illness scores
    higher than a simple one, and goes to the senior adviser."""
    store = memory()
    complex_, simple = retirement(store, "Ellen"), everyday(store, 1)[0]
    much, little = (store.decisions.fingerprint(one.id) for one in (complex_, simple))
    assert much.complexity.score == 8 > little.complexity.score == 3
    assert (much.routed_to, little.routed_to) == ("senior adviser", None)
    assert much.complexity.by_kind == {
        "Client": 1,
        "HealthCondition": 1,
        "Pension": 2,
        "Person": 1,
        "Property": 1,
        "TaxMatter": 1,
    }
    assert much.why[0] == "Its complexity is 8: from 8 on it goes to: senior adviser."
    assert much.complexity == store.decisions.complexity(complex_.id)


@ON_EITHER_SORT
def test_each_thing_touched_raises_the_score(memory: MemoryFactory) -> None:
    """S0-59: a cause, an effect, a policy, an exception, an entity, an item that it rests on and a
    type in its chain: each raises the score."""
    store = memory()
    policy = store.policies.add_defaults(effective_from="2020-01-01")[0]
    fact = store.add(content="Omar works abroad.", subject="omar")
    kept: list[dict[str, Any]] = [
        {},
        {"related_entries": [fact.id]},
        {"policies": [policy.id]},
        {"exception": "He is a colleague."},
        {"escalation": "The fee is unusual."},
    ]
    told: dict[str, Any] = {}
    scores = []
    for more in kept:
        told |= more
        made = store.decisions.record("fee_negotiation", subject="omar", **told)
        scores.append(store.decisions.fingerprint(made.id).complexity.score)
    for type, is_cause in (
        ("fee_negotiation", True),
        ("fee_negotiation", False),
        ("switch_transfer", False),
    ):
        other = store.decisions.record(type)
        ends = (other.id, made.id) if is_cause else (made.id, other.id)
        store.decisions.link(ends[0], "caused", ends[1])
        scores.append(store.decisions.fingerprint(made.id).complexity.score)
    entity = store.graph.entity("Property", "The barn")
    store.decisions.link(made.id, "about", entity.id)
    found = store.decisions.fingerprint(made.id).complexity
    scores.append(found.score)
    assert scores == sorted(set(scores))
    assert (found.causes, found.effects, found.decision_types) == (1, 2, 2)
    assert found.by_kind["Policy"] == found.by_kind["Fact"] == found.by_kind["Exception"] == 1


@ON_EITHER_SORT
def test_the_odd_one_is_flagged(memory: MemoryFactory) -> None:
    """S0-58: among everyday decisions the one whose surroundings are like those of none has no
    known pattern, and it alone is listed; nothing is done to it."""
    store = memory()
    usual = everyday(store)
    odd = store.decisions.record(
        "complaint_resolution", exception="Paid at once.", escalation="It was in the paper."
    )
    found = store.decisions.fingerprint(odd.id)
    assert found.is_anomaly is True
    assert found.why[1].startswith("No known pattern: of 20 other decisions fewer than 2 are alike")
    assert store.decisions.fingerprint(usual[3].id).is_anomaly is False
    listed = store.decisions.anomalies()
    assert [one.decision.id for one in listed.anomalies] == [odd.id]
    assert listed.anomalies[0].why == found.why[1]
    assert listed.anomalies[0].nearest_similarity == found.nearest_similarity
    assert (listed.compared, listed.is_enough) == (21, True)
    assert listed.why.startswith("1 of 21 decisions has no known pattern")
    assert store.decisions.get(odd.id) == odd
    store.decisions.record(
        "complaint_resolution", exception="Paid soon.", escalation="It was on the radio."
    )
    assert store.decisions.fingerprint(odd.id).is_anomaly is True
    for _ in range(2):
        store.decisions.record(
            "complaint_resolution", exception="Paid late.", escalation="A lawyer wrote."
        )
    assert store.decisions.fingerprint(odd.id).is_anomaly is False
    assert store.decisions.anomalies().anomalies == ()


@ON_THE_FASTEST
def test_few_decisions_tell_nothing(memory: MemoryFactory) -> None:
    """With fewer than the preset wants, nothing is unusual, and that is said."""
    store = memory()
    made = everyday(store, 3)[0]
    found = store.decisions.fingerprint(made.id)
    assert found.is_anomaly is None
    told = "There are 3 decisions that everybody may see. It takes 20 to tell what is unusual."
    assert found.why[1] == told
    listed = store.decisions.anomalies()
    assert (listed.anomalies, listed.is_enough, listed.why) == ((), False, told)
    store.admin.configure({"decisions": {"fingerprint": {"decisions_min": 3}}})
    again = store.in_space(store._session.space.name)
    assert again.decisions.fingerprint(made.id).is_anomaly is not None


@ON_EITHER_SORT
def test_a_label_is_inferred_from_those_of_its_shape(memory: MemoryFactory) -> None:
    """S0-96: an unlabelled decision gets the label of a labelled one with its fingerprint, with how
    alike they are; a client with one pension does not; nothing of it is stored."""
    store = memory()
    everyday(store, 4)
    known = retirement(store, "Ellen")
    labelled = store.decisions.label(known.id, LABEL)
    assert (labelled.label, labelled.labelled_by) == (LABEL, labelled.recorded_by)
    new = retirement(store, "Sven", RETIREMENT[:1] + RETIREMENT[2:])
    plain = retirement(store, "Nora", ("Pension",))
    (found,) = store.decisions.fingerprint(new.id).inferred_labels
    assert (found.label, found.decision_ids) == (LABEL, (known.id,))
    assert 0.85 < found.similarity < 1
    told = f"Inferred, not on record: “{LABEL}”, {found.similarity:.2f} alike to {known.id}."
    assert store.decisions.fingerprint(new.id).why[-1] == told
    assert store.decisions.fingerprint(plain.id).inferred_labels == ()
    own = store.decisions.fingerprint(known.id)
    assert (own.label, own.inferred_labels) == (LABEL, ())
    assert store.decisions.get(new.id).label is None
    assert store.get(new.id).data == {**store.get(plain.id).data}


@ON_THE_FASTEST
def test_several_labels_are_told_and_none_is_chosen(memory: MemoryFactory) -> None:
    """Where people called decisions of one shape by two names, both are told; the same name in
    other letters is one."""
    store = memory()
    names = ("Övergång till pension", "övergång till  PENSION", "sen pension")
    made = [retirement(store, f"Client {number}") for number in range(4)]
    for one, name in zip(made, names, strict=False):
        store.decisions.label(one.id, name)
    found = store.decisions.fingerprint(made[3].id).inferred_labels
    assert {(one.label, one.similarity) for one in found} == {
        ("sen pension", 1.0),
        ("övergång till PENSION", 1.0),
    }
    assert {one.decision_ids for one in found} == {(made[2].id,), (made[1].id, made[0].id)}


@ON_EITHER_SORT
def test_a_label_can_change_and_go(memory: MemoryFactory) -> None:
    """The latest label counts, on record in the ledger; a removed one is inferred no more."""
    store = memory()
    known, new = retirement(store, "Ellen"), retirement(store, "Sven")
    for text in ("first", "second"):
        store.decisions.label(known.id, text)
    assert [one.label for one in store.decisions.fingerprint(new.id).inferred_labels] == ["second"]
    assert store.decisions.label(known.id, None).label is None
    assert store.decisions.fingerprint(new.id).inferred_labels == ()
    acts = [one.action for one in store.admin.audit(item_id=known.id)]
    assert acts.count("item.update") == 3
    with pytest.raises(InvalidInput, match="no label"):
        store.decisions.label(known.id, None)


@ON_THE_FASTEST
def test_labels_are_for_people(memory: MemoryFactory) -> None:
    """A program may not label, and who may not change a decision may not label it; an empty label
    and what is no decision are refused."""
    ada = memory().acting_as(ADA)
    made = retirement(ada, "Ellen")
    with pytest.raises(Forbidden, match="program"):
        ada.acting_as(BOT).decisions.label(made.id, "x")
    corporate = memory("corporate").acting_as(ADA)
    decided = corporate.decisions.record("supplier_choice", reasoning="The cheaper one.")
    corporate.review.approve(decided.id)
    with pytest.raises(Forbidden):
        corporate.acting_as(BERT).decisions.label(decided.id, "x")
    for wrong in ("", "  ", "a\nb", 5, "x" * 10_000):
        with pytest.raises(InvalidInput, match="text"):
            ada.decisions.label(made.id, wrong)  # type: ignore[arg-type]
    with pytest.raises(NotFound, match="decision"):
        ada.decisions.label("km_000000000000", "x")


@ON_EITHER_SORT
def test_hidden_things_change_no_answer(memory: MemoryFactory) -> None:
    """Two worlds that differ only in what is hidden give the same fingerprints, complexity,
    anomalies and labels to everybody, also to those who may see it."""
    worlds = []
    for is_hiding in (False, True):
        ada = memory().acting_as(ADA)
        everyday(ada)
        known = retirement(ada, "Ellen")
        ada.decisions.label(known.id, LABEL)
        asked = retirement(ada, "Sven")
        odd = ada.decisions.record("kyc_determination", exception="Known to the bank.")
        names = {known.id: "known", asked.id: "asked", odd.id: "odd"}
        if is_hiding:
            anna = ada.acting_as(ANNA)
            for shared in (asked, odd):
                hidden(anna, shared)
            own = anna.decisions.record("kyc_determination", exception="Secret.", is_personal=True)
            anna.decisions.label(own.id, "secret")
        told: list[Any] = []
        for caller in (ADA, ANNA, BERT, BOT):
            verbs = ada.acting_as(caller).decisions
            for id in (asked.id, odd.id):
                found = verbs.fingerprint(id)
                labels = [
                    (one.label, one.similarity, [names[each] for each in one.decision_ids])
                    for one in found.inferred_labels
                ]
                told.append(
                    (
                        found.complexity,
                        verbs.complexity(id),
                        found.routed_to,
                        found.is_anomaly,
                        found.nearest_similarity,
                        labels,
                        found.why[:2],
                    )
                )
            listed = verbs.anomalies()
            told.append(
                [(names[one.decision.id], one.nearest_similarity) for one in listed.anomalies]
            )
            told.append((listed.compared, listed.why))
        worlds.append(told)
    assert worlds[0] == worlds[1]
    quarter = len(worlds[0]) // 4
    assert worlds[0][:quarter] == worlds[0][-quarter:]


@ON_EITHER_SORT
def test_what_waits_for_review_counts_for_nobody(memory: MemoryFactory) -> None:
    """Where programs need a review, a decision that nobody approved changes no count, pattern or
    label of others, and has no shape itself; once it is approved it does."""
    ada = memory("corporate").acting_as(ADA)
    made = [ada.decisions.record("supplier_choice", reasoning=f"Offer {one}.") for one in range(20)]
    for one in made:
        ada.review.approve(one.id)
    before = ada.decisions.fingerprint(made[0].id), ada.decisions.anomalies()
    new = ada.decisions.record("hiring_choice", reasoning="The tall one.")
    ada.decisions.link(new.id, "caused", made[0].id)
    ada.decisions.label(new.id, "waiting")
    assert (ada.decisions.fingerprint(made[0].id), ada.decisions.anomalies()) == before
    assert ada.decisions.fingerprint(new.id).nearest_id is None
    ada.review.approve(new.id)
    after = ada.decisions.fingerprint(made[0].id)
    assert after.complexity.score == before[0].complexity.score + 2  # a cause, of another type
    assert ada.decisions.anomalies().compared == 21


@ON_EITHER_SORT
def test_types_are_counted_five_steps_away(memory: MemoryFactory) -> None:
    """Types of what led to it and of what it led to count up to five steps away, and no sideways
    step: what else a cause led to is no part of it."""
    store = memory()
    types = [one.type for one in store.decisions.catalogue()]
    made = [store.decisions.record(type) for type in types[:14]]
    for one, other in pairwise(made[:13]):
        store.decisions.link(one.id, "caused", other.id)
    store.decisions.link(made[5].id, "caused", made[13].id)
    found = store.decisions.complexity(made[6].id)
    assert (found.causes, found.effects, found.decision_types) == (1, 1, 11)


@ON_EITHER_SORT
def test_what_not_all_may_see_has_no_shape(memory: MemoryFactory) -> None:
    """A personal decision is counted as its owner sees it, and compared with none; for others
    there is none."""
    ada = memory().acting_as(ADA)
    everyday(ada)
    anna = ada.acting_as(ANNA)
    own = anna.decisions.record("fee_negotiation", reasoning="Mine.", is_personal=True)
    found = anna.decisions.fingerprint(own.id)
    assert (found.is_anomaly, found.nearest_id, found.inferred_labels) == (None, None, ())
    assert found.complexity.score == 1
    assert "no shape" in found.why[1]
    with pytest.raises(NotFound):
        ada.acting_as(BERT).decisions.fingerprint(own.id)


@ON_EITHER_SORT
def test_erasure_reaches_labels(memory: MemoryFactory) -> None:
    """A label of an erased decision is inferred no more, and it is in no list."""
    store = memory()
    known, new = retirement(store, "Ellen"), retirement(store, "Sven")
    store.decisions.label(known.id, LABEL)
    assert store.decisions.fingerprint(new.id).inferred_labels
    store.erase(subject="Ellen", reason="asked to")
    found = store.decisions.fingerprint(new.id)
    assert found.inferred_labels == ()
    assert known.id not in str(found)
    with pytest.raises(NotFound):
        store.decisions.fingerprint(known.id)


@ON_EITHER_SORT
def test_it_is_the_same_through_a_server(memory: MemoryFactory, house: House) -> None:
    """A client of a server gets what the verbs give, and labels through it."""
    store = memory().acting_as(ADA)
    everyday(store)
    known, new = retirement(store, "Ellen"), retirement(store, "Sven")
    far = house.enter(store)
    assert far.decisions.label(known.id, LABEL).label == LABEL
    assert far.decisions.fingerprint(new.id) == store.decisions.fingerprint(new.id)
    assert far.decisions.anomalies(limit=5) == store.decisions.anomalies(limit=5)
    assert far.decisions.label(known.id, None).label is None


@ON_THE_FASTEST
@pytest.mark.parametrize("preset", FIVE)
def test_every_preset_can(memory: MemoryFactory, preset: str) -> None:
    """In each product decisions have fingerprints; who looks at a complex one is a value."""
    store = memory(preset)
    types = [one.type for one in store.decisions.catalogue()] or ["supplier_choice"]
    made = [store.decisions.record(types[0], reasoning=f"Reason {one}.") for one in range(3)]
    for one in made:
        if one.review is Review.PENDING:  # nobody else may see it before that
            store.review.approve(one.id)
    store.decisions.label(made[0].id, "routine")
    found = store.decisions.fingerprint(made[1].id)
    assert [one.label for one in found.inferred_labels] == ["routine"]
    assert found.routed_to is None
    store.admin.configure({"decisions": {"routing": {"at_least": 1, "to": "the board"}}})
    again = store.in_space(store._session.space.name)
    assert again.decisions.fingerprint(made[1].id).routed_to == "the board"


@ON_THE_FASTEST
def test_wrong_questions_are_refused(memory: MemoryFactory) -> None:
    """A limit that makes no sense, and what is no decision."""
    store = memory()
    for limit in (0, 501, True, "5"):
        with pytest.raises(InvalidInput, match="limit"):
            store.decisions.anomalies(limit=limit)  # type: ignore[arg-type]
    with pytest.raises(NotFound, match="decision"):
        store.decisions.fingerprint("km_000000000000")


@ON_THE_FASTEST
def test_without_the_extra_it_says_what_to_install(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where NumPy is missing the refusal names the extra; complexity and routing need none."""
    store = memory()
    made = retirement(store, "Ellen")
    everyday(store, 20)
    monkeypatch.setattr(store._session.projections, "_shapes", None)
    monkeypatch.setattr(build_tools, "find_spec", lambda name: None)
    for asked in (lambda: store.decisions.fingerprint(made.id), store.decisions.anomalies):
        with pytest.raises(NotAvailable, match=r'pip install "remembrancer\[shapes\]"'):
            asked()
    assert store.decisions.complexity(made.id).routed_to == "senior adviser"


def test_similarity_knows_proportions_and_counts() -> None:
    """The same proportions of other counts are less alike, and nothing around both is alike."""

    def around(**counts: int) -> Counter[NeighbourKind]:
        return Counter({NeighbourKind("ABOUT", True, kind, None): n for kind, n in counts.items()})

    assert similarity(1.0, around(Pension=2), around(Pension=2)) == 1.0
    assert similarity(1.0, around(Pension=1), around(Pension=4)) == 0.5
    assert similarity(0.0, around(Pension=1), around(Pension=1)) == 0.0
    assert similarity(-0.1, around(), around()) == 0.0
    assert similarity(1.0, around(), around()) == 1.0
