"""Who may see, recall and do what."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.errors import Forbidden, InvalidInput
from remembrancer.core.preset import RecallRules
from remembrancer.core.principal import Principal
from remembrancer.items.item import Item, ItemDraft, Review
from remembrancer.items.visibility import (
    CALLER_NEVER_SETS,
    check_audience,
    check_source_type,
    may_read_messages,
    may_read_review,
    may_recall_review,
    may_see,
    require_admin,
    require_full_admin,
    require_owner_or_admin,
    require_person,
)
from remembrancer.jobs.schedule import WORKER
from remembrancer.presets import preset_files

ANNA = Principal("anna", roles=["CONTRIBUTOR"], groups=["finance"])
BO = Principal("bo", roles=["CONTRIBUTOR"])
KEEPER = Principal("keeper", roles=["KM_ADMIN"])
CHIEF = Principal("chief", roles=["ADMIN"])
BOT = Principal("bot", kind="agent")
DETECTOR = Principal("detector", kind="service")
GATE = Principal("gate", kind="agent", roles=["KM_ADMIN"])
STEWARD = Principal("steward", kind="service", roles=["ADMIN"])
EVERYBODY = (ANNA, BO, KEEPER, CHIEF, BOT, DETECTOR, GATE, STEWARD)
ADMINS = {"keeper", "chief", "gate", "steward"}

CORPORATE = preset_files.load("corporate").recall
OPEN = RecallRules()


@pytest.mark.parametrize(
    ("audience", "who"),
    [
        (None, {"anna", "bo", "bot", "detector", *ADMINS}),
        ("all", {"anna", "bo", "bot", "detector", *ADMINS}),
        ("group:finance", {"anna", *ADMINS}),
        ("group:legal", ADMINS),
        ("finance", ADMINS),
    ],
)
def test_an_audience_hears_its_own(audience: str | None, who: set[str]) -> None:
    """S4-38: a finance member sees none, all and finance; others none and all; admins all."""
    seen = {
        viewer.name
        for viewer in EVERYBODY
        if may_see(viewer, owner="somebody", audience=audience, is_personal=False)
    }
    assert seen == who


def test_what_is_personal_is_its_owner_s() -> None:
    """S4-54: the contributor and the admins who are people only, whatever the audience says."""
    seen = {
        viewer.name
        for viewer in EVERYBODY
        if may_see(viewer, owner="bo", audience="group:finance", is_personal=True)
    }
    assert seen == {"bo", "keeper", "chief"}


@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda one: str(one.name))
def test_only_an_admin_who_is_a_person_sees_what_is_personal_to_others(viewer: Principal) -> None:
    """Neither a role nor a group makes a program see it; the memory's own work does."""
    is_seen = may_see(viewer, owner="somebody", audience=None, is_personal=True)
    assert is_seen is (viewer in (KEEPER, CHIEF))
    assert may_see(WORKER, owner="somebody", audience=None, is_personal=True)
    namesake = Principal(WORKER.name, kind=WORKER.kind, roles=WORKER.roles)
    assert not may_see(namesake, owner="somebody", audience=None, is_personal=True)


def test_an_owner_outside_the_group_still_sees_its_own() -> None:
    """Addressing a group does not lock out who wrote it."""
    assert may_see(BO, owner="bo", audience="group:finance", is_personal=False)


@given(
    st.sampled_from(EVERYBODY),
    st.sampled_from([viewer.name for viewer in EVERYBODY]),
    st.sampled_from([None, "all", "group:finance", "group:legal"]),
)
def test_personal_only_ever_hides(viewer: Principal, owner: str, audience: str | None) -> None:
    """Marking something personal never shows it to anyone new."""
    if may_see(viewer, owner=owner, audience=audience, is_personal=True):
        assert may_see(viewer, owner=owner, audience=audience, is_personal=False)


def recalled(viewer: Principal, rules: RecallRules, owner: str) -> set[str]:
    return {
        review.value
        for review in Review
        if may_recall_review(viewer, rules, owner=owner, review=review)
    }


@pytest.mark.parametrize("agent", [BOT, DETECTOR])
def test_agents_get_reviewed_items_only(agent: Principal) -> None:
    """S4-29: approved and mandatory reach agents and services; their own drafts do not."""
    assert recalled(agent, CORPORATE, "anna") == {"approved", "mandatory"}
    assert recalled(agent, CORPORATE, agent.name) == {"approved", "mandatory"}


@pytest.mark.parametrize("person", [ANNA, KEEPER, CHIEF])
def test_people_get_their_own_pending_items_too(person: Principal) -> None:
    """Contributors recall what they wrote before it is reviewed; others' drafts they do not."""
    assert recalled(person, CORPORATE, "bo") == {"approved", "mandatory"}
    assert recalled(person, CORPORATE, person.name) == {"approved", "mandatory", "pending"}


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_without_review_everything_in_use_is_recalled(viewer: Principal) -> None:
    """Only what was rejected or revoked stays out."""
    expected = {"not_required", "pending", "approved", "mandatory"}
    assert recalled(viewer, OPEN, "somebody") == expected


def test_the_two_switches_are_apart() -> None:
    """Review may be asked for agents alone, or for people alone."""
    agents = RecallRules(agents_need_review=True)
    people = RecallRules(people_need_review=True)
    assert "pending" in recalled(ANNA, agents, "bo")
    assert "pending" not in recalled(BOT, agents, "bo")
    assert "pending" not in recalled(ANNA, people, "bo")
    assert "pending" in recalled(BOT, people, "bo")


def test_people_may_read_what_agents_may_not() -> None:
    """Lists show people every review state, and agents what was reviewed or is their own."""
    for review in Review:
        assert may_read_review(ANNA, CORPORATE, owner="bo", review=review)
        assert may_read_review(BOT, CORPORATE, owner="bot", review=review)
        assert may_read_review(BOT, OPEN, owner="bo", review=review)
    read = {r.value for r in Review if may_read_review(BOT, CORPORATE, owner="bo", review=r)}
    assert read == {"approved", "mandatory"}


@given(st.sampled_from(EVERYBODY), st.sampled_from(EVERYBODY), st.sampled_from(Review))
def test_what_is_recalled_may_be_read(viewer: Principal, owner: Principal, review: Review) -> None:
    """Recall never returns an item that `get` would hide."""
    for rules in (CORPORATE, OPEN):
        if may_recall_review(viewer, rules, owner=owner.name, review=review):
            assert may_read_review(viewer, rules, owner=owner.name, review=review)


def test_raw_messages() -> None:
    """In corporate they are for their owner and admins who are people, else for the members."""
    readers = {v.name for v in EVERYBODY if may_read_messages(v, CORPORATE, owner="bo")}
    assert readers == {"bo", "keeper", "chief"}
    assert all(may_read_messages(viewer, OPEN, owner="bo") for viewer in EVERYBODY)


def test_an_audience_is_kept_as_given() -> None:
    """None, 'all' and a group of one's own pass unchanged; an admin may address any group."""
    assert check_audience(BO, None) is None
    assert check_audience(BO, "all") == "all"
    assert check_audience(ANNA, "group:finance") == "group:finance"
    assert check_audience(KEEPER, "group:legal") == "group:legal"


@pytest.mark.parametrize("audience", ["", "finance", "group:", "group:  ", "ALL", "Group:finance"])
def test_a_malformed_audience_says_the_forms(audience: str) -> None:
    """The refusal shows what can be written."""
    with pytest.raises(InvalidInput, match=r"'all' for everyone, or 'group:NAME'") as refusal:
        check_audience(CHIEF, audience)
    assert refusal.value.field == "audience"


def test_a_group_is_addressed_by_its_members() -> None:
    """Nobody plants knowledge in a group that is not theirs."""
    with pytest.raises(Forbidden, match="group:legal"):
        check_audience(ANNA, "group:legal")


@pytest.mark.parametrize(
    ("require", "passing", "roles"),
    [
        (lambda v: require_admin(v, "approve"), ADMINS, "KM_ADMIN or ADMIN"),
        (lambda v: require_full_admin(v, "approve"), {"chief", "steward"}, "role ADMIN"),
        (
            lambda v: require_owner_or_admin(v, "bo", "approve"),
            {"bo", *ADMINS},
            "contributor or a KM_ADMIN or ADMIN",
        ),
    ],
)
def test_a_refusal_names_the_role(
    require: Callable[[Principal], None], passing: set[str], roles: str
) -> None:
    """Those with the role pass; the others read which one they lack, and for what."""
    for viewer in EVERYBODY:
        if viewer.name in passing:
            require(viewer)
        else:
            with pytest.raises(Forbidden, match=f"'{viewer.name}' may not approve: .*{roles}"):
                require(viewer)


def test_a_refusal_keeps_the_owner_s_name() -> None:
    """Who wrote it is not told to whom may not touch it."""
    with pytest.raises(Forbidden) as refusal:
        require_owner_or_admin(BOT, "anna", "dismiss this item")
    assert "anna" not in str(refusal.value)


@pytest.mark.parametrize(
    ("source_type", "who"),
    [
        ("admin_mandate", {"chief", "steward"}),
        ("user_verification", {"detector", *ADMINS}),
        ("manual", {"anna", "bo", "bot", "detector", *ADMINS}),
    ],
)
def test_authority_is_not_claimed(source_type: str, who: set[str]) -> None:
    """A mandate needs ADMIN; a user verification the detector or an admin; the rest is free."""
    for viewer in EVERYBODY:
        if viewer.name in who:
            check_source_type(viewer, source_type)
        else:
            with pytest.raises(Forbidden, match=f"'{viewer.name}' may not add .*'{source_type}'"):
                check_source_type(viewer, source_type)


def test_what_a_caller_never_sets() -> None:
    """They are fields of an item, and a draft has none of them."""
    assert set(Item.model_fields) >= CALLER_NEVER_SETS
    assert not CALLER_NEVER_SETS & set(ItemDraft.model_fields)
    assert len(CALLER_NEVER_SETS) == 10


@pytest.mark.parametrize("program", [BOT, DETECTOR, GATE, STEWARD])
def test_what_tells_of_everything_is_for_people(program: Principal) -> None:
    """Whatever its role, a program is told whom to ask."""
    require_person(CHIEF, "export the space")
    with pytest.raises(Forbidden, match=r"may not export the space.* Ask an admin who is a person"):
        require_person(program, "export the space")
