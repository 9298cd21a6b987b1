"""A compression in the store: whatever is put together, nothing that it rests on is lost."""

from __future__ import annotations

from itertools import count
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Item, Memory, Principal
from remembrancer.core.scope import Scope
from remembrancer.governance import change
from remembrancer.items import trust
from remembrancer.items.evidence import Stance
from remembrancer.items.port import NewEvidence
from remembrancer.ports import Writer
from tests.conftest import BorrowedClock
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.examples import examples
from tests.people import ADA, ANNA, BERT
from tests.scenarios.stage import Stage
from tests.scenarios.test_retention import BOTH, DECEMBER, JUNE, active, compress

SAID = "Bert heard it from the board."
WRITERS = (ANNA, BERT)
_numbers = count(1)
PLACES = ("everyone", "group:sales", "personal")


class Proof(NamedTuple):
    """Evidence as nobody's rights narrow it."""

    quote: str | None
    message_id: str | None
    principal: str | None


def said_by(memory: Memory, who: Principal, place: str, text: str) -> tuple[str, str]:
    """A message in a talk of one's own, of one's group, or of all."""
    own = memory.acting_as(who)
    fields: dict[str, Any] = {"is_personal": place == "personal"}
    if place.startswith("group:"):
        fields["audience"] = place
        own = memory.acting_as(Principal(who.name, groups=[place.removeprefix("group:")]))
    name = f"talk {next(_numbers)}"
    own.conversations.start(name, **fields)
    (message,) = own.conversations.append(name, {"author_id": who.name, "content": text})
    return name, message.id


def rest_on(memory: Memory, item: Item, who: Principal, message: tuple[str, str]) -> None:
    """Puts words beneath an item, as hearing them again does."""

    def act(unit: Writer, scope: Scope) -> None:
        stored = unit.items.stored(item.id)
        assert stored is not None
        proof = NewEvidence(None, message, SAID, None, None, Stance.SUPPORTS)
        change.reconfirm(unit, scope, stored, [proof], metadata=stored.state.metadata)

    memory.acting_as(who)._session.write(act)


def proofs(memory: Memory, *ids: str) -> set[Proof]:
    """What items rest on, read by somebody who may read all of it."""
    return {
        Proof(one.quote, one.message_id, one.principal)
        for id in ids
        for one in memory.acting_as(ADA).get(id).evidence
    }


@ON_EITHER_SORT
@pytest.mark.parametrize("place", PLACES)
def test_words_that_the_contributor_may_not_read_stay_beneath_it(stage: Stage, place: str) -> None:
    """Anna's two entries become one. It rests on Bert's words, and Anna is not shown them."""
    memory = stage.open("companion")
    anna = memory.acting_as(ANNA)
    first = anna.add(content=DECEMBER, kind="decision")
    second = anna.add(content=JUNE, kind="decision")
    rest_on(memory, first, BERT, said_by(memory, BERT, place, SAID))
    before = proofs(memory, first.id, second.id)
    shown = {one.quote for one in anna.get(first.id).evidence}
    compress(memory)
    (made,) = active(anna)
    assert made.content == BOTH
    assert len(before) == 1
    assert proofs(memory, made.id) == before
    assert {one.quote for one in made.evidence} == shown
    assert shown == ({SAID} if place == "everyone" else set())
    assert memory.verify().ok
    memory.erase(first.id, reason="asked to")
    assert memory.verify().ok


@ON_EITHER_SORT
def test_whose_words_were_added_may_erase_them(stage: Stage) -> None:
    """Bert's words go from beneath Anna's entry. It stays: it was not made of them."""
    memory = stage.open("companion")
    anna = memory.acting_as(ANNA)
    first = anna.add(content=DECEMBER, kind="decision")
    anna.add(content=JUNE, kind="decision")
    talk = said_by(memory, BERT, "personal", SAID)
    rest_on(memory, first, BERT, talk)
    compress(memory)
    (made,) = active(anna)
    memory.acting_as(BERT).erase(source=talk[0], reason="mine")
    assert [one.id for one in active(anna)] == [made.id]
    assert {one.quote for one in proofs(memory, made.id)} <= {"[erased]"}
    assert memory.verify().ok


@pytest.mark.parametrize("who", [ANNA, ADA])
def test_what_a_compression_stood_for_comes_back_to_its_owner(alone: Stage, who: Principal) -> None:
    """One of two personal entries is erased, by its owner or for her: the other is in use again."""
    memory = alone.open("companion")
    anna = memory.acting_as(ANNA)
    first = anna.add(content=DECEMBER, kind="decision", is_personal=True)
    second = anna.add(content=JUNE, kind="decision", is_personal=True)
    compress(memory)
    memory.acting_as(who).erase(first.id, reason="asked to")
    assert [(one.id, one.is_personal) for one in active(anna)] == [(second.id, True)]
    assert memory.verify().ok


@pytest.mark.parametrize("who", [ANNA, ADA])
def test_only_its_owner_brings_back_what_is_personal(alone: Stage, who: Principal) -> None:
    """Whoever else erases what replaced it leaves her own words as she left them."""
    memory = alone.open("companion")
    anna = memory.acting_as(ANNA)
    old = anna.add(content="I drive a Volvo.", is_personal=True)
    anna.supersede(old.id, content="I drive a Saab.", is_personal=True, source_id="note-1")
    memory.acting_as(who).erase(source="note-1", reason="wrong")
    assert [one.id for one in active(anna)] == ([old.id] if who == ANNA else [])


# Several entries of one owner for the same readers: most of them are put together.
_ITEMS = st.lists(
    st.tuples(
        st.fixed_dictionaries(
            {
                "owner": st.sampled_from(WRITERS),
                "audience": st.sampled_from([None, "group:sales"]),
                "is_personal": st.booleans(),
            }
        ),
        st.lists(
            st.fixed_dictionaries(
                {
                    "content": st.sampled_from([DECEMBER, JUNE, "BDO audits us."]),
                    "source_type": st.sampled_from(["manual", "document", "email"]),
                    "confidence": st.sampled_from([0.2, 0.7, 1.0]),
                    "proof": st.lists(
                        st.tuples(st.sampled_from(WRITERS), st.sampled_from(PLACES)), max_size=3
                    ),
                }
            ),
            min_size=2,
            max_size=4,
        ),
    ),
    min_size=1,
    max_size=3,
)


@ON_THE_FASTEST
@examples(12)
@given(_ITEMS)
def test_a_compression_never_raises_trust_or_loses_evidence(
    shared_store: tuple[Memory, BorrowedClock],
    listed: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    """Of any mix of owners, audiences, trust and evidence: all is kept, and nothing rises."""
    space = shared_store[0].in_space(f"mix {next(_numbers)}", preset="companion")
    for name in WRITERS:
        space.admin.add_person(name.name, groups=["sales"])
    items = [_added(space, {**place, **one}) for place, members in listed for one in members]
    for person in WRITERS:  # what they could read and address is not what they may read now
        space.admin.leave_group(person.name, "sales")
    before = {one.id: proofs(space, one.id) for one in items}
    reads = {(who.name, one.id): _read(space, who, one.id) for who in WRITERS for one in items}
    compress(space)
    for made in space.acting_as(ADA).items(status="active", limit=100):
        if made.source_type != "compression":
            continue
        members = [space.acting_as(ADA).get(id) for id in made.supersedes]
        assert proofs(space, made.id) == set().union(*(before[one.id] for one in members))
        for member in members:
            assert trust.RANK[made.trust] <= trust.RANK[member.trust]
            assert made.confidence <= member.confidence
            assert (made.audience, made.is_personal) == (member.audience, member.is_personal)
        for who in WRITERS:
            allowed = set().union(*(reads[who.name, one.id] for one in members))
            assert _read(space, who, made.id) == allowed
    assert space.verify().ok


def _added(space: Memory, fields: dict[str, Any]) -> Item:
    owner, listed = fields["owner"], fields["proof"]
    given = {name: value for name, value in fields.items() if name not in ("owner", "proof")}
    item = space.acting_as(Principal(owner.name, groups=["sales"])).add(**given)
    for who, place in listed:
        if who == owner or not item.is_personal:
            message = said_by(space, who, place, SAID)
            rest_on(space, item, Principal(who.name, groups=["sales"]), message)
    return item


def _read(space: Memory, who: Principal, id: str) -> set[Proof]:
    """What somebody is shown beneath an item; nothing where the item itself is not for them."""
    found = [one for one in space.acting_as(Principal(who.name)).items(limit=100) if one.id == id]
    return {
        Proof(one.quote, one.message_id, one.principal) for item in found for one in item.evidence
    }
