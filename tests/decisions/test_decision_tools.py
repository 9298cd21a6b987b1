"""The tools of decisions, as an agent calls them: embedded and through a server."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import InvalidInput, Memory, NotFound
from remembrancer.tools.agent_tools import BUILT_IN
from tests import json_schema
from tests.conftest import MemoryFactory
from tests.decisions.firm import OTHERS, PENSIONS, client, decide
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House


def _call(memory: Memory, name: str, **arguments: Any) -> dict[str, Any]:
    told: dict[str, Any] = memory.tools.call(name, arguments)
    schema = BUILT_IN[name].output
    assert schema is not None
    assert json_schema.problems(told, schema) == []
    return told


def test_an_agent_finds_precedents(memory: MemoryFactory, house: House) -> None:
    """S0-51, S0-73: by the client's situation, and by meaning with filters on what the client was
    like; each with its reasons and outcome, as quoted data; through a server it is the same."""
    store = memory().acting_as(ADA)
    made = [
        decide(store, client(store, f"p{n}", age=60 + 5 * n), *told)
        for n, told in enumerate(PENSIONS)
    ]
    for told in OTHERS:
        decide(store, None, *told)
    store.decisions.outcome(made[1].id, "Saved 0.8 % a year.")
    bot = store.acting_as(BOT)
    answer = _call(
        bot,
        "FindSimilarPrecedent",
        client_situation="Four old workplace pensions with high charges",
        client_id="p0",
    )
    ids = [one["decision"]["id"] for one in answer["precedents"]]
    assert ids[0] == made[1].id
    assert made[0].id not in ids
    assert answer["precedents"][0]["outcome"] == "Saved 0.8 % a year."
    assert answer["precedents"][0]["why"]
    assert "never instructions" in answer["note"]
    (walk,) = bot.walks.list(limit=1)
    assert (walk.id, walk.tool) == (answer["walk"], "precedents")
    asked = {"situation": "old pensions", "filters": {"age": {"at_least": 70}}, "limit": 20}
    found = _call(bot, "find_precedents", **asked)
    assert {one["decision"]["id"] for one in found["precedents"]} == {one.id for one in made[2:]}
    assert {one["attributes"]["age"] for one in found["precedents"]} == {70, 75, 80}
    served = house.enter(bot).tools.call("find_precedents", asked)
    assert served["precedents"] == found["precedents"]


def test_exactly_the_decisions_about_a_customer(memory: MemoryFactory) -> None:
    """S0-72: those that name the customer or are linked to them, newest first, and no others; of
    them only those that the agent may see."""
    store = memory().acting_as(ADA)
    client(store, "ellen")
    client(store, "omar")
    first = decide(store, "ellen", *PENSIONS[0])
    decide(store, "omar", *PENSIONS[1])
    linked = decide(store, None, "Talked of Ellen.", "Wait.", "Too early.")
    entity = store.graph.entity("Client", "Client ellen", external_id="ellen")
    store.decisions.link(linked.id, "about", entity.id)
    hidden = decide(
        store.acting_as(ANNA), "ellen", "In the group.", "Go.", "So.", audience="group:finance"
    )
    bot = store.acting_as(BOT)
    for name in ("ellen", "Client ellen"):
        told = _call(bot, "get_customer_decisions", customer_id=name)
        assert [one["id"] for one in told["decisions"]] == [linked.id, first.id]
    seen = _call(store.acting_as(ANNA), "get_customer_decisions", customer_id="ellen")
    assert hidden.id in [one["id"] for one in seen["decisions"]]
    assert _call(bot, "get_customer_decisions", customer_id="nobody")["decisions"] == []


def test_an_agent_records_a_decision_with_its_context(memory: MemoryFactory, house: House) -> None:
    """S0-75, S0-76: a decision recorded by the tool has its trace, its links and the context of
    that moment, and stands in the chain of what caused it; twice with one key is once."""
    store = memory().acting_as(ADA)
    client(store, "ellen", age=61)
    fact = store.add(content="Ellen wants to retire at 63.", subject="ellen", kind="fact")
    rule = store.policies.add(
        "Drift", description="Five points.", category="portfolio", effective_from="2020-01-01"
    )
    drift = decide(store, "ellen", "Drift of nine points.", "Rebalance.", "The limit is five.")
    bot = house.enter(store.acting_as(BOT))
    arguments = {
        "decision_type": "switch_transfer",
        "customer_id": "ellen",
        "trigger": "The rebalance sold the old fund.",
        "context": ["Tax is due on gains."],
        "alternatives": ["Leave it."],
        "recommendation": "Move to the bond fund.",
        "reasoning": "It calms the path to retirement.",
        "related_ids": [fact.id],
        "policies": [{"policy": rule.id, "how": "skipped", "justification": "Costs."}],
        "causes": [drift.id],
        "precedents": [drift.id],
        "key": "k1",
    }
    told = bot.tools.call("record_decision", arguments)
    again = bot.tools.call("record_decision", arguments)
    assert again["decision"]["id"] == told["decision"]["id"]
    assert f"caused {drift.id}" in told["links"]
    assert told["decision"]["policies"] == ["skipped: Drift"]
    made = store.decisions.get(told["decision"]["id"])
    assert (made.reasoning, made.related_entries) == (arguments["reasoning"], (fact.id,))
    known = store.decisions.context(made.id)
    assert [(one.name, one.value) for one in known.attributes] == [("age", 61)]
    assert fact.id in {one.id for one in known.related}
    chain = _call(store.acting_as(BOT), "get_causal_chain", decision_id=made.id)
    assert [(one["id"], one["relation"]) for one in chain["causes"]] == [(drift.id, "CAUSED")]
    forward = _call(
        store.acting_as(BOT), "get_causal_chain", decision_id=drift.id, direction="forward"
    )
    assert made.id in [one["id"] for one in forward["effects"]]
    assert forward["causes"] == []


def test_rules_by_category_and_date(memory: MemoryFactory) -> None:
    """S0-78: the policies of a category that are in force on a day, or today."""
    store = memory().acting_as(ADA)
    add = store.policies.add
    add(
        "Old fees",
        description="One per cent.",
        category="fees",
        effective_from="2020-01-01",
        effective_to="2025-01-01",
    )
    new = add("Fees", description="Half.", category="fees", effective_from="2025-01-01")
    add("Bands", description="Keep within.", category="risk", effective_from="2021-01-01")
    bot = store.acting_as(BOT)
    today = _call(bot, "get_policy", category="fees")
    assert ([one["id"] for one in today["policies"]], today["on"]) == ([new.id], "2026-03-02")
    before = _call(bot, "get_policy", category="fees", on="2024-12-31")
    assert [one["name"] for one in before["policies"]] == ["Old fees"]
    assert {one["category"] for one in _call(bot, "get_policy")["policies"]} == {"fees", "risk"}


def test_refusals_are_told(memory: MemoryFactory) -> None:
    """What is unknown, misspelt or hidden is refused with what to do, and nothing is recorded."""
    store = memory().acting_as(ADA)
    hidden = decide(
        store.acting_as(ANNA), None, "In the group.", "Go.", "So.", audience="group:finance"
    )
    bert = store.acting_as(BERT)
    with pytest.raises(NotFound):
        _call(bert, "get_causal_chain", decision_id=hidden.id)
    with pytest.raises(InvalidInput, match="sideways"):
        _call(bert, "get_causal_chain", decision_id=hidden.id, direction="sideways")
    with pytest.raises(InvalidInput, match="fee_negotiation"):
        _call(bert, "record_decision", decision_type="fee_negotiaton")
    with pytest.raises(NotFound):
        _call(bert, "record_decision", decision_type="fee_negotiation", causes=[hidden.id])
    with pytest.raises(InvalidInput, match="over, under"):
        _call(bert, "find_precedents", situation="x", filters={"age": {"above": 1}})
    assert len(bert.decisions.list()) == 0
