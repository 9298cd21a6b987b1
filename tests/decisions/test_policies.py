"""Policies: in force on a day, what decisions did with them, and what ends with them."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Forbidden, InvalidInput, Memory, NotFound
from tests.conftest import MemoryFactory
from tests.people import ANNA, BERT

QUARTER = {"since": "2026-01-01", "until": "2026-04-01"}


def rule(store: Memory, name: str = "Suitability assessment required", **fields: Any) -> str:
    given = {"description": "Assess first.", "category": "compliance", **fields}
    given.setdefault("effective_from", "2020-01-01")
    return store.policies.add(name, **given).id


def test_a_date_gives_what_was_in_force(memory: MemoryFactory) -> None:
    """S0-67, S0-78: on a day there are those that had begun and not ended, by category."""
    store = memory()
    old = rule(store, "Old", effective_to="2024-04-06")
    new = rule(store, "New", effective_from="2024-04-06")
    fee = rule(store, "Fees", category="fees")
    assert [one.id for one in store.policies.list(on="2024-04-05")] == [old, fee]
    assert [one.id for one in store.policies.list(on="2024-04-06")] == [new, fee]
    assert [one.id for one in store.policies.list(on="2024-04-06", category="Fees")] == [fee]
    assert not store.policies.list(on="2019-12-31")
    assert len(store.policies.list()) == 3
    assert store.policies.get(old).name == "Old"


def test_the_seed_set_is_loadable(memory: MemoryFactory) -> None:
    """S0-68: six policies come with the preset, once, and each can be applied or overridden."""
    store = memory()
    made = store.policies.add_defaults(effective_from="2020-01-01")
    assert len(made) == 6
    assert store.policies.add_defaults(effective_from="2020-01-01") == ()
    for one in made:
        for how in ("applied", "overridden"):
            use = {"policy": one.id, "how": how}
            done = store.decisions.record("fee_negotiation", policies=[use]).policies
            assert [(each.name, each.how.value) for each in done] == [(one.name, how)]
    with pytest.raises(InvalidInput, match="brings no policies"):
        memory("desk").policies.add_defaults(effective_from="2020-01-01")


def test_evidence_by_policy(memory: MemoryFactory) -> None:
    """S0-97: a policy gives the decisions that applied it, with all their rules and outcomes."""
    store = memory()
    cost, wish = rule(store, "Cost-effectiveness"), rule(store, "Low-cost preference")
    made = store.decisions.record(
        "fund_provider_selection",
        subject="nora",
        recommendation="Switch from active to passive",
        policies=[cost, wish],
    )
    store.decisions.outcome(
        made.id, "Annual fee −0.6 %", value={"annual": -0.006, "over_15_years": 45_000}
    )
    (found,) = store.policies.decisions(cost)
    assert [one.name for one in found.policies] == ["Cost-effectiveness", "Low-cost preference"]
    assert found.outcomes[0].value == {"annual": -0.006, "over_15_years": 45_000}
    assert [one.id for one in store.decisions.list(policy=wish)] == [made.id]


def test_drift_is_seen(memory: MemoryFactory) -> None:
    """S0-98: of ten decisions of a quarter seven applied a policy and three skipped it."""
    store = memory()
    policy = rule(store)
    for number in range(10):
        is_skipped = number in (2, 5, 8)
        use = {"policy": policy, "how": "skipped" if is_skipped else "applied"}
        if number in (2, 5):
            use["justification"] = f"Reason {number}"
        store.decisions.record(
            "product_recommendation",
            subject=f"client-{number}",
            at=f"2026-0{1 + number % 3}-10",
            policies=[use],
        )
    store.decisions.record("product_recommendation", at="2025-12-31", policies=[policy])
    store.decisions.record("product_recommendation", at="2026-02-01")
    found = store.policies.compliance(policy, **QUARTER)
    assert (found.applied, found.skipped, found.overridden) == (7, 3, 0)
    assert found.skip_rate == pytest.approx(0.30)
    told = {one.decision.subject: one.justification for one in found.skipped_decisions}
    assert told == {"client-2": "Reason 2", "client-5": "Reason 5", "client-8": None}
    assert found.skipped_without_justification == 1
    assert [(one.month, one.skipped) for one in found.months] == [
        ("2026-01", 0),
        ("2026-02", 0),
        ("2026-03", 3),
    ]
    empty = store.policies.compliance(policy, since="2030-01-01", until="2030-04-01")
    assert (empty.applied, empty.skip_rate) == (0, 0.0)


def test_a_rule_that_ended_names_whom_it_touched(memory: MemoryFactory) -> None:
    """S0-99: after a rule ends, all decisions with it and the clients to review are listed; new
    ones cannot apply it."""
    store = memory()
    check = rule(store, "Lifetime allowance check")
    made = [
        store.decisions.record(
            "product_recommendation", subject=name, at="2023-05-05", policies=[check]
        ).id
        for name in ("nora", "omar", "nora")
    ]
    ended = store.policies.end(check, effective_to="2024-04-06")
    assert str(ended.effective_to) == "2024-04-06"
    found = store.policies.decisions(check)
    assert {one.id for one in found} == set(made)
    assert set(found.clients) == {"nora", "omar"}
    with pytest.raises(InvalidInput, match="ended on 2024-04-06"):
        store.decisions.record("product_recommendation", at="2024-04-06", policies=[check])
    store.decisions.record("product_recommendation", at="2024-04-05", policies=[check])
    late = store.decisions.record("product_recommendation", at="2025-01-01")
    with pytest.raises(InvalidInput, match="ended on 2024-04-06"):
        store.decisions.link(late.id, "applied_policy", check)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"effective_from": "soon"}, "effective_from is a day"),
        ({"effective_to": "2019-01-01"}, "not after effective_from"),
        ({"description": ""}, "description"),
        ({"description": " "}, "description is empty"),
        ({"category": None}, "category"),
    ],
)
def test_a_wrong_policy_is_refused(
    memory: MemoryFactory, fields: dict[str, Any], words: str
) -> None:
    """What is no policy is refused with what to give instead."""
    store = memory()
    with pytest.raises(InvalidInput) as refused:
        rule(store, **fields)
    assert words in str(refused.value)
    assert not store.policies.list()


def test_hidden_policies_and_uses_stay_hidden(memory: MemoryFactory) -> None:
    """Who may not see a policy does not find it; decisions that one may not see do not count."""
    store = memory()
    own = store.acting_as(ANNA).policies.add(
        "Secret",
        description="For finance.",
        category="secret",
        effective_from="2020-01-01",
        audience="group:finance",
    )
    shared = rule(store)
    store.acting_as(ANNA).decisions.record(
        "fee_negotiation", at="2026-02-01", policies=[shared], audience="group:finance"
    )
    bert = store.acting_as(BERT)
    assert [one.id for one in bert.policies.list()] == [shared]
    with pytest.raises(NotFound):
        bert.policies.get(own.id)
    assert bert.policies.compliance(shared, **QUARTER).applied == 0
    assert not bert.policies.decisions(shared)
    assert store.acting_as(ANNA).policies.compliance(shared, **QUARTER).applied == 1


def test_others_do_not_end_a_policy_where_only_admins_change(memory: MemoryFactory) -> None:
    """In corporate a contributor does not end a policy."""
    store = memory("corporate")
    policy = rule(store)
    store.review.approve(policy)
    with pytest.raises(Forbidden):
        store.acting_as(BERT).policies.end(policy, effective_to="2026-01-01")
