"""Erasure: what is erased is gone for everybody, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Certificate, Erased, Forbidden, InvalidInput, Item, Memory, NotFound
from remembrancer.core.hashing import keyed_hash
from remembrancer.core.limits import STATISTICS_TAIL_MAX
from remembrancer.core.principal import Principal
from remembrancer.items.entity import EntityDraft
from remembrancer.items.relation import RelationDraft
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.conftest import MemoryFactory
from tests.footprint import counts, position, refused, rows
from tests.people import ADA, ANNA, BERT, BOT, COLLECTOR, KARIN

ERASED = "[erased]"
WHY = "asked to"


def noted(store: Memory, text: str = "Ellen retires at 58.", **fields: Any) -> Item:
    """An item that rests on a source of its own."""
    options = {"subject": "ellen", "source": "notes#1", "infer": False, **fields}
    return store.remember(text, **options).items[0]


def talked(store: Memory, id: str = "call", *texts: str, **fields: Any) -> Item:
    """An item that rests on the messages of a conversation."""
    listed = [
        {"id": f"m{place}", "author_id": "ellen", "content": text}
        for place, text in enumerate(texts or ("I retire at 58.", "In Leeds."))
    ]
    return store.remember(listed, source=id, subject="ellen", infer=False, **fields).items[0]


def words(store: Memory, query: str, **filters: Any) -> list[str]:
    return [hit.text for hit in store.recall(query, **filters).hits]


def leaves_nothing(store: Memory, *secrets: str) -> None:
    """Passes if no row of the space holds any of the texts.

    What is asked after an erasure is in the caller's own words; `tests/walks/test_erasure.py`
    looks at what was asked before.
    """
    stored = [(table, row) for table, row in rows(store) if table != "walk"]
    held = [(table, row) for table, row in stored for one in secrets if one in row]
    assert held == []
    assert store.acting_as(ADA).verify().ok


# -- an item


def test_an_erased_item_is_gone(memory: MemoryFactory) -> None:
    """No read of today finds it: by id, in a list, by its words, in a summary, in the counts."""
    store = memory("adviser").acting_as(ADA)
    item, other = noted(store, title="Retirement", tags=["age"]), store.add(content="Omar stays.")
    store.vote(item.id, 1)
    certificate = store.erase(item.id, reason=WHY)
    with pytest.raises(NotFound):
        store.get(item.id)
    with pytest.raises(NotFound):
        store.history(item.id)
    with pytest.raises(NotFound):
        store.provenance(item.id)
    assert [one.id for one in store.items()] == [other.id]
    assert words(store, "ellen retires age stays") == ["Omar stays."]
    assert store.summary("ellen").totals == {}
    stats = store.stats()
    assert (stats.items, stats.sources) == (1, 0)
    assert store.my_contributions().items == (store.get(other.id),)
    assert certificate.items == (item.id,)
    leaves_nothing(store, "Ellen", "ellen", "retir", "Retirement", "notes#1")


def test_every_version_goes(memory: MemoryFactory) -> None:
    """What an item once said is removed with what it says now, reasons and quotes included."""
    store = memory("adviser").acting_as(ADA)
    item = store.add(content="first apple", category="pear", metadata={"plum": "fig"})
    store.update(item.id, content="second grape", data={"a": "melon"}, reason="better mango")
    store.confirm(item.id, quote="yes papaya", reason="said lime")
    certificate = store.erase(item.id, reason=WHY)
    fruit = ["apple", "pear", "plum", "fig", "grape", "melon", "mango", "papaya", "lime"]
    leaves_nothing(store, *fruit)
    assert certificate.removed["version"] == 3
    assert certificate.removed["reason"] == 2


def test_the_raw_text_goes_too(memory: MemoryFactory) -> None:
    """An item is not erased while its sentence stays in its source; other items stay."""
    store = memory("adviser").acting_as(ADA)
    item = noted(store)
    beside = noted(store, kind="preference")
    assert beside.id != item.id
    assert beside.evidence[0].source_id == item.evidence[0].source_id
    store.erase(item.id, reason=WHY)
    left = store.get(beside.id)
    assert left.content == "Ellen retires at 58."
    assert [(one.quote, one.start, one.end) for one in left.evidence] == [(ERASED, None, None)]
    (raw,) = store.provenance(beside.id).sources
    assert (raw.content, raw.external_id, raw.subject) == (ERASED, None, None)
    assert words(store, "retires") == ["Ellen retires at 58."]
    assert store.verify().ok


def test_messages_keep_their_place(memory: MemoryFactory) -> None:
    """A transcript shows where words were erased; what nothing rested on stays."""
    store = memory("adviser").acting_as(ADA)
    item = talked(store)
    store.conversations.append("call", {"id": "m9", "author_id": "ellen", "content": "Goodbye."})
    certificate = store.erase(item.id, reason=WHY)
    told = store.conversations.messages("call")
    assert [one.content for one in told] == [ERASED, ERASED, "Goodbye."]
    assert [one.id for one in told] == ["m0", "m1", "m9"]
    assert words(store, "retire leeds goodbye") == ["Goodbye."]
    assert store.conversations.get("call").erased_at is None
    assert certificate.conversations == ()
    leaves_nothing(store, "retire", "Leeds")


def test_one_act_is_one_row(memory: MemoryFactory, clock: FrozenClock) -> None:
    """An erasure is one ledger row with actor, time and reason, which no text is in."""
    store = memory("adviser").acting_as(ADA)
    item = noted(store)
    clock.advance(timedelta(days=1))
    before = position(store)
    certificate = store.erase(item.id, reason="Article 17")
    assert position(store) == before + 1
    (entry, *earlier) = store.admin.audit(item_id=item.id)
    assert (entry.action, entry.actor, entry.at) == ("erase", ADA.name, clock.now)
    assert (entry.reason, entry.seq, entry.target) == ("Article 17", certificate.seq, item.id)
    assert entry.detail["certificate"] == certificate.id
    assert [one.action for one in earlier] == ["item.add"]


def test_the_past_shows_that_something_was_known(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Before the erasure it reads as erased; before it was added, and since, as not there."""
    store = memory("adviser").acting_as(ANNA)
    start = clock.now
    clock.advance(timedelta(days=1))
    item = noted(store, title="Age", tags=["x"], importance=0.5, is_personal=True)
    known = clock.now
    clock.advance(timedelta(days=1))
    store.erase(item.id, reason=WHY)
    erased = clock.now
    then = store.get(item.id, as_of=known)
    assert (then.content, then.title, then.tags, then.subject) == (ERASED, None, (), None)
    assert (then.metadata, then.data, then.importance, then.source_id) == ({}, {}, None, None)
    assert (then.id, then.kind, then.is_personal) == (item.id, item.kind, True)
    assert [one.content for one in store.items(as_of=known)] == [ERASED]
    for when in (start, erased):
        assert len(store.items(as_of=when)) == 0
        with pytest.raises(NotFound):
            store.get(item.id, as_of=when)
    with pytest.raises(NotFound):
        store.acting_as(BERT).get(item.id, as_of=known)
    assert words(store, "retires", as_of=known) == []
    assert store.summary("ellen", as_of=known).totals == {}


def test_a_chain_closes_over_the_gap(memory: MemoryFactory) -> None:
    """An erased link is not in the history, and no pointer shows it; the others stay joined."""
    store = memory("adviser").acting_as(ADA)
    first = store.add(content="62")
    second = store.supersede(first.id, content="60", reason="said so")
    third = store.supersede(second.id, content="58")
    store.erase(second.id, reason=WHY)
    assert [one.id for one in store.history(third.id)] == [first.id, third.id]
    assert [one.id for one in store.history(first.id)] == [first.id, third.id]
    assert store.get(third.id).supersedes == ()
    assert store.get(first.id).superseded_by is None
    assert store.get(first.id).lifecycle == "superseded"
    assert [one.reason for one in store.provenance(first.id).changes] == [None, None]
    assert store.verify().ok


def test_subscribers_hear_no_more_of_it(memory: MemoryFactory) -> None:
    """Changes to an erased item are not given to who comes later."""
    store = memory("adviser").acting_as(ADA)
    changes = store.subscribe()
    item, other = store.add(content="58"), store.add(content="60")
    store.erase(item.id, reason=WHY)
    assert [one.item_id for one in changes.poll()] == [other.id]


def test_vectors_go(fresh_store: MemoryFactory) -> None:
    """Where texts have vectors, those of erased texts are removed."""
    store = fresh_store("adviser", embedder=HashingEmbedder(8), background=False).acting_as(ADA)
    item = noted(store)
    store.add(content="another")
    store.jobs.wait()
    assert counts(store)["vector"] == 2
    assert store.erase(item.id, reason=WHY).removed["vector"] == 1
    assert counts(store)["vector"] == 1


# -- a source


def test_a_source_goes_with_all_that_rests_on_it(memory: MemoryFactory) -> None:
    """Items in use, dismissed, superseded and changed meanwhile; by our id or the caller's."""
    for by in ("ours", "theirs"):
        store = memory("adviser").acting_as(ADA)
        used, gone = noted(store), noted(store, kind="preference")
        store.dismiss(gone.id, reason="misheard")
        old = noted(store, kind="decision")
        new = store.supersede(old.id, content="Ellen never retires.", subject="ellen")
        named = store.add(content="Also ellen.", source_id="notes#1", subject="e")
        other = noted(store, "Omar stays.", subject="omar", source="notes#2")
        source = used.evidence[0].source_id if by == "ours" else "notes#1"
        assert source is not None
        certificate = store.erase(source=source, reason=WHY)
        expected = {used.id, gone.id, old.id} | ({named.id} if by == "theirs" else set())
        assert set(certificate.items) == expected
        assert certificate.sources == (used.evidence[0].source_id,)
        kept = {new.id, other.id} | ({named.id} if by == "ours" else set())
        assert {one.id for one in store.items()} == kept
        leaves_nothing(store, "Ellen retires")


def test_a_conversation_goes_with_its_items(memory: MemoryFactory) -> None:
    """Title, subject and every message; items that rest on one of them."""
    store = memory("adviser").acting_as(ADA)
    store.conversations.start("call", subject="ellen", title="About pensions")
    item = talked(store)
    store.conversations.append("call", {"author_id": "ellen", "content": "Goodbye."})
    certificate = store.erase(source="call", reason=WHY)
    assert certificate.items == (item.id,)
    assert certificate.conversations == ("call",)
    assert certificate.removed["message"] == 3
    husk = store.conversations.get("call")
    assert (husk.title, husk.subject, husk.message_count) == (None, None, 3)
    assert husk.erased_at == certificate.at
    assert {one.content for one in store.conversations.messages("call")} == {ERASED}
    leaves_nothing(store, "pensions", "retire", "Goodbye", 'ellen"')


def test_what_is_left_of_a_half_erased_source_goes(memory: MemoryFactory) -> None:
    """A source that lost its text with an item still leads to the other items."""
    store = memory("adviser").acting_as(ADA)
    first, second = noted(store), noted(store, kind="preference")
    source = first.evidence[0].source_id
    assert source is not None
    store.erase(first.id, reason=WHY)
    certificate = store.erase(source=source, reason=WHY)
    assert certificate.items == (second.id,)
    assert certificate.sources == ()
    with refused(store, NotFound):
        store.erase(source=source, reason=WHY)


# -- a subject


def test_a_subject_goes_with_everything_about_it(memory: MemoryFactory) -> None:
    """Items of which any version was about it, sources, conversations, entities, relations."""
    store = memory("adviser").acting_as(ADA)
    item, said = noted(store), talked(store)
    moved = store.add(content="Ellen's flat.", subject="ellen")
    store.update(moved.id, subject="leeds")
    omar = noted(store, "Omar stays.", subject="omar", source="notes#2")
    session = store._session
    with session.store.writing(session.scope()) as unit:
        ellen = unit.entities.add(EntityDraft(kind="Person", name="ellen", attrs={"born": "1967"}))
        flat = unit.entities.add(EntityDraft(kind="Place", name="the flat"))
        unit.links.add_relation(
            RelationDraft(type="OWNS", source=ellen.id, target=flat.id, attrs={"since": "1999"})
        )
        unit.links.add_relation(RelationDraft(type="ABOUT", source=omar.id, target=flat.id))
        unit.commit()
    certificate = store.erase(subject="ellen", reason=WHY)
    assert set(certificate.items) == {item.id, said.id, moved.id}
    assert certificate.conversations == ("call",)
    with session.store.reading(session.scope()) as reader:
        assert [one.id for one in reader.entities.listed()] == [flat.id]
        assert [one.type for one in reader.links.relations()] == ["ABOUT"]
    assert [one.id for one in store.items()] == [omar.id]
    leaves_nothing(store, "born", "since", "ellen", "Ellen", "Leeds")


def test_a_subject_of_nothing_is_not_found(memory: MemoryFactory) -> None:
    """An unknown subject, and one that was erased before."""
    store = memory("adviser").acting_as(ADA)
    with refused(store, NotFound):
        store.erase(subject="ellen", reason=WHY)
    store.add(content="58", subject="ellen")
    store.erase(subject="ellen", reason=WHY)
    with refused(store, NotFound):
        store.erase(subject="ellen", reason=WHY)


# -- who may


@pytest.mark.parametrize("who", [ANNA, KARIN, ADA], ids=lambda who: who.name)
@pytest.mark.parametrize("is_personal", [False, True])
def test_owner_and_admins_erase_an_item(
    memory: MemoryFactory, who: Principal, is_personal: bool
) -> None:
    """Whoever contributed it, and admins, also what is personal."""
    store = memory("corporate")
    item = noted(store.acting_as(ANNA), is_personal=is_personal)
    assert store.acting_as(who).erase(item.id, reason=WHY).actor == who.name


def test_nobody_else_erases_an_item(memory: MemoryFactory) -> None:
    """Others may not, and what they cannot see is not found."""
    store = memory("adviser")
    shared, hidden = (noted(store.acting_as(ANNA), is_personal=one) for one in (False, True))
    bert = store.acting_as(BERT)
    with refused(store, Forbidden, match="not all that would go is theirs"):
        bert.erase(shared.id, reason=WHY)
    with refused(store, NotFound):
        bert.erase(hidden.id, reason=WHY)
    for unknown in ("km_000000000000", "", 7, "\ud800"):
        with refused(store, NotFound):
            bert.erase(unknown, reason=WHY)  # type: ignore[arg-type]


@pytest.mark.parametrize("who", [BOT, COLLECTOR], ids=lambda who: who.name)
def test_programs_never_erase(memory: MemoryFactory, who: Principal) -> None:
    """Not even what they brought themselves, nor with an admin's role; they can dismiss."""
    store = memory("adviser")
    item = noted(store.acting_as(who))
    admin = Principal(who.name, kind=who.kind, roles=["ADMIN"])
    for caller in (who, admin):
        acting = store.acting_as(caller)
        with refused(store, Forbidden, match="dismiss"):
            acting.erase(item.id, reason=WHY)
        with refused(store, Forbidden):
            acting.erase(source="notes#1", reason=WHY)
        with refused(store, Forbidden):
            acting.erase(subject="ellen", reason=WHY)


def test_a_source_is_erased_by_who_owns_all_of_it(memory: MemoryFactory) -> None:
    """Its owner, as long as nothing of others rests on it; an admin otherwise."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    anna.conversations.start("call", subject="ellen")
    talked(anna)
    with refused(store, Forbidden):
        bert.erase(source="call", reason=WHY)
    item = bert.remember(
        [{"id": "b1", "author_id": "bert", "content": "I agree."}],
        source="call",
        subject="ellen",
        infer=False,
    ).items[0]
    with refused(store, Forbidden):
        anna.erase(source="call", reason=WHY)
    certificate = store.acting_as(KARIN).erase(source="call", reason=WHY)
    assert item.id in certificate.items
    noted(anna)
    assert len(anna.erase(source="notes#1", reason=WHY).items) == 1


def test_hidden_sources_are_not_found(memory: MemoryFactory) -> None:
    """Somebody else's personal source looks like none, and a namesake of one's own is one's own."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    hers = noted(anna, is_personal=True)
    with refused(store, NotFound):
        bert.erase(source="notes#1", reason=WHY)
    his = noted(bert, "Bert's own.", is_personal=True)
    assert bert.erase(source="notes#1", reason=WHY).items == (his.id,)
    assert anna.get(hers.id).content == "Ellen retires at 58."


def test_a_subject_is_erased_by_admins(memory: MemoryFactory) -> None:
    """Others may hold knowledge of it; whether there is any is not told."""
    store = memory("adviser")
    anna = store.acting_as(ANNA)
    noted(anna)
    for subject in ("ellen", "nobody"):
        with refused(store, Forbidden, match="KM_ADMIN or ADMIN"):
            anna.erase(subject=subject, reason=WHY)
    assert store.acting_as(KARIN).erase(subject="ellen", reason=WHY).actor == KARIN.name


def test_an_erasure_names_one_thing_and_a_reason(memory: MemoryFactory) -> None:
    """An id, a source or a subject; and why."""
    store = memory("adviser").acting_as(ADA)
    item = noted(store)
    everything: list[dict[str, Any]] = [
        {},
        {"id": item.id, "source": "notes#1"},
        {"source": "notes#1", "subject": "ellen"},
        {"id": item.id, "source": "notes#1", "subject": "ellen"},
    ]
    for given in everything:
        with refused(store, InvalidInput, match="one of the three"):
            store.erase(**given, reason=WHY)
    for reason in (None, "", "  "):
        with refused(store, InvalidInput, match="give a reason"):
            store.erase(item.id, reason=reason)  # type: ignore[arg-type]
    with refused(store, NotFound):
        store.erase(source="nowhere", reason=WHY)


def test_nothing_is_erased_twice(memory: MemoryFactory) -> None:
    """What is erased is not found, by any verb that changes."""
    store = memory("adviser").acting_as(ADA)
    item = noted(store)
    store.erase(item.id, reason=WHY)
    acts: list[Callable[[], object]] = [
        lambda: store.erase(item.id, reason=WHY),
        lambda: store.update(item.id, title="x"),
        lambda: store.dismiss(item.id),
        lambda: store.confirm(item.id),
        lambda: store.supersede(item.id, content="x"),
        lambda: store.vote(item.id, 1),
        lambda: store.review.approve(item.id),
    ]
    for act in acts:
        with refused(store, NotFound):
            act()


# -- coming again


def test_an_erased_source_is_not_taken_in_again(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Under the id it came with, whatever it says now; and the refusal says since when."""
    store = memory("adviser").acting_as(ADA)
    noted(store)
    store.erase(source="notes#1", reason=WHY)
    for text in ("Ellen retires at 58.", "Something else."):
        with refused(store, Erased, match=r"notes#1.*erased on 2026-03-02") as refusal:
            noted(store, text)
        assert getattr(refusal.value, "at", None) == clock.now
        with refused(store, Erased):
            store.add(content=text, source_id="notes#1")
        with refused(store, Erased):
            store.add_many([{"content": "fine"}, {"content": text, "source_id": "notes#1"}])
    assert noted(store, source="notes#2").content == "Ellen retires at 58."
    assert store.add(content="Ellen retires at 58.").content == "Ellen retires at 58."
    assert noted(store, source={"id": "notes#1", "type": "meeting"}).source_type == "meeting"


def test_an_erased_item_s_origin_is_refused(memory: MemoryFactory) -> None:
    """An item erased by id does not come back by collecting its source again."""
    store = memory("adviser").acting_as(ADA)
    item = store.add(content="58", source_id="page#1")
    store.erase(item.id, reason=WHY)
    with refused(store, Erased):
        store.add(content="58", source_id="page#1")
    other = store.add(content="60")
    with refused(store, Erased):
        store.supersede(other.id, content="58", source_id="page#1")


def test_what_is_still_here_comes_again(memory: MemoryFactory) -> None:
    """Another item of the same source is known, and repeating it stays harmless."""
    store = memory("adviser").acting_as(ADA)
    gone, kept = (store.add(content=one, source_id="page#1") for one in ("58", "60"))
    store.erase(gone.id, reason=WHY)
    assert store.add(content="60", source_id="page#1").id == kept.id


def test_one_person_s_erasure_binds_nobody_else(memory: MemoryFactory) -> None:
    """An id that somebody erased for themselves is free for others, who learn nothing of it."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    for is_personal in (True, False):
        item = noted(anna, is_personal=is_personal, source=f"n{is_personal}")
        anna.erase(item.id, reason=WHY)
        with refused(store, Erased):
            noted(anna, source=f"n{is_personal}")
        assert noted(bert, source=f"n{is_personal}").source_user == BERT.name
    hidden = noted(anna, is_personal=True, source="hers")
    store.acting_as(ADA).erase(hidden.id, reason=WHY)
    assert noted(bert, source="hers").source_user == BERT.name
    common = noted(anna, source="all")
    store.acting_as(ADA).erase(common.id, reason=WHY)
    with refused(store, Erased):
        noted(bert, source="all")


def test_an_erased_message_comes_back_as_a_husk(memory: MemoryFactory) -> None:
    """Appended again under its id it is the husk, unchanged; nothing can rest on it."""
    store = memory("adviser").acting_as(ADA)
    item = talked(store)
    store.erase(item.id, reason=WHY)
    before = position(store)
    for text in ("I retire at 58.", "other words"):
        draft = {"id": "m0", "author_id": "ellen", "content": text}
        (husk,) = store.conversations.append("call", draft)
        assert (husk.id, husk.content) == ("m0", ERASED)
    assert position(store) == before
    with refused(store, Erased):
        talked(store)
    with refused(store, Erased, match="message"):
        store.remember(
            [{"id": "m0", "author_id": "ellen", "content": "I retire at 58."}],
            source={"id": "call", "type": "meeting"},
            subject="ellen",
            infer=False,
        )


def test_an_erased_conversation_takes_nothing_new(memory: MemoryFactory) -> None:
    """It cannot be started again, nor added to under new message ids."""
    store = memory("adviser").acting_as(ADA)
    talked(store)
    store.erase(source="call", reason=WHY)
    with refused(store, Erased, match="conversation 'call'"):
        store.conversations.start("call", subject="ellen")
    with refused(store, Erased, match="conversation 'call'"):
        store.conversations.append("call", {"author_id": "ellen", "content": "I retire at 58."})
    with refused(store, Erased):
        talked(store)


def test_a_kept_answer_goes(memory: MemoryFactory) -> None:
    """A key whose answer was erased is free: the call made again stores something new."""
    store = memory("adviser").acting_as(ADA)
    item = store.add(content="58", key="call-1")
    other = store.add(content="60", key="call-2")
    store.erase(item.id, reason=WHY)
    assert store.add(content="58", key="call-1").id != item.id
    assert store.add(content="60", key="call-2").id == other.id


# -- what is left tells nothing


def test_no_guess_can_be_confirmed(memory: MemoryFactory) -> None:
    """Whoever holds the file, key included, finds no hash of what was said."""
    store = memory("adviser").acting_as(ADA)
    key = store._session.space.key
    item = noted(store)
    store.add(content="Ellen retires at 58.", key="again")
    guesses = {
        keyed_hash(key, ["subject", "ellen"]),
        *(
            keyed_hash(key, (ADA.name, None, False, "ellen", "manual", "notes#1", *rest))
            for rest in (("Ellen retires at 58.",), ("fact", "Ellen retires at 58."))
        ),
    }
    held = {one for _, row in rows(store) for one in guesses if one in row}
    assert len(held) == 2
    store.erase(item.id, reason=WHY)
    assert not [row for row in rows(store) for one in guesses if one in row[1]]


@pytest.mark.parametrize("fillers", [3, STATISTICS_TAIL_MAX + 10])
def test_scores_are_as_if_it_had_never_been(memory: MemoryFactory, fillers: int) -> None:
    """Word statistics forget what was erased, whether it was counted already or not."""
    lived, never = memory("adviser").acting_as(ADA), memory("adviser").acting_as(ADA)
    gone: list[Item] = []
    for number in range(fillers):
        for store in (lived, never):
            store.add(content=f"bees and honey {number}", subject="omar")
        gone.append(noted(lived, f"bees retire {number}", source=f"n{number}"))
    talked(lived, "call", "bees talk", "honey talk")
    lived.erase(subject="ellen", reason=WHY)
    for store in (lived, never):
        store.add(content="bees retire at last", subject="omar")
        store.add(content="honey", subject="omar")
    assert lived.verify().ok
    for query in ("bees", "honey", "retire", "talk", "bees retire honey 1 2"):
        for subject in (None, "omar"):
            shown, expected = (
                [(hit.text, hit.score) for hit in store.recall(query, k=200, subject=subject).hits]
                for store in (lived, never)
            )
            assert shown == expected


def test_numbers_of_removed_texts_do_no_harm(fresh_store: MemoryFactory) -> None:
    """The newest texts erased, counted already: what is added next is counted all the same."""
    store = fresh_store("adviser").acting_as(ADA)
    other = store.in_space("southgate", "adviser")
    for number in range(STATISTICS_TAIL_MAX):
        store.add(content=f"bees {number}", subject="ellen" if number > 30 else "omar")
    other.add(content="neighbour")
    store.erase(subject="ellen", reason=WHY)
    store.add(content="bees again")
    other.add(content="neighbour again")
    for one, query, texts in ((store, "bees", 32), (other, "neighbour", 2)):
        (hit, *_) = one.recall(query, explain=True).hits
        assert hit.explanation[0].documents == texts
        assert one.verify().ok


# -- the certificate


def test_the_certificate_says_what_went(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Counts, ids, commitments, what stays and what it cannot reach; signed, and readable."""
    store = memory("adviser").acting_as(ADA)
    item = noted(store)
    certificate = store.erase(item.id, reason=WHY)
    assert certificate.id.startswith("cert_")
    assert len(certificate.id) == 17
    assert (certificate.at, certificate.asked) == (clock.now, "item")
    assert certificate.removed == {
        "document": 1,
        "evidence": 1,
        "item": 1,
        "source": 1,
        "version": 1,
    }
    assert sorted(place for place, _ in certificate.rows) == ["evidence", "source", "version"]
    assert certificate.pending == ()
    assert store.verify(certificate.head).ok
    told = str(certificate)
    for part in (certificate.id, item.id, "1 evidence", "Backups", "People on record", ADA.name):
        assert part in told
    assert "Ellen" not in told
    assert Certificate.model_validate(certificate.export()) == certificate
    assert Certificate.model_validate_json(certificate.model_dump_json()) == certificate


def test_the_commitments_on_it_are_those_that_stay(memory: MemoryFactory) -> None:
    """Each row on the certificate is a row of the store that lost its salt."""
    store = memory("adviser").acting_as(ADA)
    before = {row for table, row in rows(store) if table == "version"}
    certificate = store.erase(noted(store).id, reason=WHY)
    held = [row for table, row in rows(store) if table in ("version", "source", "evidence")]
    assert not before
    for _, commitment in certificate.rows:
        (row,) = [one for one in held if commitment in one]
        assert '"salt": null' in row
