"""Personal items: their contributor's own, and an admin's look at them is on record."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from remembrancer import Conflict, Forbidden, Memory, NotFound, Principal, Review
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import position, refused
from tests.people import ADA, ANNA, BERT, BOT, COLLECTOR, EVERYONE, KARIN


@pytest.mark.parametrize("preset", ["adviser", "corporate", "companion"])
def test_statistics_leave_out_what_is_personal(memory: MemoryFactory, preset: str) -> None:
    """S4-50, C-30: adding a personal item, message or source moves no count, for anybody."""
    store = memory(preset)
    anna = store.acting_as(ANNA)
    anna.add(content="shared")
    before = {viewer.name: store.acting_as(viewer).stats() for viewer in EVERYONE}
    anna.add(content="own", is_personal=True)
    anna.remember("own text", infer=False, is_personal=True)
    anna.remember([{"author_id": "a", "content": "own words"}], infer=False, is_personal=True)
    assert {viewer.name: store.acting_as(viewer).stats() for viewer in EVERYONE} == before


def test_statistics_count_what_is_shared(memory: MemoryFactory) -> None:
    """By kind, status, domain and category, with messages and sources."""
    store = memory("corporate")
    anna, ada = store.acting_as(ANNA), store.acting_as(ADA)
    anna.add(content="a", kind="fact", domain="finance", category="workflow")
    approved = anna.add(content="b", kind="decision", domain="finance")
    ada.review.approve(approved.id)
    anna.dismiss(anna.add(content="c").id)
    anna.remember("d", infer=False)
    anna.conversations.start("call")
    anna.conversations.append("call", {"author_id": "a", "content": "e"})
    stats = ada.stats()
    assert (stats.items, stats.messages, stats.sources) == (4, 1, 1)
    assert stats.by_kind == {"fact": 3, "decision": 1}
    assert stats.by_status == {"pending": 2, "approved": 1, "dismissed": 1}
    assert stats.by_domain == {"finance": 2}
    assert stats.by_category == {"workflow": 1}
    assert store.acting_as(BOT).stats().items == 1


def test_contributions_are_one_s_own(memory: MemoryFactory) -> None:
    """S4-55: the owner's items, personal ones included; nobody else's and to nobody else."""
    store = memory("corporate")
    own = {
        who.name: {
            store.acting_as(who).add(content="shared").id,
            store.acting_as(who).add(content="own", is_personal=True).id,
        }
        for who in (ANNA, BERT, COLLECTOR, ADA)
    }
    for who in (ANNA, BERT, COLLECTOR, ADA):
        mine = store.acting_as(who).my_contributions()
        assert {item.id for item in mine} == own[who.name]
    assert store.acting_as(KARIN).my_contributions().items == ()


def test_one_s_own_notes_are_usable(memory: MemoryFactory) -> None:
    """S4-55: the owner recalls, lists and summarises what is personal to it."""
    store = memory("adviser").acting_as(ANNA)
    item = store.add(content="my own pension", subject="anna", is_personal=True)
    assert [hit.id for hit in store.recall("pension").hits] == [item.id]
    assert store.items(is_personal=True).items == (item,)
    assert store.summary("anna").groups == {"fact": (item,)}


LOOKS: dict[str, Callable[[Memory, str], object]] = {
    "get": lambda store, id: store.get(id),
    "items": lambda store, id: store.items(),
    "recall": lambda store, id: store.recall("pension"),
    "summary": lambda store, id: store.summary("anna"),
    "history": lambda store, id: store.history(id),
    "provenance": lambda store, id: store.provenance(id),
    "changes_of": lambda store, id: store.changes_of(id),
    "told": lambda store, id: store.told(id),
}


@pytest.mark.parametrize("verb", LOOKS)
@pytest.mark.parametrize("admin", [KARIN, ADA], ids=["KM_ADMIN", "ADMIN"])
def test_an_admin_s_look_is_on_the_ledger(
    memory: MemoryFactory, admin: Principal, verb: str
) -> None:
    """C-30: reading what is personal to somebody else is allowed to admins and is itself a row."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="my own pension", subject="anna", is_personal=True)
    store.acting_as(ANNA).add(content="shared pension", subject="anna")
    before = position(store)
    LOOKS[verb](store.acting_as(admin), item.id)
    assert position(store) == before + 1
    (look, _) = store.acting_as(ADA).admin.audit(item_id=item.id)
    assert (look.action, look.actor, look.target) == ("item.look", admin.name, item.id)
    assert store.acting_as(ADA).verify().ok


@pytest.mark.parametrize("verb", LOOKS)
def test_looking_at_one_s_own_is_not(fresh_store: MemoryFactory, verb: str) -> None:
    """The owner's reading is nobody's business, an admin's own notes included."""
    store = fresh_store("adviser")
    for who in (ANNA, ADA):
        own = store.in_space(f"space of {who.name}", "adviser").acting_as(who)
        item = own.add(content="my own pension", subject="anna", is_personal=True)
        before = position(own)
        LOOKS[verb](own, item.id)
        assert position(own) == before


@ON_THE_FASTEST
def test_asking_what_relied_on_it_is_a_look(memory: MemoryFactory) -> None:
    """Who was told of a personal item, and what rests on it, tells of the item itself."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="my own pension", subject="anna", is_personal=True)
    before = position(store)
    store.acting_as(KARIN).review.relied_on(item.id)
    assert position(store) == before + 1
    assert store.admin.audit()[0].action == "item.look"


@ON_THE_FASTEST
@pytest.mark.parametrize("preset", ["adviser", "corporate", "companion"])
def test_what_is_not_shown_is_no_look(memory: MemoryFactory, preset: str) -> None:
    """An admin is told nothing personal unasked, and nothing says that somebody looked."""
    store = memory(preset)
    anna = store.acting_as(ANNA)
    first = anna.add(content="My own pension.", subject="anna", is_personal=True)
    anna.supersede(first.id, content="My own large pension.")
    anna.add(content="Shared.", subject="anna")
    ada = store.acting_as(ADA)
    assert "pension" not in repr(ada.briefing("anna"))
    ada.reminders()
    ada.suggestions("anna")
    ada.insights()
    ada.compose(message="What of Anna?", subject="anna")
    ada.bundle()
    ada.tools.call("GetClientKnowledgeSummary", {"client_id": "anna"})
    ada.review.queue()
    assert "item.look" not in {one.action for one in ada.admin.audit()}


def test_the_owner_sees_who_looked(memory: MemoryFactory) -> None:
    """The look stands in the provenance of the item, for its contributor to read."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="own", is_personal=True)
    store.acting_as(KARIN).get(item.id)
    changes = store.acting_as(ANNA).provenance(item.id).changes
    assert [(one.action, one.actor) for one in changes] == [
        ("item.add", ANNA.name),
        ("item.look", KARIN.name),
    ]


def test_sharing_is_the_owner_s_step(memory: MemoryFactory) -> None:
    """S4-09: the owner alone shares; where review is required, the item then waits for it."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="own", is_personal=True)
    for who in (KARIN, ADA):
        with refused(store, Forbidden, match="contributor"):
            store.acting_as(who).share(item.id)
    with refused(store, NotFound):
        store.acting_as(BERT).share(item.id)
    shared = store.acting_as(ANNA).share(item.id, reason="useful to all")
    assert (shared.is_personal, shared.review) == (False, Review.PENDING)
    assert store.acting_as(BERT).get(item.id).content == "own"
    with refused(store, Conflict, match="shared already"):
        store.acting_as(ANNA).share(item.id)


def test_an_update_does_not_share(memory: MemoryFactory) -> None:
    """The flag is taken off by `share` and by nothing else."""
    store = memory("adviser").acting_as(ANNA)
    item = store.add(content="own", is_personal=True)
    with refused(store, Conflict, match="share"):
        store.update(item.id, is_personal=False)


TOUCHES: dict[str, Callable[[Memory, str], object]] = {
    "update": lambda store, id: store.update(id, title="x"),
    "update to the same": lambda store, id: store.update(id, content="my own pension"),
    "supersede": lambda store, id: store.supersede(id, content="x"),
    "dismiss": lambda store, id: store.dismiss(id),
    "confirm": lambda store, id: store.confirm(id),
    "share": lambda store, id: store.share(id),
}


@pytest.mark.parametrize("verb", TOUCHES)
@pytest.mark.parametrize("preset", ["adviser", "corporate"])
def test_admins_may_look_and_not_touch(memory: MemoryFactory, preset: str, verb: str) -> None:
    """What is personal is changed by its contributor alone, whatever the role of the other."""
    store = memory(preset)
    item = store.acting_as(ANNA).add(content="my own pension", is_personal=True)
    for who in (KARIN, ADA):
        with refused(store, Forbidden, match="personal to its contributor"):
            TOUCHES[verb](store.acting_as(who), item.id)
    TOUCHES[verb](store.acting_as(ANNA), item.id)


def test_only_the_contributor_makes_an_item_personal(memory: MemoryFactory) -> None:
    """Nobody else can hide it, and nobody can once others rely on it."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="shared")
    with refused(store, Forbidden):
        store.acting_as(ADA).update(item.id, is_personal=True)
    store.acting_as(ADA).review.approve(item.id)
    with refused(store, Forbidden):
        store.acting_as(ANNA).update(item.id, is_personal=True)
    mine = store.acting_as(ADA).add(content="by an admin")
    store.acting_as(ADA).review.approve(mine.id)
    with refused(store, Conflict, match="approved"):
        store.acting_as(ADA).update(mine.id, is_personal=True)
