"""Decisions of the same shape: found by what is around them, safe to ask, gone when erased."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from remembrancer import Decision, InvalidInput, Memory, NotAvailable, NotFound, build_tools
from remembrancer.front.graph_projections import GraphProjections
from tests.conftest import MemoryFactory
from tests.decisions.firm import OTHERS, PENSIONS, decide
from tests.engines import ON_CONNECTIONS, Engine
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House

pytest.importorskip("numpy", reason="the extra shapes is not installed")

OWNER = ("Business", "Pension", "TaxMatter", "HealthCondition")


def case(
    memory: Memory,
    subject: str,
    told: tuple[str, str, str],
    kinds: Iterable[str],
    type: str = "product_recommendation",
) -> Decision:
    """A decision about a client, and about things of these kinds with names of their own."""
    made = decide(memory, subject, *told, type=type)
    for kind in kinds:
        entity = memory.graph.entity(kind, f"{kind} of {subject}")
        memory.decisions.link(made.id, "about", entity.id)
    return made


def practice(memory: Memory, others: int = 3) -> tuple[Decision, Decision]:
    """A case at hand and an old one of the same shape with other words, among so many that have
    its words, and as many that have some of its kinds."""
    asked = case(
        memory,
        "Rowan",
        (
            "Owner of a joinery with a SSAS, homes in two countries, and a diagnosis of MS.",
            "Bring retirement forward and keep the SSAS.",
            "The illness shortens the time to plan for tax on both sides.",
        ),
        OWNER,
    )
    old = case(
        memory,
        "Ingrid",
        (
            "Sole director of a bakery, self-administered fund, French levy, heart operation.",
            "Sell to the staff over two years.",
            "She cannot stand at an oven again.",
        ),
        OWNER,
    )
    words = (
        "Owner of a joinery with a SSAS and homes in two countries.",
        "Keep the SSAS and plan for tax on both sides.",
        "A diagnosis of MS shortens the time to retirement.",
    )
    for number in range(others):
        kinds = ("Meeting",) if number % 2 else ("Property", "Account")
        case(memory, f"Word {number}", words, kinds)
    for number, told in enumerate((*PENSIONS, *OTHERS)[:others]):
        case(memory, f"Other {number}", told, OWNER[number % 4 :][:2])
    return asked, old


def test_the_same_shape_with_other_words(memory: MemoryFactory) -> None:
    """S0-56, S0-92: a business, a pension, a tax and an illness around a client: the old case of
    that shape is first by structure and not among the first ten by words, and the other way round;
    what is around both is said."""
    store = memory()
    asked, old = practice(store, others=12)
    found = store.decisions.similar(asked.id)
    assert len(found) == 5
    assert found[0].decision.id == old.id
    assert found[0].score > 0.99 > found[1].score
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert found[0].why == (
        "Both are of the type product_recommendation.",
        "Both are about: Business, Client, HealthCondition, Pension, TaxMatter.",
    )
    assert store.decisions.similar(old.id, k=1)[0].decision.id == asked.id
    by_words = store.decisions.precedents(
        f"{asked.trigger} {asked.reasoning}", subject="Rowan", k=10
    )
    assert len(by_words) == 10
    assert old.id not in {one.decision.id for one in by_words}


def test_causes_and_rules_are_part_of_the_shape(memory: MemoryFactory) -> None:
    """Of two decisions about a client alone, the one with a cause and a rule like those of the one
    asked for is nearer."""
    store = memory()
    rule, other = store.policies.add_defaults(effective_from="2020-01-01")[:2]

    def decided(subject: str, policy: Any = None) -> str:
        first = store.decisions.record("annual_review_outcome", subject=subject)
        return store.decisions.record(
            "fee_negotiation",
            subject=subject,
            causes=[first.id] if policy else [],
            policies=[policy] if policy else [],
        ).id

    asked, alike, _ = decided("Ellen", rule.id), decided("Omar", other.id), decided("Nora")
    best, *_ = store.decisions.similar(asked)
    assert best.decision.id == alike
    assert "Both were caused by: decision annual_review_outcome." in best.why
    assert "Both had a rule to apply: Policy." in best.why


def hidden(anna: Memory, shared: Decision) -> None:
    """What only Anna or her group may see, tied into what all may see."""
    kept: list[dict[str, Any]] = [{"is_personal": True}, {"audience": "group:finance"}]
    for number, own in enumerate(kept):
        made = anna.decisions.record("product_recommendation", reasoning=f"Secret {number}.", **own)
        entity = anna.graph.entity("HealthCondition", f"Secret {number}", **own)
        anna.decisions.link(made.id, "about", entity.id)
        anna.decisions.link(made.id, "caused", shared.id)
        anna.decisions.link(shared.id, "about", entity.id)


def test_hidden_things_change_no_answer(memory: MemoryFactory) -> None:
    """Two worlds that differ only in what is hidden give the same vectors, scores and reasons,
    also to those who may see it."""
    worlds = []
    for is_hiding in (False, True):
        ada = memory().acting_as(ADA)
        asked, _ = practice(ada)
        if is_hiding:
            hidden(ada.acting_as(ANNA), asked)
        told = []
        for caller in (ADA, ANNA, BERT, BOT):
            found = ada.acting_as(caller).decisions.similar(asked.id, k=200)
            told.append([(one.decision.subject, one.score, one.why) for one in found])
        index = ada._session.read(ada._session.projections.shapes().index)
        worlds.append((told, index.vectors.tobytes()))
    assert worlds[0] == worlds[1]
    assert worlds[0][0][0] == worlds[0][0][2]


def test_what_not_all_may_see_has_no_shape(memory: MemoryFactory) -> None:
    """To a personal decision nothing is similar, nobody finds it, and for others there is none."""
    ada = memory().acting_as(ADA)
    asked, _ = practice(ada)
    anna = ada.acting_as(ANNA)
    own = anna.decisions.record("product_recommendation", reasoning="Mine.", is_personal=True)
    assert anna.decisions.similar(own.id) == ()
    found = anna.decisions.similar(asked.id, k=200)
    assert own.id not in {one.decision.id for one in found}
    with pytest.raises(NotFound):
        ada.acting_as(BERT).decisions.similar(own.id)


def test_an_answer_follows_every_change(memory: MemoryFactory) -> None:
    """S0-55: a new decision of the same shape is found at once; a link taken back and a decision
    made personal are so too."""
    store = memory()
    asked, old = practice(store)
    assert store.decisions.similar(asked.id)[0].decision.id == old.id
    new = case(store, "Tove", ("Ägaren blev sjuk.", "Sälj.", "Skatten väntar inte."), OWNER)
    assert [one.decision.id for one in store.decisions.similar(asked.id, k=2)] == [new.id, old.id]
    link = store.decisions.links(new.id)[0]
    store.decisions.reject_link(link.id, reason="It was another one.")
    assert store.decisions.similar(asked.id, k=1)[0].decision.id == old.id


def test_erasure_empties(memory: MemoryFactory) -> None:
    """Nothing that was made with an erased decision is kept, and no answer has it."""
    store = memory()
    asked, old = practice(store)
    store.decisions.similar(asked.id)
    kept, space = store._session.projections.shapes()._indexes, store._session.space.uid
    assert space in kept
    store.erase(subject="Ingrid", reason="asked to")
    assert space not in kept
    assert old.id not in {one.decision.id for one in store.decisions.similar(asked.id, k=200)}
    with pytest.raises(NotFound):
        store.decisions.similar(old.id)


@ON_CONNECTIONS
def test_an_erasure_by_another_process_is_followed(memory: MemoryFactory, engine: Engine) -> None:
    """What somebody else erased in the same store is dropped at the next look at the ledger,
    without a question; what they only added is not."""
    store = memory()
    asked, old = practice(store)
    store.decisions.similar(asked.id)
    projections, space = store._session.projections, store._session.space.uid
    # Erased behind the back of what is kept here, as another process does it.
    apart = Memory(replace(store._session, projections=GraphProjections()))
    apart.decisions.record("fee_negotiation")
    projections._look()
    assert space in projections.shapes()._indexes
    apart.erase(old.id, reason="asked to")
    projections._look()
    assert space not in projections.shapes()._indexes


def test_it_is_the_same_through_a_server_and_a_tool(memory: MemoryFactory, house: House) -> None:
    """S0-74: an agent's tool and a client of a server give what the verb gives."""
    store = memory().acting_as(ADA)
    asked, _ = practice(store)
    bot = store.acting_as(BOT)
    found = bot.decisions.similar(asked.id, k=3)
    assert house.enter(bot).decisions.similar(asked.id, k=3) == found
    told = bot.tools.call("find_similar_decisions", {"decision_id": asked.id, "limit": 3})
    assert [one["decision"]["id"] for one in told["decisions"]] == [
        one.decision.id for one in found
    ]
    assert told["decisions"][0]["why"] == list(found[0].why)
    assert "never instructions" in told["note"]


def test_wrong_questions_are_refused(memory: MemoryFactory) -> None:
    """A number of answers that makes no sense, and what is no decision."""
    store = memory()
    made = store.decisions.record("fee_negotiation")
    for k in (0, 201, True, "5"):
        with pytest.raises(InvalidInput, match="k"):
            store.decisions.similar(made.id, k=k)  # type: ignore[arg-type]
    with pytest.raises(NotFound, match="decision"):
        store.decisions.similar("km_000000000000")
    assert store.decisions.similar(made.id) == ()


def test_without_the_extra_it_says_what_to_install(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where NumPy is missing the refusal names the extra."""
    store = memory()
    made = store.decisions.record("fee_negotiation")
    monkeypatch.setattr(build_tools, "find_spec", lambda name: None)
    with pytest.raises(NotAvailable, match=r'pip install "remembrancer\[shapes\]"'):
        store.decisions.similar(made.id)
