"""Phases as switches: what is off refuses, what is on request is never computed unasked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import Decision, Memory, NotAvailable, Phase, build_tools
from remembrancer.core.errors import InvalidSettings
from remembrancer.core.preset import Capabilities, CapabilityState
from remembrancer.decisions import capabilities, phases
from remembrancer.decisions.capabilities import Capability
from remembrancer.presets import preset_files
from tests.conftest import MemoryFactory
from tests.core.test_preset import FIVE
from tests.decisions.firm import PENSIONS, decide
from tests.decisions.shapes.test_similar import hidden
from tests.docs import pages
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House

LATER = (
    Capability.STRUCTURAL_PRECEDENTS,
    Capability.HYBRID_PRECEDENTS,
    Capability.COMMUNITIES,
    Capability.NODE_EMBEDDINGS,
    Capability.SIMULATION,
)
NAMES = [one.value for one in Capability]


def switched(memory: Memory, **states: str) -> Memory:
    """The space with these capabilities, as an admin sets them."""
    memory.admin.configure({"capabilities": states})
    return memory.in_space(memory._session.space.name)


@pytest.mark.parametrize("preset", FIVE)
def test_the_last_phase_is_on_request_everywhere(preset: str) -> None:
    """S0-70: causal chains, precedents by words and policies are on; what needs shapes is computed
    only when somebody asks for it by name."""
    loaded = preset_files.load(preset)
    states = {one: capabilities.state(loaded, one) for one in Capability}
    on_request = {one for one, state in states.items() if state is CapabilityState.ON_REQUEST}
    assert on_request == set(LATER)
    assert {states[one] for one in Capability if one not in LATER} == {CapabilityState.ON}


def test_every_capability_has_one_value() -> None:
    """The names of the settings are those of the code."""
    assert set(Capabilities.model_fields) == set(NAMES)


VERBS: dict[str, Callable[[Memory, Decision], Any]] = {
    "causal_chains": lambda memory, made: memory.decisions.chain(made.id),
    "semantic_precedents": lambda memory, made: memory.decisions.precedents("A fee."),
    "policy_tracking": lambda memory, made: memory.policies.decisions(memory.policies.list()[0].id),
    "structural_precedents": lambda memory, made: memory.decisions.similar(made.id),
    "hybrid_precedents": lambda memory, made: memory.decisions.precedents(
        "A fee.", decision=made.id
    ),
    "node_embeddings": lambda memory, made: (
        memory.decisions.fingerprint(made.id),
        memory.decisions.anomalies(),
    ),
}


@ON_THE_FASTEST
@pytest.mark.parametrize("name", VERBS)
def test_off_refuses_and_says_how_to_turn_it_on(memory: MemoryFactory, name: str) -> None:
    """An admin switches a capability off: its verb refuses, embedded and over HTTP, with the very
    call that turns it on again; then it answers."""
    pytest.importorskip("numpy", reason="the extra shapes is not installed")
    store = memory()
    made = store.decisions.record("fee_negotiation", subject="omar")
    store.policies.add_defaults(effective_from="2020-01-01")
    off = switched(store, **{name: "off"})
    call = f'memory.admin.configure({{"capabilities": {{"{name}": "on_request"}}}})'
    with pytest.raises(NotAvailable) as refused:
        VERBS[name](off, made)
    assert call in str(refused.value)
    others = [one for one in VERBS if one != name]
    if name == "semantic_precedents":
        others.remove("hybrid_precedents")  # words are a part of it
    for other in others:
        VERBS[other](off, made)
    on = switched(off, **{name: "on_request"})
    VERBS[name](on, made)


@ON_THE_FASTEST
def test_off_holds_over_http(memory: MemoryFactory, house: House) -> None:
    """A client of a server is refused with the same words."""
    store = memory()
    made = store.decisions.record("fee_negotiation")
    off = house.enter(switched(store, node_embeddings="off"))
    with pytest.raises(NotAvailable, match="node_embeddings"):
        off.decisions.fingerprint(made.id)
    with pytest.raises(NotAvailable, match="node_embeddings"):
        off.decisions.anomalies()


def test_the_ones_that_come_later_can_be_checked() -> None:
    """Communities and simulation have their switch, with the same refusal."""
    adviser = preset_files.load("adviser")
    for one in (Capability.COMMUNITIES, Capability.SIMULATION):
        capabilities.check(adviser, one)
        off = preset_files.with_overrides(adviser, {"capabilities": {one.value: "off"}})
        with pytest.raises(NotAvailable, match=f"{one.value}.*on_request"):
            capabilities.check(off, one)
        assert not capabilities.is_unasked(adviser, one)


@ON_THE_FASTEST
def test_a_wrong_state_is_refused(memory: MemoryFactory) -> None:
    """A state or a capability that there is not changes nothing."""
    store = memory()
    for wrong in ({"simulation": "maybe"}, {"simulations": "on"}, {"simulation": True}):
        with pytest.raises(InvalidSettings, match=r"capabilities\.simulation"):
            store.admin.configure({"capabilities": wrong})


@ON_THE_FASTEST
def test_on_request_is_no_part_of_a_briefing(memory: MemoryFactory) -> None:
    """Precedents that are on request are found by who asks, and a briefing has none."""
    store = memory()
    for number, told in enumerate(PENSIONS):
        decide(store, f"Client {number}", *told)
    store.add(content=PENSIONS[0][0], subject="omar")
    assert store.briefing("omar").precedents
    asked = switched(store, semantic_precedents="on_request")
    assert asked.briefing("omar").precedents == ()
    assert asked.decisions.precedents(PENSIONS[0][0], subject="omar")


@ON_THE_FASTEST
def test_nothing_of_shapes_is_computed_unasked(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recording, listing, briefing, a plain question for precedents and due work make no vectors
    in a space as the preset has it."""
    store = memory()
    session = store._session

    def refuse(*_: Any) -> Any:
        raise AssertionError("shapes were computed")

    monkeypatch.setattr(type(session.projections), "shapes", refuse)
    made = [decide(store, f"Client {number}", *told) for number, told in enumerate(PENSIONS)]
    store.decisions.list()
    store.decisions.chain(made[0].id)
    store.decisions.complexity(made[0].id)
    store.decisions.precedents(PENSIONS[0][0])
    store.briefing("Client 1")
    store.jobs.wait()
    with pytest.raises(AssertionError):
        store.decisions.similar(made[0].id)


def status(found: tuple[Phase, ...], name: str) -> phases.CapabilityStatus:
    return next(one for each in found for one in each.capabilities if one.name == name)


@ON_EITHER_SORT
def test_phases_tell_what_there_is(memory: MemoryFactory) -> None:
    """Six phases, each with what it needs and has: an empty space has little, and each decision
    and link is counted."""
    store = memory()
    found = store.decisions.phases()
    assert [one.number for one in found] == [1, 2, 3, 4, 5, 6]
    assert [one.is_ready for one in found] == [False] * 6
    first, second = (store.decisions.record("fee_negotiation", subject="omar") for _ in range(2))
    store.decisions.link(first.id, "caused", second.id)
    found = store.decisions.phases()
    assert status(found, "causal_chains").is_ready
    (needed,) = status(found, "causal_chains").needs
    assert (needed.what, needed.has) == (
        "At least 1 cause or influence",
        "1 cause or influence",
    )
    embeddings = status(found, "node_embeddings")
    assert not embeddings.is_ready
    assert [one.has for one in embeddings.needs[1:]] == ["2 decisions", "0 labels"]
    off = switched(store, causal_chains="off").decisions.phases()
    assert status(off, "causal_chains").state is CapabilityState.OFF
    assert not status(off, "causal_chains").is_ready


@ON_THE_FASTEST
def test_phases_tell_what_is_installed(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra, phase 6 says what to install; all else is as it was."""
    store = memory()
    for number in range(2):
        store.decisions.record("fee_negotiation", subject=f"client {number}")
    with_it = store.decisions.phases()
    monkeypatch.setattr(build_tools, "find_spec", lambda name: None)
    without = store.decisions.phases()
    assert with_it[:5] == without[:5]
    for name, library in (("hybrid_precedents", "NumPy"), ("communities", "graspologic-native")):
        needed = status(without, name).needs[0]
        assert needed.what == f"{library}, of the extra shapes"
        assert needed.has == 'not installed: pip install "remembrancer[shapes]"'
        assert not needed.is_met
        assert not status(without, name).is_ready


@ON_EITHER_SORT
def test_hidden_things_change_no_count(memory: MemoryFactory, house: House) -> None:
    """Two worlds that differ only in what is hidden have the same phases for everybody, over HTTP
    as well."""
    worlds = []
    for is_hiding in (False, True):
        ada = memory().acting_as(ADA)
        made = ada.decisions.record("fee_negotiation", subject="omar")
        if is_hiding:
            hidden(ada.acting_as(ANNA), made)
        worlds.append([ada.acting_as(one).decisions.phases() for one in (ADA, ANNA, BERT, BOT)])
        assert house.enter(ada.acting_as(BERT)).decisions.phases() == worlds[-1][2]
    assert worlds[0] == worlds[1]
    assert all(one == worlds[0][0] for one in worlds[0])


def test_the_page_has_the_table_of_the_code() -> None:
    """S0-100: docs/phases.md lists each capability with its phases, its setting, its verbs and its
    value in the presets, and no other."""
    text = pages.section(pages.DOCS / "phases.md", "What is in which phase")
    _, *rows = pages.table(text)
    preset = preset_files.load("adviser")
    written = [
        (
            entry.phases,
            entry.title,
            "–" if entry.capability is None else f"`{entry.capability.value}`",
            "–" if entry.capability is None else capabilities.state(preset, entry.capability).value,
            entry.value,
        )
        for entry in phases.PLAN
    ]
    assert [tuple(row) for row in rows] == written
