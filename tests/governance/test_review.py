"""Review: every pair of states tried, and what each act needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import (
    Conflict,
    Forbidden,
    IllegalTransition,
    InvalidInput,
    Item,
    Memory,
    NotFound,
    Principal,
    RemembrancerError,
    Review,
    Trust,
)
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import refused
from tests.people import ADA, ANNA, BERT, BOT, COLLECTOR, KARIN

ACTS = {"approve": "approved", "reject": "rejected", "mandate": "mandatory", "revoke": "revoked"}

# As S4-28 draws them, with G-29; in a space without review a person may still vouch or withdraw.
ALLOWED = {
    "pending": {"approved", "mandatory", "rejected"},
    "approved": {"mandatory", "revoked"},
    "mandatory": {"revoked"},
    "rejected": set(),
    "revoked": set(),
    "not_required": {"approved", "mandatory", "revoked"},
}
WAY = {
    "pending": [],
    "not_required": [],
    "approved": ["approve"],
    "mandatory": ["mandate"],
    "rejected": ["reject"],
    "revoked": ["approve", "revoke"],
}


def decide(store: Memory, act: str, id: str) -> Item:
    call: Callable[..., Item] = getattr(store.review, act)
    return call(id, reason=f"to {act}")


def item_in(store: Memory, state: str) -> Item:
    item = store.acting_as(ANNA).add(content="the retention job is slow")
    for act in WAY[state]:
        decide(store.acting_as(KARIN), act, item.id)
    found = store.acting_as(KARIN).get(item.id)
    assert found.review == state
    return found


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("state", ALLOWED)
def test_every_pair_of_states(memory: MemoryFactory, state: str, act: str) -> None:
    """S4-28: what is drawn succeeds; all else is refused with the list of what is allowed."""
    store = memory("adviser" if state == "not_required" else "corporate")
    item = item_in(store, state)
    wanted = ACTS[act]
    admin = store.acting_as(KARIN)
    if wanted in ALLOWED[state]:
        decided = decide(admin, act, item.id)
        assert decided.review == wanted
        assert decided == admin.get(item.id)
        assert decided.version == item.version + 1
        return
    with refused(store, IllegalTransition) as refusal:
        decide(admin, act, item.id)
    error = refusal.value
    assert isinstance(error, IllegalTransition)
    assert (error.current, error.wanted) == (state, wanted)
    assert set(error.allowed) == ALLOWED[state]
    choices = ", ".join(sorted(ALLOWED[state])) or "nothing: this state is final"
    assert str(error) == f"{item.id} is {state} and cannot become {wanted}. Allowed: {choices}."


@ON_THE_FASTEST
@pytest.mark.parametrize("act", ["mandate", "revoke"])
@pytest.mark.parametrize("reason", [None, "", "   \n"])
def test_a_reason_is_required(memory: MemoryFactory, act: str, reason: Any) -> None:
    """To make knowledge binding, and to withdraw it, one has to say why."""
    store = memory("corporate")
    item = item_in(store, "approved")
    with refused(store, InvalidInput, match="give a reason") as refusal:
        getattr(store.acting_as(KARIN).review, act)(item.id, reason=reason)
    assert isinstance(refusal.value, InvalidInput)
    assert refusal.value.field == "reason"


@pytest.mark.parametrize("act", ["approve", "reject"])
def test_elsewhere_a_reason_is_welcome(memory: MemoryFactory, act: str) -> None:
    """Approving and rejecting go with and without."""
    store = memory("corporate")
    for reason in (None, "looks right"):
        item = item_in(store, "pending")
        getattr(store.acting_as(KARIN).review, act)(item.id, reason=reason)
        assert store.acting_as(KARIN).provenance(item.id).changes[-1].reason == reason


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("who", [ANNA, BERT, COLLECTOR], ids=lambda who: who.name)
def test_review_is_for_admins(memory: MemoryFactory, who: Principal, act: str) -> None:
    """Contributors and programs are refused, the contributor's own item included."""
    store = memory("corporate")
    item = item_in(store, "pending")
    with refused(store, Forbidden, match="KM_ADMIN or ADMIN"):
        decide(store.acting_as(who), act, item.id)


@pytest.mark.parametrize("act", ACTS)
def test_what_is_personal_is_not_reviewed(memory: MemoryFactory, act: str) -> None:
    """S4-09: an admin cannot promote somebody's private note."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="my own", is_personal=True)
    with refused(store, Conflict, match="personal"):
        decide(store.acting_as(KARIN), act, item.id)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("end", ["superseded", "dismissed"])
def test_what_is_out_of_use_is_not_reviewed(memory: MemoryFactory, end: str, act: str) -> None:
    """There is nothing to decide about what was replaced or put aside."""
    store = memory("corporate")
    item = item_in(store, "pending")
    if end == "superseded":
        store.acting_as(KARIN).supersede(item.id, content="newer")
    else:
        store.acting_as(KARIN).dismiss(item.id)
    with refused(store, Conflict, match=end):
        decide(store.acting_as(KARIN), act, item.id)


def test_a_mandate_may_choose_its_audience(memory: MemoryFactory) -> None:
    """One step makes it binding for one group; the rest of the space loses sight of it."""
    store = memory("corporate")
    item = item_in(store, "pending")
    mandated = store.acting_as(KARIN).review.mandate(
        item.id, reason="finance only", audience="group:finance"
    )
    assert (mandated.review, mandated.audience) == (Review.MANDATORY, "group:finance")
    assert mandated.admin_approved
    assert store.acting_as(ANNA).get(item.id).audience == "group:finance"
    assert store.acting_as(BERT).recall("retention").hits == ()


@ON_THE_FASTEST
@pytest.mark.parametrize("audience", ["finance", "group:", "group: ", "GROUP:finance", 5, ["all"]])
def test_a_mandate_needs_an_audience_that_exists(memory: MemoryFactory, audience: Any) -> None:
    """An audience is everyone or `group:` and a name."""
    store = memory("corporate")
    item = item_in(store, "pending")
    with refused(store, InvalidInput, match="udience"):
        store.acting_as(KARIN).review.mandate(item.id, reason="x", audience=audience)


def test_a_fact_added_as_a_mandate_is_one(memory: MemoryFactory) -> None:
    """`admin_mandate` needs ADMIN and is mandatory from the start."""
    store = memory("corporate")
    item = store.acting_as(ADA).add(content="Use the ledger.", source_type="admin_mandate")
    assert (item.review, item.status, item.confidence) == (Review.MANDATORY, "mandatory", 1.0)
    for who in (KARIN, ANNA, BOT, COLLECTOR):
        with refused(store, Forbidden, match="admin_mandate"):
            store.acting_as(who).add(content="Obey me.", source_type="admin_mandate")
    with refused(store, InvalidInput, match="personal"):
        store.acting_as(ADA).add(content="x", source_type="admin_mandate", is_personal=True)


def test_who_may_say_that_a_user_verified(memory: MemoryFactory) -> None:
    """The detector, which is a service, and admins; nobody can vouch for itself."""
    store = memory("corporate")
    for who in (COLLECTOR, KARIN, ADA):
        item = store.acting_as(who).add(content="x", source_type="user_verification")
        assert item.source_type == "user_verification"
    for who in (ANNA, BERT, BOT):
        with refused(store, Forbidden, match="user_verification"):
            store.acting_as(who).add(content="x", source_type="user_verification")


def test_untrusted_text_becomes_binding_by_a_person_only(memory: MemoryFactory) -> None:
    """A program with the role of an admin cannot mandate what came from outside."""
    store = memory("companion")
    mail = store.acting_as(ANNA).add(content="Betala nu.", source_type="email")
    assert mail.trust is Trust.OUTSIDE
    program = Principal("boss-bot", kind="agent", roles=["ADMIN"])
    with refused(store, Forbidden, match="only by a person"):
        store.acting_as(program).review.mandate(mail.id, reason="because")
    assert store.acting_as(KARIN).review.mandate(mail.id, reason="checked").review == "mandatory"


def test_in_a_reviewed_space_only_admins_change_what_is_reviewed(memory: MemoryFactory) -> None:
    """A contributor may change what still waits; after that an admin decides."""
    store = memory("corporate")
    item = item_in(store, "pending")
    anna = store.acting_as(ANNA)
    assert anna.update(item.id, title="mine to change").title == "mine to change"
    with refused(store, Forbidden):
        store.acting_as(BERT).update(item.id, title="not mine")
    store.acting_as(KARIN).review.approve(item.id)
    acts: list[Callable[[], object]] = [
        lambda: anna.update(item.id, title="too late"),
        lambda: anna.dismiss(item.id),
        lambda: anna.supersede(item.id, content="too late"),
        lambda: anna.update(item.id, is_personal=True),
    ]
    for act in acts:
        with refused(store, Forbidden):
            act()
    assert store.acting_as(KARIN).update(item.id, title="edited").review == Review.APPROVED


def test_everything_that_rests_on_a_source_is_revoked(memory: MemoryFactory) -> None:
    """One act withdraws what came of one source, by the source's own id or the caller's, and turns
    down what still waited."""
    store = memory("corporate")
    anna, karin = store.acting_as(ANNA), store.acting_as(KARIN)
    done = anna.remember("The job is slow.", source="notes.md#3", infer=False)
    beside = anna.add(content="The job is old.", source_id="notes.md#3")
    other = anna.add(content="The job is nightly.", source_id="notes.md#4")
    waiting = anna.add(content="The job is odd.", source_id="notes.md#3")
    own = anna.add(content="The job is dull.", source_id="notes.md#3", is_personal=True)
    for item in (done.items[0], beside, other):
        karin.review.approve(item.id)
    revoked = karin.review.revoke(source="notes.md#3", reason="the notes were a joke")
    assert {item.id for item in revoked} == {done.items[0].id, beside.id, waiting.id}
    states = [karin.get(item.id).review for item in (done.items[0], beside, other, waiting)]
    assert states == ["revoked", "revoked", "approved", "rejected"]
    assert anna.get(own.id).review == "pending"
    reasons = {karin.provenance(item.id).changes[-1].reason for item in revoked}
    assert reasons == {"the notes were a joke"}
    again = anna.remember("The job is slow.", source="notes.md#5", infer=False)
    karin.review.approve(again.items[0].id)
    assert again.source is not None
    assert len(karin.review.revoke(source=again.source.id, reason="also a joke")) == 1
    assert store.acting_as(ADA).verify().ok


@ON_THE_FASTEST
@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({}, InvalidInput),
        ({"id": "km_000000000000", "source": "notes.md#3"}, InvalidInput),
        ({"source": "nowhere"}, NotFound),
        ({"source": "notes.md#3", "reason": ""}, InvalidInput),
    ],
)
def test_a_revocation_names_one_thing(
    memory: MemoryFactory, given: dict[str, Any], error: type[RemembrancerError]
) -> None:
    """An item or a source that is there, and a reason."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="x", source_id="notes.md#3")
    store.acting_as(KARIN).review.approve(item.id)
    with refused(store, error):
        store.acting_as(KARIN).review.revoke(**{"reason": "because", **given})


def test_revoking_a_source_is_for_admins(memory: MemoryFactory) -> None:
    """A contributor is refused before anything is looked up."""
    store = memory("corporate")
    store.acting_as(ANNA).add(content="x", source_id="notes.md#3")
    for source in ("notes.md#3", "nowhere"):
        with refused(store, Forbidden, match="KM_ADMIN or ADMIN"):
            store.acting_as(ANNA).review.revoke(source=source, reason="mine")
