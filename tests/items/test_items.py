"""Items: what goes in comes out, and what is left open is filled in."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Conflict, InvalidInput, Item, ItemDraft, Lifecycle, NotFound, Review, Trust
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.footprint import counts, position, refused, untouched
from tests.people import ADA, ANNA, BERT, BOT, COLLECTOR, KARIN

WHOLE: dict[str, Any] = {
    "content": "Ellen wants to retire at 58.\n\tSELECT age FROM client; -- \u00c5\u00f6 \U0001f9d3",
    "title": "Ellen\u2019s retirement age",
    "kind": "life_goal",
    "category": "pension",
    "domain": "retirement",
    "data": {
        "age": 58,
        "share": 0.4,
        "sure": True,
        "partner": None,
        "dates": ["2034-05-01", {"reviewed": "2026-03-01T10:00:00Z"}],
        "big": 2**63 + 1,
    },
    "metadata": {
        "sources": ["meeting-17"],
        "priority": "high",
        "deadline": "2026-04-01",
        "kind": "goal",
        "related_entries": ["km_0123456789ab"],
    },
    "tags": ("pension", "Leeds flat"),
    "entities": ("Ellen", "Northgate"),
    "subject": "ellen",
    "confidence": 0.85,
    "confidence_subtype": "correction",
    "audience": "group:finance",
    "is_personal": False,
    "sensitivity": "confidential",
    "importance": 0.75,
    "source_type": "meeting",
    "source_id": "meeting-17",
    "valid_from": datetime(2026, 2, 27, 14, 30, tzinfo=UTC),
    "valid_until": datetime(2034, 5, 1, tzinfo=UTC),
    "expires_at": datetime(2040, 1, 1, 0, 0, 0, 1, tzinfo=UTC),
}


def given_fields(item: Item) -> dict[str, Any]:
    return {name: getattr(item, name) for name in WHOLE}


def test_every_field_makes_the_round_trip(memory: MemoryFactory) -> None:
    """S0-01, S4-01: an item with every field set reads back with every field equal."""
    store = memory("adviser")
    assert set(WHOLE) == set(ItemDraft.model_fields)
    added = store.add(**WHOLE)
    read = store.get(added.id)
    assert given_fields(read) == WHOLE
    assert read == added
    assert store.items().items == (read,)


def test_the_system_fills_in_the_rest(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-01, S0-04, S4-02, S4-11: id, times, states, contributor and trust are not the caller's."""
    item = memory("adviser").acting_as(ANNA).add(content="Ellen keeps the Leeds flat.")
    assert re.fullmatch(r"km_[0-9a-f]{12}", item.id)
    assert item.created_at == item.updated_at == item.occurred_at == clock.now
    assert (item.lifecycle, item.review, item.status) == (
        Lifecycle.ACTIVE,
        Review.NOT_REQUIRED,
        "active",
    )
    assert item.source_user == ANNA.name
    assert item.trust is Trust.PERSON
    assert item.version == 1
    assert (item.superseded_by, item.supersedes, item.evidence) == (None, (), ())


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("adviser", {"kind": "fact", "source_type": "manual", "confidence": 1.0}),
        ("companion", {"kind": "knowledge", "source_type": "manual", "confidence": 1.0}),
        ("community", {"kind": "fact", "source_type": "manual", "confidence": 1.0}),
        ("desk", {"kind": "finding", "source_type": "analysis", "confidence": 1.0}),
        (
            "corporate",
            {
                "kind": "fact",
                "source_type": "manual",
                "confidence": 0.5,
                "review": Review.PENDING,
                "status": "pending",
            },
        ),
    ],
)
def test_content_is_enough(memory: MemoryFactory, preset: str, expected: dict[str, object]) -> None:
    """S1-15, S4-06, S4-15: everything but the content has a default that the preset names."""
    item = memory(preset).acting_as(ANNA).add(content="Invoices go out on Fridays.")
    defaults: dict[str, object] = {
        "category": None,
        "domain": None,
        "title": None,
        "data": {},
        "metadata": {},
        "tags": (),
        "entities": (),
        "subject": None,
        "lifecycle": Lifecycle.ACTIVE,
        "review": Review.NOT_REQUIRED,
        "status": "active",
        "audience": None,
        "is_personal": False,
        "sensitivity": "internal",
        "importance": None,
        "source_id": None,
        "valid_from": None,
        "valid_until": None,
        "superseded_by": None,
        "confidence_subtype": None,
        "verifier_count": 0,
        "admin_approved": False,
        "live_confirmed": False,
        "last_confirmed_at": None,
        **expected,
    }
    assert {name: getattr(item, name) for name in defaults} == defaults


def test_null_expiry_means_never(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S1-15: only kinds with a term get an expiry; the others have none."""
    store = memory("companion")
    expiries = {
        kind: store.add(content="Momsen betalas i maj.", kind=kind).expires_at
        for kind in ("decision", "preference", "knowledge", "unresolved", "summary")
    }
    assert expiries == {
        "decision": None,
        "preference": None,
        "knowledge": datetime(2026, 9, 2, 9, tzinfo=UTC),
        "unresolved": clock.now + timedelta(days=30),
        "summary": None,
    }


WORDS = [
    ("adviser", "source_type", ("meeting", "conversation", "manual", "platform_event")),
    (
        "adviser",
        "kind",
        (
            "fact",
            "action_item",
            "decision",
            "preference",
            "life_goal",
            "decision_trace",
            "summary",
        ),
    ),
    ("companion", "kind", ("decision", "preference", "knowledge", "unresolved", "summary")),
    ("desk", "kind", ("fact", "finding", "pattern", "decision", "summary")),
    (
        "corporate",
        "category",
        (
            "data_analysis",
            "api_integration",
            "debugging",
            "performance",
            "workflow",
            "infrastructure",
            "business_logic",
        ),
    ),
    (
        "corporate",
        "domain",
        ("finance", "engineering", "product", "data", "operations", "infrastructure"),
    ),
    (
        "corporate",
        "source_type",
        ("claude_local_md", "session_transcript", "user_verification", "admin_mandate"),
    ),
]


@pytest.mark.parametrize(("preset", "field", "words"), WORDS)
def test_each_word_of_a_strict_list_is_accepted(
    memory: MemoryFactory, preset: str, field: str, words: tuple[str, ...]
) -> None:
    """S0-02, S0-03, S1-16, S4-04, S4-05, S4-10: the seed's own words all work."""
    store = memory(preset).acting_as(ADA)
    stored = [getattr(store.add(content="x", **{field: word}), field) for word in words]
    assert tuple(stored) == words


@ON_THE_FASTEST
@pytest.mark.parametrize(("preset", "field", "words"), WORDS)
def test_another_word_is_refused_with_the_list(
    memory: MemoryFactory, preset: str, field: str, words: tuple[str, ...]
) -> None:
    """The refusal names the field and every word that would do."""
    store = memory(preset).acting_as(ADA)
    with refused(store, InvalidInput, match=f"{field} 'gossip' is not known") as refusal:
        store.add(content="x", **{field: "gossip"})
    assert all(word in str(refusal.value) for word in words)


def test_category_is_open_where_the_seed_leaves_it_open(memory: MemoryFactory) -> None:
    """S0-05: a category of the practice's own is stored and found by."""
    store = memory("adviser")
    pension = store.add(content="Two small pots.", category="pension")
    store.add(content="A mortgage.", category="liability")
    assert store.items(category="pension").items == (pension,)


def test_practice_knowledge_has_no_subject(memory: MemoryFactory) -> None:
    """S0-08: an item of no client is in no client's search, and in the practice's."""
    store = memory("adviser")
    item = store.add(content="Annual reviews happen in March.")
    store.add(content="Annual reviews suit Ellen.", subject="ellen")
    assert [hit.id for hit in store.recall("annual reviews", subject="tom").hits] == []
    assert item.id not in [hit.id for hit in store.recall("annual reviews", subject="ellen").hits]
    assert item.id in [hit.id for hit in store.recall("annual reviews").hits]


def test_users_of_one_company_share_its_pool(fresh_store: MemoryFactory) -> None:
    """S1-22: what one member stores the others see, and no other company does."""
    store = fresh_store("companion", space="acme")
    item = store.acting_as(ANNA).add(content="Fakturor skickas på fredagar.")
    assert store.acting_as(BERT).get(item.id).content == item.content
    other = store.in_space("globex", "companion")
    assert other.items().items == ()
    with pytest.raises(NotFound):
        other.get(item.id)
    assert other.recall("fakturor").hits == ()


@pytest.mark.parametrize(("said", "kept"), [(0, 0.0), (0.123456789, 0.123457), (1, 1.0)])
def test_confidence_is_from_0_to_1(memory: MemoryFactory, said: float, kept: float) -> None:
    """S4-07: a value from 0 to 1 is kept as it is given."""
    store = memory("adviser")
    assert store.get(store.add(content="x", confidence=said).id).confidence == kept


@pytest.mark.parametrize(
    ("principal", "trust"),
    [(ANNA, Trust.PERSON), (BOT, Trust.AGENT), (COLLECTOR, Trust.AGENT)],
)
def test_trust_follows_from_who_brings_it(
    memory: MemoryFactory, principal: Any, trust: Trust
) -> None:
    """A person's word is a person's, a program's is a program's."""
    assert memory("community").acting_as(principal).add(content="x").trust is trust


UPDATES: dict[str, Any] = {
    "content": "Ellen wants to retire at 60.",
    "title": "A new title",
    "kind": "decision",
    "category": "income",
    "domain": "tax",
    "data": {"age": 60},
    "metadata": {"priority": "low"},
    "tags": ("later",),
    "entities": ("Tom",),
    "subject": "tom",
    "confidence": 0.5,
    "audience": "all",
    "sensitivity": "public",
    "importance": 0.1,
    "valid_from": datetime(2026, 1, 1, tzinfo=UTC),
    "valid_until": datetime(2030, 1, 1, tzinfo=UTC),
    "expires_at": datetime(2031, 1, 1, tzinfo=UTC),
    "is_personal": True,
}
FIXED = ("source_type", "source_id", "confidence_subtype")


def test_the_updates_cover_every_field() -> None:
    """A new field of an item is either changeable and tested so, or fixed and tested so."""
    assert set(UPDATES) | set(FIXED) == set(ItemDraft.model_fields)


@pytest.mark.parametrize("field", UPDATES)
def test_update_changes_that_field_alone(
    memory: MemoryFactory, clock: FrozenClock, field: str
) -> None:
    """The field has its new value, a version more, and everything else as it was."""
    store = memory("adviser")
    before = store.add(**WHOLE)
    made = clock.now
    clock.advance(timedelta(hours=1))
    after = store.update(before.id, **{field: UPDATES[field]})
    assert after == store.get(before.id)
    follow = {"confidence": "confidence_base"}
    changed = {
        name
        for name in Item.model_fields
        if getattr(before, name) != getattr(after, name) and name not in ("updated_at", "version")
    }
    assert changed == {field, follow.get(field, field)}
    assert getattr(after, field) == UPDATES[field]
    assert (after.version, after.created_at, after.updated_at) == (2, made, clock.now)
    # Knowledge then, permissions now: the past shows who may read it today.
    today = {field: UPDATES[field]} if field in ("audience", "is_personal") else {}
    assert store.get(before.id, as_of=made) == before.model_copy(update=today)


@pytest.mark.parametrize("field", FIXED)
def test_where_it_came_from_does_not_change(memory: MemoryFactory, field: str) -> None:
    """An update of the source is refused by name."""
    store = memory("adviser")
    item = store.add(**WHOLE)
    value = "confirmation" if field == "confidence_subtype" else "manual"
    with refused(store, InvalidInput, match=field):
        store.update(item.id, **{field: value})


def test_optional_fields_can_be_cleared(memory: MemoryFactory) -> None:
    """None takes a value away; a kind goes back to the preset's own."""
    store = memory("adviser")
    item = store.add(**WHOLE)
    names = ("title", "category", "domain", "subject", "importance", "valid_from", "valid_until")
    cleared = store.update(item.id, kind=None, expires_at=None, **dict.fromkeys(names))
    assert [getattr(cleared, name) for name in names] == [None] * len(names)
    assert (cleared.kind, cleared.expires_at) == ("fact", None)


def test_an_update_to_the_same_writes_nothing(memory: MemoryFactory) -> None:
    """No version and no ledger entry comes of a change that changes nothing."""
    store = memory("adviser")
    item = store.add(**WHOLE)
    with untouched(store):
        assert store.update(item.id, title=WHOLE["title"], tags=list(WHOLE["tags"])) == item


def test_an_update_of_nothing_is_refused(memory: MemoryFactory) -> None:
    """At least one field has to be given, a reason is none."""
    store = memory("adviser")
    item = store.add(content="x")
    with refused(store, InvalidInput, match="nothing to update"):
        store.update(item.id, reason="because")


def test_what_is_out_of_use_is_not_updated(memory: MemoryFactory) -> None:
    """A superseded or dismissed item stays as it was when it was put aside."""
    store = memory("adviser")
    old = store.add(content="58")
    store.supersede(old.id, content="60")
    gone = store.dismiss(store.add(content="a mistake").id)
    for item in (old, gone):
        with refused(store, Conflict, match=item.id):
            store.update(item.id, content="61")


def test_a_window_is_checked_against_what_is_stored(memory: MemoryFactory) -> None:
    """An update of one end is refused where it would pass the other."""
    store = memory("adviser")
    item = store.add(content="x", valid_from="2026-01-01")
    with refused(store, InvalidInput, match="lies before valid_from"):
        store.update(item.id, valid_until="2025-12-31")


def test_changing_what_was_returned_changes_nothing(memory: MemoryFactory) -> None:
    """An item in hand is a copy: the store does not follow it."""
    store = memory("adviser")
    item = store.add(content="x", data={"age": 58})
    item.data["age"] = 99
    assert store.get(item.id).data == {"age": 58}
    given: dict[str, Any] = {"age": 58}
    second = store.add(content="y", data=given)
    given["age"] = 99
    assert store.get(second.id).data == {"age": 58}


def test_two_items_that_look_alike_are_two(memory: MemoryFactory) -> None:
    """Ids are never shared, however equal the contents."""
    store = memory("adviser")
    ids = {store.add(content="the same").id for _ in range(20)}
    assert len(ids) == 20


def test_no_verb_ever_removes_a_row(memory: MemoryFactory) -> None:
    """S1-54: through every change that there is, no table loses a row."""
    store = memory("adviser").acting_as(ADA)
    item = store.remember("Ellen retires at 58.", infer=False, subject="ellen").items[0]
    place = store.conversations.start(subject="ellen")
    acts: list[Callable[[], object]] = [
        lambda: store.update(item.id, content="Ellen retires at 59."),
        lambda: store.confirm(item.id),
        lambda: store.vote(item.id, 1),
        lambda: store.vote(item.id, -1),
        lambda: store.review.approve(item.id),
        lambda: store.review.revoke(item.id, reason="wrong"),
        lambda: store.conversations.append(place.id, {"author_id": "e", "content": "hello"}),
        lambda: store.admin.add_person("anna"),
        lambda: store.admin.add_person("anna", groups=["finance"]),
        lambda: store.admin.configure({"summary_per_kind": 3}),
        lambda: store.supersede(item.id, content="Ellen retires at 60."),
        lambda: store.dismiss(store.add(content="a mistake").id),
        lambda: store.admin.archive(),
    ]
    before = counts(store)
    for act in acts:
        act()
        after = counts(store)
        assert all(after[table] >= before[table] for table in before)
        before = after


def test_reading_leaves_no_trace(memory: MemoryFactory) -> None:
    """The ledger holds changes only: reading what is shared adds nothing to it."""
    store = memory("adviser").acting_as(KARIN)
    item = store.acting_as(ANNA).add(content="shared", subject="ellen")
    before = position(store)
    store.get(item.id)
    store.items()
    store.recall("shared")
    store.summary("ellen")
    store.history(item.id)
    store.provenance(item.id)
    store.stats()
    store.my_contributions()
    assert position(store) == before


_LETTERS = st.characters(exclude_categories=["Cs", "Cc"])
_NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029"),
    min_size=1,
    max_size=50,
)
_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(_LETTERS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(_LETTERS), inner, max_size=4)
    ),
    max_leaves=12,
)


@ON_EITHER_SORT
def test_whatever_is_accepted_comes_back_as_it_was(memory: MemoryFactory) -> None:
    """S0-06: any text and any JSON reads back unchanged, and the ledger verifies after all."""
    store = memory("community")

    @given(
        content=st.text(_LETTERS, min_size=1, max_size=200).filter(lambda text: text.strip() != ""),
        data=st.dictionaries(st.text(_LETTERS), _JSON, max_size=4),
        metadata=st.dictionaries(st.text(_LETTERS), _JSON, max_size=4),
        tags=st.lists(_NAMES, max_size=5),
        subject=st.none() | _NAMES,
        importance=st.none() | st.floats(0.0, 1.0),
        confidence=st.none() | st.floats(0.0, 1.0),
        valid_from=st.none() | st.datetimes(timezones=st.just(UTC)),
    )
    def comes_back(**fields: Any) -> None:
        added = store.add(**fields)
        read = store.get(added.id)
        assert read == added
        for name in ("content", "data", "metadata", "subject", "importance", "valid_from"):
            assert getattr(read, name) == fields[name]
        assert read.tags == tuple(fields["tags"])

    comes_back()
    assert store.verify().broken_at is None


@pytest.mark.parametrize("importance", [0.0, -0.0, 1, 0, 1e-320])
def test_odd_numbers_do_not_break_the_ledger(memory: MemoryFactory, importance: float) -> None:
    """A number that the engine stores in another form is sealed in the form that it stores."""
    store = memory("community")
    item = store.add(content="x", importance=importance, data={"zero": -0.0})
    assert store.get(item.id).importance == importance
    assert store.verify().broken_at is None
