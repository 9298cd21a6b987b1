"""Walks: agents that look things up leave a trail, and the trail teaches."""

from __future__ import annotations

from remembrancer import Principal
from tests.people import ADA, ANNA
from tests.scenarios.stage import Stage
from tests.walks.trail import Trail

AGENT = Principal("adviser-agent", kind="agent")
SEARCH, SUMMARY = "SearchClientKnowledge", "GetClientKnowledgeSummary"


def test_a_chat_turn_leaves_its_three_parts(stage: Stage) -> None:
    """S0-49: each call of a tool is logged with its query, what it returned and what of that was
    used in the answer, which is a part of what was returned."""
    agent = Trail(stage.open("adviser").acting_as(AGENT))
    facts = [agent.memory.add(content=f"Fact {number}", subject="ellen") for number in range(4)]
    search = agent.ask("When will Ellen retire?", *facts, tool=SEARCH, subject="ellen")
    agent.ask(None, *facts[:2], tool=SUMMARY, subject="ellen")
    agent.walks.used(search, [facts[0].id, facts[2].id])
    summary, searched = agent.walks.list()
    assert (searched.tool, searched.query) == (SEARCH, "When will Ellen retire?")
    assert [hit.id for hit in searched.returned] == [fact.id for fact in facts]
    assert set(searched.used) == {facts[0].id, facts[2].id}
    assert set(searched.used) <= {hit.id for hit in searched.returned}
    assert (summary.tool, summary.query, len(summary.returned)) == (SUMMARY, None, 2)


def test_a_planted_pair_comes_first(stage: Stage) -> None:
    """S0-50: among 20 walks, the categories that are looked up together rank first, and so does
    the decision that is cited as a precedent."""
    trail = Trail(stage.open("adviser").acting_as(AGENT))
    categories = ["pension", "mortgage", "tax", "family", "health", "insurance"]
    items = {
        one: trail.memory.add(content=f"About {one}", category=one, title=one) for one in categories
    }
    for number in range(20):
        other = categories[2 + number % 4]
        planted = ["mortgage", "pension"] if number % 2 else []
        id = trail.ask(f"question {number}", *(items[one] for one in (*planted, other)))
        trail.walks.used(id, [items["pension"].id] if planted else [])
    report = trail.walks.report()
    assert report.walks == 20
    assert report.reported_share == 1.0
    assert (report.pairs[0].categories, report.pairs[0].times) == (("mortgage", "pension"), 10)
    assert report.pairs[1].times < 10
    assert (report.cited[0].id, report.cited[0].used) == (items["pension"].id, 10)
    telling = report.telling[0]
    assert (telling.attribute, telling.value, telling.used) == ("category", "pension", 10)
    assert telling.lift > 2
    assert all(one.lift < 1.1 for one in report.telling if one.value == "mortgage")


def test_a_session_can_be_followed(stage: Stage) -> None:
    """S2-45: all that was asked in a session is found by its id, in order, and by nobody who may
    not see it."""
    trail = Trail(stage.open("companion"))
    for number in range(3):
        for session in ("s-1", "s-2"):
            trail.of(ANNA).ask(f"{session} question {number}", session=session)
    found = trail.of(ADA).walks.list(session="s-1")
    assert [walk.query for walk in found] == [f"s-1 question {number}" for number in (2, 1, 0)]
    assert len(trail.of(Principal("stranger")).walks.list(session="s-1")) == 0


def test_frequent_forms_of_questions_are_found(stage: Stage) -> None:
    """S2-47: questions of the same sort count together, whatever they are about."""
    trail = Trail(stage.open("companion"))
    for name, month in (("Ellen", "March"), ("Omar", "June"), ("Karin", "May")):
        trail.ask(f"What did {name} book in {month}?")
    trail.ask("Vad sa Karin om momsen?")
    trail.ask("Vad sa Omar om lönen?")
    trail.ask("How much is account 3012?")
    shapes = [(one.shape, one.times) for one in trail.walks.report(limit=2).shapes]
    assert shapes == [("what did <name> <thing> in <date>", 3), ("vad sa <name> om <thing>", 2)]


def test_the_trail_tells_nothing_personal(stage: Stage) -> None:
    """C-17: everything is logged, and an admin who reads all of it finds no word, no subject and
    no id of what is personal to somebody."""
    trail = Trail(stage.open("community"))
    own = trail.of(ANNA).memory.add(content="I am looking for a new job.", is_personal=True)
    trail.of(ANNA).ask("Which zanzibar job do I want?", own, subject="my future", session="s")
    trail.of(ANNA).ask("What do we sell?", trail.memory.add(content="Honey."), session="s")
    ada = trail.of(ADA)
    told = [one.export() for one in ada.walks.list(session="s")]
    assert len(told) == 2
    written = f"{told} {ada.walks.report().export()} {ada.walks.list(subject='my future')}"
    for word in ("zanzibar", "my future", own.id):
        assert word not in written
    assert "What do we sell?" in written
