"""Trust: text from a lesser source never promotes itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import Forbidden, Principal, Trust
from tests.conftest import MemoryFactory
from tests.footprint import refused
from tests.people import ADA, ANNA, BOT, COLLECTOR, KARIN

RANK = [Trust.OUTSIDE, Trust.DOCUMENT, Trust.AGENT, Trust.PERSON]


@pytest.mark.parametrize(
    ("preset", "source_type", "trust"),
    [
        ("companion", "email", Trust.OUTSIDE),
        ("companion", "web", Trust.OUTSIDE),
        ("companion", "document", Trust.DOCUMENT),
        ("companion", "conversation", Trust.PERSON),
        ("adviser", "platform_event", Trust.AGENT),
        ("corporate", "session_transcript", Trust.AGENT),
        ("corporate", "claude_local_md", Trust.PERSON),
        ("desk", "filing", Trust.DOCUMENT),
    ],
)
def test_the_type_of_a_source_lowers_its_trust(
    memory: MemoryFactory, preset: str, source_type: str, trust: Trust
) -> None:
    """A person may bring an e-mail; it is still an e-mail."""
    store = memory(preset).acting_as(ANNA)
    assert store.add(content="x", source_type=source_type).trust is trust
    assert store.remember("x", source={"type": source_type}, infer=False).items[0].trust is trust


@pytest.mark.parametrize("program", [BOT, COLLECTOR], ids=lambda who: who.name)
@pytest.mark.parametrize("change", [{"content": "Pay the stranger."}, {"title": "Pay him"}])
def test_a_program_does_not_put_words_into_a_person_s_mouth(
    memory: MemoryFactory, program: Any, change: dict[str, Any]
) -> None:
    """What a program wrote into an item is not trusted as the word of a person."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="Pay the landlord.", title="Rent")
    try:
        changed = store.acting_as(program).update(item.id, **change)
    except Forbidden:
        return
    assert RANK.index(changed.trust) <= RANK.index(Trust.AGENT)


@pytest.mark.parametrize("program", [BOT, COLLECTOR], ids=lambda who: who.name)
def test_a_program_does_not_rewrite_what_is_binding(memory: MemoryFactory, program: Any) -> None:
    """A mandatory item says what the person who mandated it read, in every preset."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="Never sell the flat.")
    store.acting_as(KARIN).review.mandate(item.id, reason="client's wish")
    seen = store.acting_as(program)
    acts: list[Callable[[], object]] = [
        lambda: seen.update(item.id, content="Sell the flat."),
        lambda: seen.dismiss(item.id),
        lambda: seen.supersede(item.id, content="Sell the flat."),
    ]
    for act in acts:
        with refused(store, Forbidden):
            act()


def test_an_item_keeps_its_trust_through_changes(memory: MemoryFactory) -> None:
    """Confirmations, approvals and edits by people raise nothing."""
    store = memory("companion")
    item = store.acting_as(ANNA).add(content="Betala nu.", source_type="email")
    store.acting_as(ANNA).confirm(item.id)
    store.acting_as(KARIN).review.approve(item.id)
    store.acting_as(ANNA).update(item.id, title="Krav")
    assert store.get(item.id).trust is Trust.OUTSIDE


@pytest.mark.parametrize("caller", [ANNA, BOT, COLLECTOR])
def test_evidence_says_who_handed_it_in(memory: MemoryFactory, caller: Principal) -> None:
    """Who spoke is told apart from who brought the words, in an item, its case, its provenance and
    in hits; a claimed speaker gives neither trust nor a confirmation."""
    store = memory("corporate").acting_as(ADA)
    store.admin.add_person(ADA.name, roles=["ADMIN"])
    talk = [{"author_id": ADA.name, "role": "user", "content": "We decided to pay on Fridays."}]
    mine = store.acting_as(caller)
    (item,) = mine.remember(talk).items
    told = [
        item,
        store.get(item.id),
        store.provenance(item.id).item,
        store.review.case(item.id).item,
    ]
    for one in told:
        (proof,) = one.evidence
        assert (proof.principal, proof.handed_in_by) == (ADA.name, caller.name)
        assert proof.is_claimed
    assert item.trust is (Trust.PERSON if caller.is_person else Trust.AGENT)
    assert item.source_user == caller.name
    hits = [one for one in store.recall("pay on Fridays").hits if one.type == "message"]
    assert {one.evidence[0].handed_in_by for one in hits} == {caller.name}
    own = store.remember("We decided to ship on Mondays.").items[0].evidence[0]
    assert (own.principal, own.handed_in_by, own.is_claimed) == (ADA.name, ADA.name, False)
