"""Visibility: every verb, for every caller, against the rules in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import Forbidden, InvalidInput, Item, Memory, NotFound, Principal, Review
from remembrancer.items.visibility import may_read_review, may_recall_review, may_see
from remembrancer.presets import preset_files as presets
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.footprint import refused, untouched
from tests.people import ADA, ANNA, BERT, BOT, CARL, COLLECTOR, EVERYONE, KARIN

FINANCE_BOT = Principal("finance-bot", kind="agent", groups=["finance"])
GATE = Principal("gate", kind="service", roles=["KM_ADMIN"])
OVERSEER = Principal("overseer", kind="agent", roles=["ADMIN"], groups=["sales"])
VIEWERS = (*EVERYONE, FINANCE_BOT, GATE, OVERSEER)


def populate(store: Memory, states: tuple[str, ...]) -> list[Item]:
    """One item for each state, owner and audience, and a personal one of each owner."""
    admin = store.acting_as(ADA)
    made: list[Item] = []
    for owner in (ANNA, BERT, COLLECTOR, ADA):
        own = store.acting_as(owner)
        made.append(own.add(content="pension plan", subject="ellen", is_personal=True))
        for audience in (None, "all", "group:finance", "group:sales"):
            for state in states:
                item = own.add(content="pension plan", subject="ellen")
                if state in ("approved", "revoked"):
                    admin.review.approve(item.id)
                if state == "mandatory":
                    admin.review.mandate(item.id, reason="policy")
                if state == "rejected":
                    admin.review.reject(item.id)
                if state == "revoked":
                    admin.review.revoke(item.id, reason="wrong")
                made.append(admin.update(item.id, audience=audience) if audience else item)
    return [admin.get(item.id) for item in made]


@ON_EITHER_SORT
@pytest.mark.parametrize(
    ("preset", "states"),
    [
        ("corporate", ("pending", "approved", "mandatory", "rejected", "revoked")),
        ("adviser", ("not_required", "approved", "mandatory", "revoked")),
        ("companion", ("not_required",)),
        ("community", ("not_required",)),
        ("desk", ("not_required",)),
    ],
)
def test_the_store_sees_what_the_rules_see(
    memory: MemoryFactory, preset: str, states: tuple[str, ...]
) -> None:
    """S4-08, S4-29, S4-38, S4-54: lists and searches hold for each caller what the rules allow."""
    store = memory(preset)
    items = populate(store, states)
    rules = presets.load(preset).recall
    for viewer in VIEWERS:
        seen = store.acting_as(viewer)
        visible = [
            item
            for item in items
            if may_see(
                viewer,
                owner=item.source_user,
                audience=item.audience,
                is_personal=item.is_personal,
            )
        ]
        readable = {
            item.id
            for item in visible
            if may_read_review(viewer, rules, owner=item.source_user, review=item.review)
        }
        recallable = {
            item.id
            for item in visible
            if may_recall_review(viewer, rules, owner=item.source_user, review=item.review)
        }
        assert {item.id for item in seen.items(limit=500)} == readable
        assert {hit.id for hit in seen.recall("pension", k=200).hits} == recallable
        assert {hit.id for hit in seen.recall("plan", subject="ellen", k=200).hits} == recallable
        assert sum(seen.summary("ellen").totals.values()) == len(recallable)
        shared = [item for item in visible if not item.is_personal and item.id in readable]
        assert seen.stats().items == len(shared)


def test_who_hears_what_in_a_reviewed_space(memory: MemoryFactory) -> None:
    """S4-29: agents and services hear what was reviewed, contributors also their own pending."""
    store = memory("corporate")
    states = ("pending", "approved", "mandatory", "rejected", "revoked")
    by_state: dict[str, str] = {}
    for state in states:
        item = store.acting_as(ANNA).add(content="pension plan")
        if state in ("approved", "revoked"):
            store.acting_as(ADA).review.approve(item.id)
        if state == "mandatory":
            store.acting_as(ADA).review.mandate(item.id, reason="policy")
        if state == "rejected":
            store.acting_as(ADA).review.reject(item.id)
        if state == "revoked":
            store.acting_as(ADA).review.revoke(item.id, reason="wrong")
        by_state[item.id] = state
    heard = {
        viewer.name: {by_state[hit.id] for hit in store.acting_as(viewer).recall("pension").hits}
        for viewer in EVERYONE
    }
    reviewed = {"approved", "mandatory"}
    assert heard == {
        **{viewer.name: reviewed for viewer in EVERYONE},
        ANNA.name: reviewed | {"pending"},
    }
    read = {
        viewer.name: {by_state[item.id] for item in store.acting_as(viewer).items()}
        for viewer in EVERYONE
    }
    assert read == {
        **{viewer.name: set(states) for viewer in EVERYONE},
        BOT.name: reviewed,
        COLLECTOR.name: reviewed,
    }


@pytest.mark.parametrize(
    ("viewer", "audiences"),
    [
        (ANNA, {None, "all", "group:finance"}),
        (BERT, {None, "all", "group:sales"}),
        (CARL, {None, "all"}),
        (BOT, {None, "all"}),
        (FINANCE_BOT, {None, "all", "group:finance"}),
        (KARIN, {None, "all", "group:finance", "group:sales", "group:fin"}),
        (ADA, {None, "all", "group:finance", "group:sales", "group:fin"}),
    ],
    ids=lambda value: value.name if isinstance(value, Principal) else "",
)
def test_members_get_their_slice(
    memory: MemoryFactory, viewer: Principal, audiences: set[str | None]
) -> None:
    """S4-38: null, all and one's own groups; admins every audience."""
    store = memory("adviser")
    for audience in (None, "all", "group:finance", "group:sales", "group:fin"):
        store.acting_as(ADA).add(content="pension", audience=audience)
    seen = store.acting_as(viewer)
    assert {item.audience for item in seen.items()} == audiences
    assert len(seen.recall("pension").hits) == len(audiences)


VERBS: dict[str, Callable[[Memory, str], object]] = {
    "get": lambda store, id: store.get(id),
    "get as_of": lambda store, id: store.get(id, as_of=store._session.clock()),
    "history": lambda store, id: store.history(id),
    "provenance": lambda store, id: store.provenance(id),
    "update": lambda store, id: store.update(id, title="x"),
    "supersede": lambda store, id: store.supersede(id, content="x"),
    "dismiss": lambda store, id: store.dismiss(id),
    "confirm": lambda store, id: store.confirm(id),
    "vote": lambda store, id: store.vote(id, 1),
    "share": lambda store, id: store.share(id),
}
REVIEWS: dict[str, Callable[[Memory, str], object]] = {
    "approve": lambda store, id: store.review.approve(id),
    "reject": lambda store, id: store.review.reject(id),
    "mandate": lambda store, id: store.review.mandate(id, reason="x"),
    "revoke": lambda store, id: store.review.revoke(id, reason="x"),
}
UNKNOWN = "km_000000000000"


@pytest.mark.parametrize(
    ("hidden", "viewer"),
    [
        ({"is_personal": True}, BERT),
        ({"audience": "group:finance"}, BERT),
        ({}, BOT),
    ],
    ids=["personal", "group", "unreviewed"],
)
def test_hidden_and_unknown_are_told_the_same_way(
    memory: MemoryFactory, hidden: dict[str, Any], viewer: Principal
) -> None:
    """S4-54, S4-56: no verb tells what may not be seen from what is not there."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x", **hidden)
    caller = store.acting_as(viewer)
    with untouched(store):
        for act in VERBS.values():
            messages = []
            for id in (item.id, UNKNOWN):
                with pytest.raises(NotFound) as refusal:
                    act(caller, id)
                messages.append(str(refusal.value).replace(id, "…"))
            assert messages[0] == messages[1]


ALL_VERBS = {**VERBS, **REVIEWS}


@pytest.mark.parametrize(
    "id", [UNKNOWN, "", "km_", "nonsense", "x" * 5_000, "' OR 1=1", "\x00", "\ud800"]
)
def test_an_unknown_id_is_not_found(memory: MemoryFactory, id: str) -> None:
    """Whatever text is given for an id, in each verb, what is not there is not found."""
    store = memory("corporate").acting_as(ADA)
    store.add(content="x")
    with untouched(store):
        for act in ALL_VERBS.values():
            with pytest.raises(NotFound):
                act(store, id)


@pytest.mark.parametrize("id", [None, 5, 1.5, True, b"km_000000000000", [], {}])
def test_an_id_is_a_text(memory: MemoryFactory, id: Any) -> None:
    """Anything else is refused in our own words, or simply not found."""
    store = memory("corporate").acting_as(ADA)
    store.add(content="x")
    with untouched(store):
        for act in ALL_VERBS.values():
            with pytest.raises((NotFound, InvalidInput)):
                act(store, id)


def test_another_space_s_id_is_not_found(fresh_store: MemoryFactory) -> None:
    """Spaces share nothing, not even for an admin of both."""
    store = fresh_store("corporate").acting_as(ADA)
    item = store.add(content="x")
    other = store.in_space("southgate", "corporate")
    with untouched(store), untouched(other):
        for act in ALL_VERBS.values():
            with pytest.raises(NotFound):
                act(other, item.id)


def test_nobody_addresses_a_group_from_outside(memory: MemoryFactory) -> None:
    """An audience is chosen among one's own groups; admins may choose any."""
    store = memory("adviser")
    assert store.acting_as(ANNA).add(content="x", audience="group:finance").audience
    assert store.acting_as(ADA).add(content="x", audience="group:finance").audience
    for act in (
        lambda: store.acting_as(BERT).add(content="x", audience="group:finance"),
        lambda: store.acting_as(BERT).conversations.start(audience="group:finance"),
        lambda: store.acting_as(BERT).remember("x", infer=False, audience="group:finance"),
    ):
        with refused(store, Forbidden, match="may not address 'group:finance'"):
            act()


def test_names_are_compared_whole(memory: MemoryFactory) -> None:
    """Neither the owner nor a group is matched by a part, a pattern or another case."""
    store = memory("adviser")
    store.acting_as(ANNA).add(content="pension", is_personal=True)
    store.acting_as(ANNA).add(content="pension", audience="group:finance")
    for name, group in (
        (ANNA.name.upper(), "Finance"),
        (ANNA.name[:-1], "fin"),
        ("%", "%"),
        (ANNA.name + " ", "finance "),
        ("anna@northgate.example' OR '1'='1", '["finance"]'),
        ("_", "group:finance"),
    ):
        stranger = store.acting_as(Principal(name, groups=[group]))
        assert stranger.items().items == ()
        assert stranger.recall("pension").hits == ()


def test_evidence_that_may_not_be_read_does_not_show(memory: MemoryFactory) -> None:
    """An approved item goes to agents; the raw messages it rests on do not."""
    store = memory("corporate")
    done = store.acting_as(ANNA).remember(
        [{"author_id": "anna", "content": "the job is slow"}], infer=False
    )
    item = done.items[0]
    store.acting_as(ADA).review.approve(item.id)
    seen = {viewer.name: len(store.acting_as(viewer).get(item.id).evidence) for viewer in EVERYONE}
    allowed = {ANNA.name, KARIN.name, ADA.name}
    assert seen == {name: int(name in allowed) for name in seen}


def test_review_states_are_all_covered() -> None:
    """A new review state has to join these tests."""
    assert set(Review) == {
        "not_required",
        "pending",
        "approved",
        "mandatory",
        "rejected",
        "revoked",
    }
