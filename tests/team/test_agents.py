"""Agents on record: who they are, what they keep, and who may act in their name."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Conflict, Forbidden, InvalidInput, NotFound, Principal
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, KARIN
from tests.team.desk import NAMES, RISK, agent, caller, opened

CONTENTS = {  # what the seed says that each of them keeps
    "financial": ("ratio_pattern", "peer_comparison", "accounting_rule"),
    "strategy": ("management_pattern", "capital_allocation_history"),
    "valuation": ("model_template", "multiple_history", "sector_norm"),
}


def test_the_three_agents_have_their_content_kinds(memory: MemoryFactory) -> None:
    """S3-04: each agent keeps its kinds, and storing and reading by kind works."""
    desk = opened(memory("desk"))
    for name, kinds in CONTENTS.items():
        assert desk.agents.get(name).kinds == kinds
        own = agent(desk, name)
        for kind in kinds:
            own.put(f"a {kind}", {"of": kind}, kind=kind)
            assert own.get(f"a {kind}").kind == kind
    assert [one.name for one in desk.agents.list()] == sorted([*NAMES, RISK])


def test_a_fourth_agent_has_tiers_of_its_own(memory: MemoryFactory) -> None:
    """S3-07: others can be added, and what they put is theirs."""
    desk = opened(memory("desk"))
    agent(desk, RISK).put("note", "mine", kind="risk_note")
    assert agent(desk, RISK).get("note").value == "mine"
    for name in NAMES:
        with pytest.raises(NotFound):
            agent(desk, name).get("note")


def test_registering_is_for_admins_and_the_agent_itself(memory: MemoryFactory) -> None:
    """Others are refused, and so is the name of a person. It is on record."""
    desk = memory("desk").acting_as(ADA)
    for other in (
        ANNA,
        Principal("bot", kind="agent"),
        Principal("bot", kind="agent", roles=["ADMIN"]),
    ):
        with pytest.raises(Forbidden):
            desk.acting_as(other).agents.register("macro")
    desk.acting_as(KARIN).agents.register("macro", specializations="rates")
    itself = caller(desk, "credit").agents.register("credit", kinds=["covenant"])
    assert itself.registered_by == "credit"
    desk.admin.add_person("nils", kind="user")
    with pytest.raises(Conflict, match="another name"):
        desk.agents.register("nils")
    actions = [(one.action, one.target) for one in desk.admin.audit()]
    assert ("agent.register", "macro") in actions
    assert ("agent.register", "credit") in actions
    again = desk.agents.register("macro", kinds=["yield_curve"])
    assert (again.specializations, again.kinds) == (("rates",), ("yield_curve",))


def test_an_admin_puts_and_pushes_in_its_name_and_reads_nothing(memory: MemoryFactory) -> None:
    """A KM_ADMIN person may put and push, on record; get, pull and pending are the agent's."""
    desk = opened(memory("desk"))
    karin = desk.acting_as(KARIN).agents.memory("financial")
    karin.put("tip", "Look at ACME", kind="ratio_pattern")
    karin.push("tip")
    for look in (lambda: karin.get("tip"), karin.pull, karin.pending):
        with pytest.raises(Forbidden, match="only that agent"):
            look()
    own = agent(desk, "financial")
    assert own.get("tip").value == "Look at ACME"
    item = desk.get(own.get("tip").item_id or "")
    assert item.source_user == "financial"
    acts = [(one.actor, one.action) for one in desk.admin.audit() if one.target == "financial"]
    assert (KARIN.name, "agent.put") in acts
    assert (KARIN.name, "agent.push") in acts


@pytest.mark.parametrize(
    "other",
    [
        ANNA,
        Principal("strategy", kind="agent"),
        Principal("strategy", kind="agent", roles=["ADMIN"]),
        Principal("robot", kind="service", roles=["KM_ADMIN"]),
        Principal("financial"),  # a person of the same name is not the agent
    ],
    ids=["member", "agent", "agent with a role", "service with a role", "namesake"],
)
def test_nobody_else_acts_as_an_agent(memory: MemoryFactory, other: Principal) -> None:
    """Whatever the role, others neither read nor write an agent's memory."""
    desk = opened(memory("desk"))
    agent(desk, "financial").put("own", "secret", is_shared=False)
    its = desk.acting_as(other).agents.memory("financial")
    for act in (
        lambda: its.get("own"),
        its.pull,
        its.pending,
        lambda: its.put("own", "mine"),
        its.push,
        lambda: its.alert("Hello", to=["strategy"]),
    ):
        with pytest.raises(Forbidden):
            act()
    assert agent(desk, "financial").get("own").value == "secret"


def test_bad_input_is_refused_with_a_sentence(memory: MemoryFactory) -> None:
    """A wrong key, value, importance, kind or name stores nothing."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    for arguments in (
        {"key": ""},
        {"key": "a\nb"},
        {"key": 7},
        {"value": object()},
        {"value": float("nan")},
        {"value": "x" * 60_000},
        {"value": {"a": ["\x00"]}},
        {"importance": 1.5},
        {"importance": "high"},
        {"importance": True},
        {"kind": ""},
        {"subject": 3},
        {"is_shared": "no"},
    ):
        given: dict[str, Any] = {"key": "k", "value": 1, **arguments}
        with pytest.raises(InvalidInput):
            own.put(**given)
    with pytest.raises(NotFound, match="Register it first"):
        agent(desk, "nobody").put("k", 1)
    with pytest.raises(NotFound):
        agent(desk, "nobody").get("k")
    with pytest.raises(NotFound):
        own.push("nothing of this name")
    with pytest.raises(NotFound):
        own.alert("Fire", to=["nobody"])
    with pytest.raises(InvalidInput):
        own.alert("Fire", to=[])
    assert len(own.pending()) == 0
