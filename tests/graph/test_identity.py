"""The same person is one entity, and doubt waits for a person."""

from __future__ import annotations

import unicodedata
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.graph.identity import (
    EntityMatch,
    EntityVerdict,
    KnownEntity,
    MergeProposal,
    NamedThing,
    looks_like,
    match_entity,
    merge_proposals,
    name_key,
    pair_of,
)

MIA = KnownEntity("ent_1", "Person", "Mia Lind", "U1", ("mimmi",))
OMAR = KnownEntity("ent_2", "Person", "Omar")
KLARNA = KnownEntity("ent_3", "Org", "Klarna")
JORDAN = KnownEntity("ent_4", "Place", "Jordan")
KNOWN = (MIA, OMAR, KLARNA, JORDAN)


@pytest.mark.parametrize(
    ("named", "verdict", "ids"),
    [
        (NamedThing("Person", "whoever", "U1"), EntityVerdict.SAME, ("ent_1",)),
        (NamedThing("Person", "Mia Lind"), EntityVerdict.SAME, ("ent_1",)),
        (NamedThing("person", "MIA  lind"), EntityVerdict.SAME, ("ent_1",)),
        (NamedThing("Person", "Mimmi"), EntityVerdict.SAME, ("ent_1",)),
        (NamedThing("Person", "@mimmi"), EntityVerdict.SAME, ("ent_1",)),
        (NamedThing("Person", "M. L.", aliases=("Mimmi",)), EntityVerdict.SAME, ("ent_1",)),
        (NamedThing("Person", "Mia Lind", "U9"), EntityVerdict.DOUBTFUL, ("ent_1",)),
        (NamedThing("Person", "Omar", "U9"), EntityVerdict.SAME, ("ent_2",)),
        (NamedThing("Person", "Mia"), EntityVerdict.DOUBTFUL, ("ent_1",)),
        (NamedThing("Person", "Omar Haddad"), EntityVerdict.DOUBTFUL, ("ent_2",)),
        (NamedThing("Person", "Lind"), EntityVerdict.NEW, ()),
        (NamedThing("Person", "Mi"), EntityVerdict.NEW, ()),
        (NamedThing("Org", "Klarna Bank"), EntityVerdict.NEW, ()),
        (NamedThing("Person", "Klarna"), EntityVerdict.NEW, ()),
        (NamedThing("Person", "Jordan"), EntityVerdict.NEW, ()),
        (NamedThing("Org", "klarna"), EntityVerdict.SAME, ("ent_3",)),
    ],
)
def test_an_id_or_a_name_that_one_alone_has_decides(
    named: NamedThing, verdict: EntityVerdict, ids: tuple[str, ...]
) -> None:
    """An id, else an exact name or alias; a first name alone is doubtful and never merged."""
    match = match_entity(named, KNOWN)
    assert (match.verdict, match.ids) == (verdict, ids)
    assert bool(match.reason) is (verdict is not EntityVerdict.NEW)


def test_a_name_that_several_have_is_doubtful() -> None:
    """Two people of one name are not told apart by it; an id still decides."""
    twin = KnownEntity("ent_0", "Person", "mia lind")
    match = match_entity(NamedThing("Person", "Mia Lind"), (*KNOWN, twin))
    assert (match.verdict, match.ids) == (EntityVerdict.DOUBTFUL, ("ent_0", "ent_1"))
    assert match_entity(NamedThing("Person", "Mia Lind", "U1"), (*KNOWN, twin)).ids == ("ent_1",)


@pytest.mark.parametrize(
    "name", ["Міа Lind", "Mіa Lind", "Mia Linԁ", "Μia Lind", "Mia L1nd", "Mía Lind"]
)
def test_what_only_looks_alike_is_not_the_same(name: str) -> None:
    """Letters of another script, digits and accents make another name."""
    assert match_entity(NamedThing("Person", name), KNOWN).verdict is EntityVerdict.NEW
    assert looks_like(name, "Mia Lind")


@pytest.mark.parametrize(
    "name", ["Åsa Öberg", "ÅSA ÖBERG", "Ａ\u030asa Öberg", "Åsa\u00a0Öberg", "Åsa\u200b Öberg"]
)
def test_one_name_has_one_key_in_every_form(name: str) -> None:
    """Composed or not, in wide letters, with other blanks or invisible characters."""
    for form in ("NFC", "NFD"):
        assert name_key(unicodedata.normalize(form, name)) == "åsa öberg"
        assert not looks_like(name, "Åsa Öberg")


@given(st.text(max_size=30))
def test_a_key_is_its_own_key(name: str) -> None:
    """Twice is once, and a name is the same as itself in every form."""
    key = name_key(name)
    assert name_key(key).lstrip("@") == key.lstrip("@")
    assert not looks_like(name, name)


def test_the_order_of_what_is_known_does_not_matter() -> None:
    """Whoever is listed first, the answer is the same."""
    named = NamedThing("Person", "Mia")
    other = KnownEntity("ent_0", "Person", "Mia Berg")
    answers = {match_entity(named, order) for order in permutations((MIA, OMAR, other))}
    assert answers == {match_entity(named, (MIA, other))}


def test_doubtful_pairs_wait_once() -> None:
    """A pair has one order, and what a person decided is not asked again."""
    match = EntityMatch(EntityVerdict.DOUBTFUL, ("ent_1", "ent_8"), "why")
    assert merge_proposals(match, "ent_5") == (
        MergeProposal("ent_1", "ent_5", "why"),
        MergeProposal("ent_5", "ent_8", "why"),
    )
    decided = {pair_of("ent_5", "ent_1")}
    assert merge_proposals(match, "ent_5", decided=decided) == (
        MergeProposal("ent_5", "ent_8", "why"),
    )
    assert merge_proposals(match, "ent_1")[0] == MergeProposal("ent_1", "ent_8", "why")
    for verdict in (EntityVerdict.SAME, EntityVerdict.NEW):
        assert merge_proposals(EntityMatch(verdict, ("ent_1",)), "ent_5") == ()
