"""Ways around a decision, a label or the record that must not exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from remembrancer import Item
from remembrancer.core.errors import Forbidden, NotFound, RemembrancerError
from tests.proofs.random_calls import PEOPLE, SPACES, START
from tests.proofs.side_by_side import SideBySide


@pytest.fixture
def pair() -> Iterator[SideBySide]:
    built = SideBySide(":memory:", SPACES, PEOPLE, START)
    yield built
    built.close()


def _added(pair: SideBySide, space: str, who: str, **fields: object) -> Item:
    item = pair.add(space, who, fields)
    assert item is not None
    return item


@pytest.mark.parametrize(
    ("space", "who"), [("practice", "anna"), ("firma", "anna"), ("data", "kim")]
)
def test_a_withdrawn_item_does_not_come_back(pair: SideBySide, space: str, who: str) -> None:
    """What an admin revoked or rejected is not in use again after its contributor hid it."""
    item = _added(pair, space, who, content="retire")
    decision = "reject" if item.review == "pending" else "revoke"
    pair.review(space, "owner", item.id, decision, "wrong")
    memory = pair.memory(space, who)
    with suppress(RemembrancerError):
        memory.update(item.id, is_personal=True)
        memory.share(item.id)
    assert memory.get(item.id).review in ("revoked", "rejected")


@pytest.mark.parametrize("space", ["practice", "firma"])
def test_a_program_does_not_speak_with_a_persons_trust(pair: SideBySide, space: str) -> None:
    """A program that rewrites a person's item is refused, or the item loses that trust."""
    item = _added(pair, space, "anna", content="retire")
    memory = pair.memory(space, "bot")
    try:
        memory.update(item.id, content="garden")
    except RemembrancerError:
        return
    assert memory.get(item.id).trust == "agent"


@pytest.mark.parametrize("space", ["practice", "firma"])
def test_a_program_does_not_rewrite_what_is_mandatory(pair: SideBySide, space: str) -> None:
    """What every agent must follow is not changed by an agent."""
    item = _added(pair, space, "anna", content="retire")
    pair.review(space, "owner", item.id, "mandate", "policy")
    memory = pair.memory(space, "bot")
    acts: tuple[Callable[[], Item], ...] = (
        lambda: memory.update(item.id, content="garden"),
        lambda: memory.dismiss(item.id),
        lambda: memory.supersede(item.id, content="garden"),
    )
    for act in acts:
        try:
            act()
        except RemembrancerError:
            continue
        after = pair.memory(space, "owner").get(item.id)
        is_changed = (after.content, after.lifecycle) != ("retire", "active")
        assert not (is_changed and after.review == "mandatory")


@pytest.mark.parametrize("space", SPACES)
def test_an_admins_look_into_the_past_is_on_record(pair: SideBySide, space: str) -> None:
    """An item that is personal today is looked at on record, also as it was when shared."""
    item = _added(pair, space, "anna", content="retire", subject="ellen")
    then = pair.plain[space].position
    pair.update(space, "anna", item.id, {"is_personal": True})
    memory = pair.memory(space, "owner")
    looks: list[Callable[[], object]] = [
        lambda: memory.get(item.id, then),
        lambda: memory.items(then),
    ]
    if pair.plain[space].preset.name != "corporate":  # there it waits for review
        looks.append(lambda: memory.summary("ellen", then))
        looks.append(lambda: memory.recall("retire", as_of=then))
    for look in looks:
        before = len(memory.admin.audit(item_id=item.id, limit=1000))
        look()
        assert len(memory.admin.audit(item_id=item.id, limit=1000)) == before + 1


@pytest.mark.parametrize("space", SPACES)
def test_permissions_of_today_show_on_knowledge_of_then(pair: SideBySide, space: str) -> None:
    """An old version carries the personal flag and the audience of today, in filters too."""
    item = _added(pair, space, "anna", content="retire")
    then = pair.plain[space].position
    pair.update(space, "anna", item.id, {"audience": "group:red", "is_personal": True})
    memory = pair.memory(space, "owner")
    shown = memory.get(item.id, then)
    assert (shown.content, shown.version) == ("retire", 1)
    assert (shown.audience, shown.is_personal) == ("group:red", True)
    assert len(memory.items(then, audience="group:red")) == 1
    assert len(memory.items(then, is_personal=True)) == 1
    assert len(memory.items(then, is_personal=False)) == 0


@pytest.mark.parametrize("space", ["practice", "firma"])
def test_nobody_takes_a_shared_item_away(pair: SideBySide, space: str) -> None:
    """Who did not contribute an item cannot hide it from others by narrowing its audience."""
    item = _added(pair, space, "ben", content="retire")
    with suppress(RemembrancerError):
        pair.memory(space, "anna").update(item.id, audience="group:red")
    assert pair.memory(space, "somebody").get(item.id).audience is None


_NOTES = {"financial_facts": ["Ellen retires at 58."], "summary": "We met."}


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("who", ["bot", "feed", "anna"])
def test_nobody_raises_trust_by_saying_so(pair: SideBySide, space: str, who: str) -> None:
    """A label on a conversation, a message or a meeting lowers trust and never raises it."""
    memory = pair.memory(space, who)
    most = "person" if who == "anna" else "agent"
    said = {"author_id": "ellen", "content": "retire", "trust": "person"}
    for declared, expected in (("person", most), ("outside", "outside")):
        place = memory.conversations.start(f"talk {declared}", trust=declared)
        (message,) = memory.conversations.append(place.id, said)
        (machine,) = memory.conversations.append(place.id, {**said, "role": "tool"})
        assert (place.trust, message.trust) == (expected, expected)
        assert machine.trust == ("agent" if declared == "person" else "outside")
    made = memory.sources.meeting("m-1", _NOTES, transcript="Ellen: Yes.", trust="person")
    assert made.source is not None
    assert made.conversation_id is not None
    told = memory.conversations.messages(made.conversation_id)
    rank = ("outside", "document", "agent", "person").index
    trusts = [made.source.trust, *(one.trust for one in made.items), *(one.trust for one in told)]
    assert max(map(rank, trusts)) <= rank(most)
    with pytest.raises(RemembrancerError):
        memory.sources.event("transfer", trust="person")
    recorded = memory.sources.event("transfer", actor="ellen", approved_by="ellen")
    assert rank(recorded.event.trust) <= rank(most)
    assert rank(recorded.trace.trust) <= rank(most)


@pytest.mark.parametrize("space", SPACES)
def test_nobody_links_evidence_to_what_is_hidden(pair: SideBySide, space: str) -> None:
    """An event gives no evidence to an item that its reporter may not see, and leaves nothing."""
    hidden = _added(pair, space, "anna", content="retire", is_personal=True)
    memory = pair.memory(space, "ben")
    event = memory.sources.event("transfer", id="e-1").event
    with pytest.raises(NotFound):
        memory.sources.explain(event.id, hidden.id)
    with pytest.raises(NotFound):
        memory.sources.event("transfer", id="e-2", decisions=[hidden.id])
    with pytest.raises(NotFound):
        memory.sources.why("e-2")
    assert pair.memory(space, "anna").get(hidden.id).evidence == ()


@pytest.mark.parametrize("space", SPACES)
def test_nobody_speaks_to_a_group_through_a_source(pair: SideBySide, space: str) -> None:
    """Who is not of a group addresses it neither by a meeting, an event nor old records."""
    memory = pair.memory(space, "ben")
    acts: tuple[Callable[[], object], ...] = (
        lambda: memory.sources.meeting("m-1", _NOTES, audience="group:red"),
        lambda: memory.sources.event("transfer", audience="group:red"),
        lambda: memory.sources.backfill([{"id": "m", "notes": _NOTES}], audience="group:red"),
        lambda: memory.sources.detect(".", audience="group:red"),
        lambda: memory.conversations.start("talk", audience="group:red"),
    )
    for act in acts:
        with pytest.raises(Forbidden):
            act()


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("who", ["anna", "ben", "kim", "bot", "feed"])
def test_only_an_admin_schedules_and_collects(pair: SideBySide, space: str, who: str) -> None:
    """Work that goes over everybody's files is for ADMIN alone, also on a dry run."""
    schedule = pair.memory(space, "owner").jobs.schedule("collect", every="1mo")
    memory = pair.memory(space, who)
    acts: tuple[Callable[[], object], ...] = (
        lambda: memory.jobs.schedule("collect", every="1d"),
        lambda: memory.jobs.schedule("detect", every="1d", folder="."),
        lambda: memory.jobs.unschedule(schedule.id),
        lambda: memory.sources.collect(),
        lambda: memory.sources.collect(people=["anna"], dry_run=True),
        lambda: memory.sources.collect(reset=True),
    )
    for act in acts:
        with pytest.raises(Forbidden):
            act()
    assert len(pair.memory(space, "owner").jobs.schedules()) == 1


@pytest.mark.parametrize("who", ["anna", "bot"])
def test_a_window_shows_no_raw_words_of_others(pair: SideBySide, who: str) -> None:
    """Where members do not read each other's messages, neither a window nor a digest tells them."""
    ben, other = pair.memory("data", "ben"), pair.memory("data", who)
    ben.conversations.start("talk", channel_id="general")
    words = [f"We decided on pension {number}." for number in range(45)]
    ben.conversations.append("talk", [{"author_id": "ben", "content": text} for text in words])
    pair.memory("data", "owner").jobs.wait()
    assert ben.conversations.get("talk").summary is not None
    other.conversations.append("talk", {"author_id": who, "content": "Mine."})
    window = other.conversations.window("talk")
    assert [one.content for one in window.messages] == ["Mine."]
    assert (window.summary, window.points, window.block, window.summarised) == (None, (), None, 0)
    assert other.conversations.get("talk").summary is None
    assert [one.content for one in other.conversations.get_recent_messages("general")] == ["Mine."]
    # Nor does what they say get into the digest that its owner reads.
    assert "Mine" not in repr(ben.conversations.window("talk"))
