"""Trust comes from provenance and never rises by itself."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.errors import Forbidden
from remembrancer.core.principal import Principal
from remembrancer.items.item import Trust
from remembrancer.items.trust import (
    RANK,
    check_mandate,
    check_supersede,
    lowest,
    of_caller,
    of_source,
)
from remembrancer.presets import preset_files

PERSON = Principal("anna")
AGENT = Principal("bot", kind="agent", roles=["ADMIN"])
SERVICE = Principal("collector", kind="service")
COMPANION = preset_files.load("companion")
trusts = st.lists(st.sampled_from(Trust), min_size=1)


def test_the_order_of_trust() -> None:
    """A person before an agent, an agent before a document, a document before an outsider."""
    assert sorted(Trust, key=RANK.__getitem__, reverse=True) == [
        Trust.PERSON,
        Trust.AGENT,
        Trust.DOCUMENT,
        Trust.OUTSIDE,
    ]


def test_of_nothing_comes_the_least_trust() -> None:
    """What has no source at all is not vouched for by anyone."""
    assert lowest(()) is Trust.OUTSIDE


@given(trusts, trusts)
def test_mixing_never_raises_trust(some: list[Trust], more: list[Trust]) -> None:
    """The whole is trusted as its weakest part, in any order and any grouping."""
    whole = lowest(some + more)
    assert whole is lowest(more + some) is lowest([lowest(some), lowest(more)])
    assert all(RANK[whole] <= RANK[part] for part in some + more)
    assert whole in some + more


def test_the_caller_sets_the_ceiling() -> None:
    """A person brings a person's word; agents and services an agent's, whatever their role."""
    assert of_caller(PERSON) is Trust.PERSON
    assert of_caller(AGENT) is Trust.AGENT
    assert of_caller(SERVICE) is Trust.AGENT


@pytest.mark.parametrize(
    ("viewer", "source_type", "declared", "expected"),
    [
        (PERSON, "manual", None, Trust.PERSON),
        (PERSON, "document", None, Trust.DOCUMENT),
        (PERSON, "email", None, Trust.OUTSIDE),
        (PERSON, "web", Trust.PERSON, Trust.OUTSIDE),
        (PERSON, "manual", Trust.OUTSIDE, Trust.OUTSIDE),
        (AGENT, "manual", Trust.PERSON, Trust.AGENT),
        (SERVICE, "document", Trust.AGENT, Trust.DOCUMENT),
        (PERSON, "never heard of", None, Trust.PERSON),
    ],
)
def test_the_trust_of_a_source(
    viewer: Principal, source_type: str, declared: Trust | None, expected: Trust
) -> None:
    """Its bringer, its type and its label may each lower it, and none may raise it."""
    assert of_source(viewer, COMPANION, source_type=source_type, declared=declared) is expected


@pytest.mark.parametrize(("old", "new"), list(product(Trust, Trust)))
def test_lower_trust_replaces_higher_only_by_a_person(old: Trust, new: Trust) -> None:
    """An agent, even an admin, may replace by equal or better; a person may replace anything."""
    check_supersede(PERSON, item_id="km_0123456789ab", old=old, new=new)
    if RANK[new] < RANK[old]:
        with pytest.raises(Forbidden, match="km_0123456789ab"):
            check_supersede(AGENT, item_id="km_0123456789ab", old=old, new=new)
    else:
        check_supersede(AGENT, item_id="km_0123456789ab", old=old, new=new)


@pytest.mark.parametrize("trust", Trust)
def test_untrusted_text_becomes_mandatory_only_by_a_person(trust: Trust) -> None:
    """What was read from documents or came from outside cannot promote itself."""
    check_mandate(PERSON, item_id="km_0123456789ab", trust=trust)
    if trust in {Trust.DOCUMENT, Trust.OUTSIDE}:
        with pytest.raises(Forbidden, match="only by a person"):
            check_mandate(SERVICE, item_id="km_0123456789ab", trust=trust)
    else:
        check_mandate(SERVICE, item_id="km_0123456789ab", trust=trust)
