"""Walks in the store: what is kept of a question, who sees it, and what can be said of it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Forbidden, InvalidInput, Memory, Message, NotFound, Principal
from remembrancer.reading.port import RetrievedText
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.footprint import counts, position, untouched
from tests.people import ADA, ANNA, BERT, BOT, CARL, KARIN
from tests.walks.trail import Trail

COLLEAGUES = (ADA, KARIN)


@pytest.fixture
def trail(memory: MemoryFactory) -> Trail:
    return Trail(memory("adviser"))


def said(store: Memory, content: str, audience: str | None = None) -> Message:
    store.conversations.start("talk", audience=audience)
    (message,) = store.conversations.append(
        "talk", {"id": "m1", "author_id": "anna", "content": content}
    )
    return message


# -- what is kept


def test_a_walk_has_all_its_parts(trail: Trail, clock: FrozenClock) -> None:
    """Who asked what, when and how, what came back in order, and that nobody said yet what of it
    was used."""
    anna = trail.of(ANNA)
    item = anna.memory.add(content="Ellen retires at 58.", category="goal", title="Retirement")
    message = said(anna.memory, "She said 58.")
    clock.advance(timedelta(minutes=5))
    id = anna.ask("When does Ellen retire?", message, item, subject="ellen", session="chat-7")
    walk = anna.walks.get(id)
    assert (walk.id, walk.principal, walk.tool, walk.at) == (id, ANNA.name, "recall", clock.now)
    assert (walk.query, walk.subject) == ("When does Ellen retire?", "ellen")
    assert (walk.session, walk.shape) == ("chat-7", "when does <name> <thing>")
    assert [(hit.type, hit.id, hit.rank) for hit in walk.returned] == [
        ("message", "m1", 1),
        ("item", item.id, 2),
    ]
    assert walk.returned[0].conversation_id == "talk"
    assert (walk.returned[1].category, walk.returned[1].title) == ("goal", "Retirement")
    assert (walk.used, walk.is_reported, walk.is_partial) == ((), False, False)
    assert type(walk).model_validate(walk.export()) == walk


def test_walks_leave_the_ledger_alone(trail: Trail) -> None:
    """A question is no change of knowledge: nothing stands on record, and the chain holds."""
    item = trail.memory.add(content="58")
    before = position(trail.memory)
    id = trail.ask("how old?", item)
    trail.walks.used(id, [item.id])
    assert position(trail.memory) == before
    assert counts(trail.memory)["walk"] == 1
    assert counts(trail.memory)["walk_hit"] == 1
    assert trail.memory.acting_as(ADA).verify().ok


def test_walks_of_several_callers_are_written_together(trail: Trail) -> None:
    """Each keeps its asker, also where the others could not see what it returned."""
    own = trail.of(ANNA).memory.add(content="for finance", audience="group:finance")
    open_item = trail.of(BERT).memory.add(content="for all")
    trail.of(CARL).ask("nothing?")
    trail.of(ANNA).ask("finance?", own)
    trail.of(BERT).ask("all?", open_item)
    trail.log.flush()
    for who, query in ((CARL, "nothing?"), (ANNA, "finance?"), (BERT, "all?")):
        assert [walk.query for walk in trail.of(who).walks.list()] == [query]


def test_a_batch_in_doubt_is_not_written_twice(trail: Trail) -> None:
    """Where a lost connection left open whether walks were stored, they are stored once."""
    trail.ask("once?")
    number = trail.memory._session.space.number
    batch = trail.log._waiting[number]
    trail.log.flush()
    trail.log._waiting[number] = batch
    trail.ask("twice?")
    assert [walk.query for walk in trail.walks.list()] == ["twice?", "once?"]


# -- listing


def test_walks_are_listed_newest_first_page_by_page(trail: Trail) -> None:
    """Every walk is on one page, and on one only."""
    for number in range(7):
        trail.ask(f"question {number}")
    seen: list[str | None] = []
    cursor = None
    while True:
        page = trail.walks.list(limit=3, cursor=cursor)
        seen += [walk.query for walk in page]
        cursor = page.next
        if cursor is None:
            break
    assert seen == [f"question {number}" for number in reversed(range(7))]


def test_walks_can_be_asked_for_by_session_subject_and_tool(trail: Trail) -> None:
    """Each alone, and all together."""
    trail.ask("one", session="a", subject="ellen")
    trail.ask("two", session="a", subject="omar", tool="SearchClientKnowledge")
    trail.ask("three", session="b", subject="ellen", tool="SearchClientKnowledge")

    def queries(**given: str) -> list[str | None]:
        return [walk.query for walk in trail.walks.list(**given)]  # type: ignore[arg-type]

    assert queries(session="a") == ["two", "one"]
    assert queries(subject="ellen") == ["three", "one"]
    assert queries(tool="SearchClientKnowledge") == ["three", "two"]
    assert queries(session="a", subject="ellen", tool="recall") == ["one"]
    assert queries(session="c") == []


def test_wrong_input_is_refused(trail: Trail) -> None:
    """With an error that names the field."""
    lists: list[dict[str, Any]] = [{"limit": 0}, {"limit": 501}, {"session": ""}, {"tool": 3}]
    for given in (*lists, {"cursor": "x"}):
        with pytest.raises(InvalidInput):
            trail.walks.list(**given)
    reports: list[dict[str, Any]] = [{"limit": 0}, {"since": "yesterday"}, {"until": 3}]
    for given in reports:
        with pytest.raises(InvalidInput):
            trail.walks.report(**given)
    for unknown in ("walk_0", "", "x\x00", 3):
        with pytest.raises(NotFound):
            trail.walks.get(unknown)  # type: ignore[arg-type]


# -- saying what was used


def test_what_was_used_can_be_said_and_said_again(trail: Trail) -> None:
    """Any part of what came back, none of it too; the last word counts."""
    first, second = trail.memory.add(content="one"), trail.memory.add(content="two")
    message = said(trail.memory, "three")
    id = trail.ask("numbers?", first, second, message)
    told = trail.walks.used(id, [second.id, "m1"])
    assert told.used == (second.id, "m1")
    assert told == trail.walks.get(id)
    assert [hit.is_used for hit in told.returned] == [False, True, True]
    assert trail.walks.used(id, iter([first.id])).used == (first.id,)
    nothing = trail.walks.used(id, [])
    assert (nothing.used, nothing.is_reported) == ((), True)
    assert trail.walks.get(id) == nothing


def test_only_what_was_returned_can_have_been_used(trail: Trail) -> None:
    """An id that did not come back is refused, and nothing of the call is kept."""
    came, other = trail.memory.add(content="one"), trail.memory.add(content="two")
    id = trail.ask("numbers?", came)
    trail.log.flush()
    with untouched(trail.memory):
        wrong: list[Any] = [[came.id, other.id], ["km_0"], came.id, 3, [3], [[]]]
        for ids in wrong:
            with pytest.raises(InvalidInput, match="id"):
                trail.walks.used(id, ids)


def test_only_who_asked_or_an_admin_says_what_was_used(trail: Trail) -> None:
    """For everybody else there is no such walk."""
    item = trail.memory.add(content="58")
    id = trail.of(BOT).ask("how old?", item)
    with pytest.raises(NotFound):
        trail.of(ANNA).walks.used(id, [item.id])
    assert trail.of(BOT).walks.used(id, [item.id]).used == (item.id,)
    assert trail.of(KARIN).walks.used(id, []).used == ()


# -- who sees what


def test_a_walk_is_seen_by_who_asked_and_by_admins(trail: Trail) -> None:
    """Others neither list it nor get it, also where they may see all that it returned."""
    item = trail.memory.add(content="58")
    id = trail.of(ANNA).ask("how old?", item, session="s", subject="ellen")
    for who in (ANNA, *COLLEAGUES):
        assert trail.of(who).walks.get(id).query == "how old?"
        assert len(trail.of(who).walks.list(session="s")) == 1
        assert trail.of(who).walks.report().walks == 1
    for other in (BERT, CARL, BOT):
        assert len(trail.of(other).walks.list()) == 0
        assert trail.of(other).walks.report().walks == 0
        with pytest.raises(NotFound):
            trail.of(other).walks.get(id)


def test_a_walk_stays_in_its_space(trail: Trail, memory: MemoryFactory) -> None:
    """An admin of another space of the same store finds nothing of it."""
    id = trail.ask("how old?", trail.memory.add(content="58"), session="s")
    trail.log.flush()
    elsewhere = Trail(memory("adviser")).of(ADA)
    assert len(elsewhere.walks.list(session="s")) == 0
    with pytest.raises(NotFound):
        elsewhere.walks.get(id)
    with pytest.raises(NotFound):
        elsewhere.walks.used(id, [])


def test_what_is_hidden_since_does_not_show(trail: Trail) -> None:
    """Who asked keeps the question, and sees of the answer what is still open to them."""
    trail.memory.acting_as(ADA).admin.add_person(BERT.name, groups=["finance"])
    in_finance = Principal(BERT.name, roles=["CONTRIBUTOR"], groups=["finance"])
    hidden = trail.of(ANNA).memory.add(content="budget", audience="group:finance")
    spoken = said(trail.of(ANNA).memory, "the budget is due", "group:finance")
    shown = trail.memory.add(content="menu")
    id = trail.of(in_finance).ask("what is there?", hidden, spoken, shown)
    assert len(trail.of(in_finance).walks.get(id).returned) == 3
    walk = trail.of(BERT).walks.get(id)  # who has left finance
    assert [hit.id for hit in walk.returned] == [shown.id]
    assert (walk.query, walk.is_partial) == ("what is there?", True)
    for unseen in (hidden.id, spoken.id):
        with pytest.raises(InvalidInput):
            trail.of(BERT).walks.used(id, [unseen])


def test_a_question_about_something_personal_is_not_kept(trail: Trail) -> None:
    """Nobody finds its words, nor whom it was about, not even by asking for the subject; its asker
    sees what came back, and others that something did."""
    own = trail.of(ANNA).memory.add(content="My own worry.", is_personal=True)
    shared = trail.memory.add(content="Ellen's flat")
    id = trail.of(ANNA).ask("What is my worry with Ellen?", own, shared, subject="ellen")
    mine = trail.of(ANNA).walks.get(id)
    assert [hit.id for hit in mine.returned] == [own.id, shared.id]
    assert (mine.query, mine.subject) == (None, None)
    assert mine.shape == "what is my <thing> with <name>"
    before = position(trail.memory)
    theirs = trail.of(ADA).walks.get(id)
    assert [hit.id for hit in theirs.returned] == [shared.id]
    assert (theirs.query, theirs.subject, theirs.is_partial) == (None, None, True)
    assert len(trail.of(ADA).walks.list(subject="ellen")) == 0
    assert position(trail.memory) == before  # nothing was shown that has to be on record


def test_words_are_hidden_from_admins_once_a_hit_is_personal(trail: Trail) -> None:
    """What became personal after it was found hides the question from all but its asker."""
    item = trail.of(ANNA).memory.add(content="A worry.", is_personal=True)
    session = trail.of(ANNA).memory._session
    id = trail.log.note(  # as if it had been open when it was found
        session.scope(),
        tool="recall",
        query="What worries Anna?",
        subject="anna",
        session="s",
        hits=[RetrievedText(item.id, None, False)],
    )
    assert trail.of(ANNA).walks.get(id).query == "What worries Anna?"
    walk = trail.of(ADA).walks.get(id)
    assert (walk.query, walk.subject, walk.returned) == (None, None, ())
    assert len(trail.of(ADA).walks.list(subject="anna")) == 0
    assert len(trail.of(ADA).walks.list(session="s")) == 1
    report = trail.of(ADA).walks.report()
    assert (report.walks, report.found_nothing, report.unanswered) == (1, 0, ())
    assert report.cited == ()


def test_an_agent_sees_of_its_walks_what_is_reviewed(memory: MemoryFactory) -> None:
    """Where programs read only what is approved, an item that lost its approval is not shown."""
    trail = Trail(memory("corporate"))
    item = trail.of(ANNA).memory.add(content="The cache is never cold.")
    trail.memory.acting_as(KARIN).review.approve(item.id)
    id = trail.of(BOT).ask("is it cold?", item)
    assert [hit.id for hit in trail.of(BOT).walks.get(id).returned] == [item.id]
    trail.memory.acting_as(KARIN).review.revoke(item.id, reason="it is")
    walk = trail.of(BOT).walks.get(id)
    assert (walk.returned, walk.is_partial) == ((), True)


# -- the report


def test_a_report_counts_what_its_reader_may_see(trail: Trail, clock: FrozenClock) -> None:
    """An admin's is about everybody, anyone else's about themselves; a time can be given."""
    goal = trail.memory.add(content="58", category="goal", title="Age")
    risk = trail.memory.add(content="low", category="risk")
    for _ in range(3):
        id = trail.of(ANNA).ask("how much risk?", goal, risk)
        trail.of(ANNA).walks.used(id, [risk.id])
    clock.advance(timedelta(days=1))
    trail.of(BERT).ask("where is Omar?")
    trail.of(BERT).ask("how old?", goal)
    report = trail.of(ADA).walks.report()
    assert (report.walks, report.reported, report.found_nothing) == (5, 3, 1)
    assert report.reported_share == pytest.approx(0.6)
    assert [(pair.categories, pair.times) for pair in report.pairs] == [(("goal", "risk"), 3)]
    assert [(one.id, one.used, one.returned) for one in report.cited] == [
        (risk.id, 3, 3),
        (goal.id, 0, 4),
    ]
    assert report.cited[1].title == "Age"
    assert (report.shapes[0].shape, report.shapes[0].times) == ("how much <thing>", 3)
    assert [(one.query, one.times) for one in report.unanswered] == [("where is Omar?", 1)]
    assert trail.of(ADA).walks.report(since=clock.now).walks == 2
    assert trail.of(ADA).walks.report(until=clock.now.isoformat()).walks == 3
    assert len(trail.of(ADA).walks.report(limit=1).cited) == 1
    assert trail.of(BERT).walks.report().walks == 2


def test_a_report_of_very_many_walks_says_that_it_is_cut(
    trail: Trail, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest are in it."""
    monkeypatch.setattr("remembrancer.front.walks.WALKS_REPORTED_MAX", 2)
    for query in ("one", "two", "three"):
        trail.ask(query)
    report = trail.walks.report()
    assert (report.walks, report.is_cut) == (2, True)
    assert {one.query for one in report.unanswered} == {"two", "three"}


# -- the rest of the house


def test_walks_go_with_an_export(trail: Trail, memory: MemoryFactory, tmp_path: Path) -> None:
    """A space that is imported elsewhere has the same walks, on the same items and messages."""
    item = trail.memory.add(content="58", category="goal")
    message = said(trail.memory, "She said 58.")
    id = trail.ask("how old?", message, item, session="s")
    walk = trail.walks.used(id, [item.id])
    file = tmp_path / "space.jsonl"
    trail.memory.acting_as(ADA).export(file)
    copy = memory("adviser").acting_as(ADA)
    copy.import_(file)
    assert Trail(copy).walks.get(id) == walk


def test_an_outsider_s_question_can_be_logged(trail: Trail) -> None:
    """Whoever may ask is logged, whatever they may write."""
    guest = Principal("guest")
    trail.of(guest).ask("may I?")
    assert [walk.query for walk in trail.of(guest).walks.list()] == ["may I?"]
    with pytest.raises(Forbidden):
        trail.of(guest).memory.erase(subject="x", reason="no")
