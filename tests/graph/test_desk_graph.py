"""The graph of the desk: what analysts look at, find and decide, and figures kept in step."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.errors import InvalidInput
from remembrancer.graph.exchange.exporting import export_file
from remembrancer.graph.exchange.importing import import_files
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory


class Desk:
    """A desk with short ways to its nodes."""

    def __init__(self, store: Memory) -> None:
        self.store = store
        self.graph = store.graph

    def add(self, kind: str, name: str, **attrs: Any) -> str:
        return self.graph.entity(kind, name, attrs=attrs).id

    def decide(self, type: str = "position", **fields: Any) -> str:
        return self.store.decisions.record(type, recommendation="Buy a little.", **fields).id

    def attrs(self, id: str) -> dict[str, Any]:
        return self.graph.get(id).attrs

    def of(self, id: str, name: str) -> Any:
        return self.attrs(id).get(name)


@pytest.fixture
def desk(memory: MemoryFactory) -> Desk:
    return Desk(memory("desk"))


def test_an_analysis_raises_the_count_and_sets_the_date(desk: Desk) -> None:
    """S3-08: the count is of analyses, and the date is that of the latest, in whatever order."""
    nord = desk.add("Company", "Nordgate", ticker="NGT", sector="retail")
    dates = ("2026-02-10", "2026-02-20", "2026-01-05")
    for number, date in enumerate(dates, 1):
        desk.graph.relate(
            nord, "HAS_ANALYSIS", desk.add("Analysis", f"Margins {number}", date=date)
        )
        assert desk.of(nord, "analyzed_count") == number
        assert desk.of(nord, "last_analysis") == max(dates[:number])
    assert (desk.of(nord, "ticker"), desk.of(nord, "sector")) == ("NGT", "retail")


def test_a_relation_that_is_stated_again_counts_once_and_ended_not_at_all(desk: Desk) -> None:
    """What is on record already is not counted again; an ended relation counts no longer."""
    nord, margins = desk.add("Company", "Nordgate"), desk.add("Analysis", "Margins")
    made = desk.graph.relate(nord, "HAS_ANALYSIS", margins)
    desk.graph.relate(nord, "has_analysis", margins, confidence=0.5)
    desk.graph.relate(nord, "HAS_ANALYSIS", margins, attrs={"page": 4})
    assert desk.of(nord, "analyzed_count") == 1
    for one in desk.graph.relations(of=nord):
        desk.graph.end(one.id, reason="It was of another company.")
    assert (desk.of(nord, "analyzed_count"), desk.of(nord, "last_analysis")) == (0, None)
    assert made.source == nord


def test_without_a_date_the_time_of_the_relation_counts(desk: Desk, clock: FrozenClock) -> None:
    """S3-08: the last analysis is dated by its own date, else by when it was related."""
    nord = desk.add("Company", "Nordgate")
    desk.graph.relate(nord, "HAS_ANALYSIS", desk.add("Analysis", "Margins", date="last spring"))
    assert desk.of(nord, "last_analysis") == clock().isoformat()
    clock.advance(timedelta(days=3))
    desk.graph.relate(nord, "HAS_ANALYSIS", desk.add("Analysis", "Growth"))
    assert desk.of(nord, "last_analysis") == clock().isoformat()


def test_what_was_stated_before_is_counted_on(desk: Desk) -> None:
    """A company that came with a count keeps it: the relations on record add to it."""
    nord = desk.add("Company", "Nordgate", analyzed_count=3, last_analysis="2026-02-01")
    for number, date in enumerate(("2026-02-10", "2026-01-10"), 4):
        made = desk.add("Analysis", f"Margins {number}", date=date)
        relation = desk.graph.relate(nord, "HAS_ANALYSIS", made)
        assert desk.of(nord, "analyzed_count") == number
        assert desk.of(nord, "last_analysis") == "2026-02-10"
    desk.graph.end(relation.id)
    assert desk.of(nord, "analyzed_count") == 4


def test_a_figure_that_is_derived_is_not_given_by_hand(desk: Desk) -> None:
    """What relations on record say is not overwritten; the same, or the first state, is no news."""
    nord = desk.add("Company", "Nordgate", analyzed_count=0)
    desk.graph.relate(nord, "HAS_ANALYSIS", desk.add("Analysis", "Margins"))
    desk.add("Company", "Nordgate", analyzed_count=0, sector="retail")
    desk.add("Company", "Nordgate", analyzed_count=1)
    assert (desk.of(nord, "analyzed_count"), desk.of(nord, "sector")) == (1, "retail")
    with pytest.raises(InvalidInput, match=r"analyzed_count .*\(HAS_ANALYSIS\)") as refused:
        desk.add("Company", "Nordgate", analyzed_count=7)
    assert refused.value.field == "attrs"
    assert desk.of(nord, "analyzed_count") == 1


def test_outcomes_recompute_the_rate_of_a_pattern(desk: Desk) -> None:
    """S3-10: the rate is the mean of the outcomes that are known; occurrences are analyses."""
    squeeze = desk.add("Pattern", "Margin compression", category="margin")
    for number, outcome in enumerate((1.0, 1.0, 0.0), 1):
        made = desk.add("Analysis", f"Margins {number}")
        desk.graph.relate(made, "IDENTIFIED_PATTERN", squeeze)
        assert desk.of(squeeze, "occurrence_count") == number
        desk.add("Analysis", f"Margins {number}", outcome=outcome)
    assert desk.of(squeeze, "success_rate") == pytest.approx(2 / 3)
    desk.graph.relate(desk.add("Analysis", "Margins 4"), "IDENTIFIED_PATTERN", squeeze)
    found = desk.attrs(squeeze)
    assert (found["occurrence_count"], found["outcome_count"]) == (4, 3)
    assert found["success_rate"] == pytest.approx(2 / 3)
    desk.add("Analysis", "Margins 4", outcome=41_000)  # a return is no share of success
    assert desk.of(squeeze, "success_rate") == pytest.approx(2 / 3)


def test_a_rate_from_before_weighs_as_many_as_it_was_of(desk: Desk) -> None:
    """S3-10, S3-43: 0.75 in 12 occurrences and one success more are 10 of 13."""
    squeeze = desk.add("Pattern", "Margin compression", success_rate=0.75, occurrence_count=12)
    made = desk.add("Analysis", "Margins")
    desk.graph.relate(made, "IDENTIFIED_PATTERN", squeeze)
    assert (desk.of(squeeze, "success_rate"), desk.of(squeeze, "occurrence_count")) == (0.75, 13)
    desk.add("Analysis", "Margins", outcome=1)
    assert desk.of(squeeze, "success_rate") == pytest.approx(10 / 13)
    assert desk.of(squeeze, "occurrence_count") == 13


def test_a_decision_raises_the_total_of_its_agent(desk: Desk) -> None:
    """S3-12: MADE raises the total; who is named as taking part and is on record made it."""
    agent = desk.add("Agent", "financial_analyst", specialization="margins", accuracy_scores={})
    desk.graph.relate(agent, "MADE", desk.decide())
    assert desk.of(agent, "total_decisions") == 1
    second = desk.decide(participants=["financial_analyst", "somebody else"])
    assert desk.of(agent, "total_decisions") == 2
    desk.graph.relate(agent, "MADE", second)
    assert desk.of(agent, "total_decisions") == 2
    desk.store.dismiss(second, reason="It was recorded twice.")
    assert desk.of(agent, "total_decisions") == 1


def test_an_outcome_is_a_node_and_reaches_analysis_and_pattern(
    desk: Desk, clock: FrozenClock
) -> None:
    """S3-09, S3-10, S3-13: value, date and note; the analysis has it, and the pattern its rate."""
    made, squeeze = desk.add("Analysis", "Margins"), desk.add("Pattern", "Margin compression")
    desk.graph.relate(made, "IDENTIFIED_PATTERN", squeeze)
    choice = desk.decide("position", participants=["financial_analyst"])
    desk.graph.relate(made, "LED_TO", choice)
    assert desk.of(made, "outcome") is None
    clock.advance(timedelta(days=200))
    desk.store.decisions.outcome(choice, "Margins held.", value=0.92)
    (led,) = desk.graph.relations(of=choice, type="HAS_OUTCOME")
    node = desk.graph.get(led.target)
    assert (node.kind, led.source) == ("Outcome", choice)
    told = {name: node.attrs[name] for name in ("value", "date", "note")}
    assert told == {"value": 0.92, "date": clock().isoformat(), "note": "Margins held."}
    assert desk.of(made, "outcome") == 0.92
    assert desk.of(squeeze, "success_rate") == 0.92
    clock.advance(timedelta(days=30))
    desk.store.decisions.outcome(choice, "They fell in the end.", value=0.1)
    assert (desk.of(made, "outcome"), desk.of(squeeze, "success_rate")) == (0.1, 0.1)
    assert len(desk.graph.relations(of=choice, type="HAS_OUTCOME").relations) == 2


def test_an_outcome_by_hand_stands_until_a_decision_has_one(desk: Desk) -> None:
    """S3-09: an analyst may say how it went; what is recorded of the decision counts more."""
    made, choice = desk.add("Analysis", "Margins", outcome=0.5), desk.decide()
    desk.graph.relate(made, "LED_TO", choice)
    assert desk.of(made, "outcome") == 0.5
    desk.add("Analysis", "Margins", outcome=0.6)
    assert desk.of(made, "outcome") == 0.6
    desk.store.decisions.outcome(choice, "It went well.", value=1)
    assert desk.of(made, "outcome") == 1
    with pytest.raises(InvalidInput, match=r"outcome .*\(LED_TO, HAS_OUTCOME\)"):
        desk.add("Analysis", "Margins", outcome=0.7)


def test_an_outcome_in_words_is_no_figure(desk: Desk) -> None:
    """A node is made of it, and no analysis has it as its outcome."""
    made, choice = desk.add("Analysis", "Margins"), desk.decide()
    desk.graph.relate(made, "LED_TO", choice)
    desk.store.decisions.outcome(choice, "Nobody can tell yet.", value={"by": "ear"})
    assert "outcome" not in desk.attrs(made)
    (led,) = desk.graph.relations(of=choice, type="HAS_OUTCOME")
    assert desk.of(led.target, "value") == {"by": "ear"}


def test_only_what_everybody_may_see_counts(memory: MemoryFactory) -> None:
    """What is personal or for a group changes no figure that all can read; shared, it does."""
    desk = Desk(memory("desk"))
    nord, agent = desk.add("Company", "Nordgate"), desk.add("Agent", "financial_analyst")
    hidden = desk.graph.entity("Analysis", "Ours", is_personal=True).id
    desk.graph.relate(nord, "HAS_ANALYSIS", hidden, is_personal=True)
    desk.graph.relate(nord, "HAS_ANALYSIS", desk.add("Analysis", "Half"), is_personal=True)
    secret = desk.decide(is_personal=True)
    desk.graph.relate(agent, "MADE", secret)
    assert not {"analyzed_count", "last_analysis"} & desk.attrs(nord).keys()
    assert "total_decisions" not in desk.attrs(agent)
    desk.store.share(secret)
    assert desk.of(agent, "total_decisions") == 1


def test_figures_of_what_is_merged_are_of_both(desk: Desk) -> None:
    """Merged, a company has the analyses of both; taken apart, each has its own."""
    first, second = desk.add("Company", "Nordgate"), desk.add("Company", "Nordgate AB")
    for company, names in ((first, ("a", "b")), (second, ("c",))):
        for name in names:
            desk.graph.relate(company, "HAS_ANALYSIS", desk.add("Analysis", name))
    merged = desk.graph.merge(first, second, reason="One company.")
    assert merged.attrs["analyzed_count"] == desk.of(first, "analyzed_count") == 3
    apart = desk.graph.unmerge(second, reason="Two after all.")
    assert apart.attrs["analyzed_count"] == 1
    assert desk.of(first, "analyzed_count") == 2


def test_an_erased_decision_takes_its_figures_along(desk: Desk) -> None:
    """Erasure: the outcome's node goes with the decision, and what was derived from it too."""
    made, squeeze = desk.add("Analysis", "Margins"), desk.add("Pattern", "Margin compression")
    agent = desk.add("Agent", "financial_analyst")
    desk.graph.relate(made, "IDENTIFIED_PATTERN", squeeze)
    choice = desk.decide(participants=["financial_analyst"])
    desk.graph.relate(made, "LED_TO", choice)
    desk.store.decisions.outcome(choice, "Margins held at Brightwater.", value=0.92)
    (led,) = desk.graph.relations(of=choice, type="HAS_OUTCOME")
    desk.store.erase(choice, reason="The client asked for it.")
    assert "outcome" not in desk.attrs(made)
    assert (desk.of(squeeze, "success_rate"), desk.of(squeeze, "occurrence_count")) == (None, 1)
    assert desk.of(agent, "total_decisions") == 0
    assert led.target not in {one.id for one in desk.graph.entities(kind="Outcome")}
    assert desk.store.verify().ok


def test_the_desk_is_asked_in_cypher(desk: Desk) -> None:
    """S3-08 to S3-14: fields and relations, also of decisions; peers are found from either end."""
    nord, south = desk.add("Company", "Nordgate", ticker="NGT"), desk.add("Company", "Southgate")
    made, agent = desk.add("Analysis", "Margins"), desk.add("Agent", "financial_analyst")
    choice = desk.decide("position", participants=["financial_analyst"], outcome="approved")
    for source, type, target in (
        (nord, "HAS_ANALYSIS", made),
        (agent, "PERFORMED", made),
        (made, "LED_TO", choice),
        (nord, "PEER_OF", south),
    ):
        desk.graph.relate(source, type, target)
    desk.store.decisions.outcome(choice, "Margins held.", value=0.92)
    rows = desk.graph.cypher(
        "MATCH (c:Company)-[:HAS_ANALYSIS]->(a:Analysis)-[:LED_TO]->(d:Decision)"
        "-[:HAS_OUTCOME]->(o:Outcome), (g:Agent)-[:MADE]->(d) "
        "RETURN c.analyzed_count AS count, a.outcome AS outcome, d.type AS type, "
        "d.agents_involved AS agents, d.outcome AS agreed, o.value AS value, o.note AS note, "
        "g.total_decisions AS total"
    )
    assert rows == [
        {
            "count": 1,
            "outcome": 0.92,
            "type": "position",
            "agents": ["financial_analyst"],
            "agreed": "approved",
            "value": 0.92,
            "note": "Margins held.",
            "total": 1,
        }
    ]
    asked = "MATCH (a:Company)-[:PEER_OF]-(b:Company) WHERE a.name = $name RETURN b.name AS peer"
    for name, peer in (("Nordgate", "Southgate"), ("Southgate", "Nordgate")):
        assert desk.graph.cypher(asked, {"name": name}) == [{"peer": peer}]


def test_a_decision_without_an_outcome_shows_what_came_of_it(desk: Desk) -> None:
    """S3-11: the outcome of a decision is what was agreed, else what was told last."""
    choice = desk.decide("position")
    asked = "MATCH (d:Decision) RETURN d.outcome AS outcome, d.type AS type"
    assert desk.graph.cypher(asked) == [{"outcome": None, "type": "position"}]
    desk.store.decisions.outcome(choice, "Margins held.", value=0.92)
    assert desk.graph.cypher(asked) == [{"outcome": "Margins held.", "type": "position"}]


def test_nothing_of_the_central_graph_expires(desk: Desk, clock: FrozenClock) -> None:
    """S3-05: a company, a decision and a finding are there after thirty years."""
    nord, choice = desk.add("Company", "Nordgate"), desk.decide()
    finding = desk.store.add(content="Margins hold in retail.").id
    clock.advance(timedelta(days=30 * 365))
    assert desk.graph.get(nord).name == "Nordgate"
    assert desk.store.decisions.get(choice).lifecycle == "active"
    assert desk.store.get(finding).lifecycle == "active"


def test_an_import_of_an_export_has_the_same_figures(memory: MemoryFactory, tmp_path: Path) -> None:
    """A file says what was stated and what was derived, so that nothing is counted twice."""
    desk, other = Desk(memory("desk")), Desk(memory("desk"))
    nord = desk.add("Company", "Nordgate", analyzed_count=3)
    south, _ = desk.add("Company", "Southgate"), desk.add("Company", "Westgate", analyzed_count=5)
    for company in (nord, south):
        desk.graph.relate(company, "HAS_ANALYSIS", desk.add("Analysis", f"Of {company}"))
    export_file(desk.store, tmp_path / "graph.jsonl", format="jsonl")
    import_files(other.graph, [tmp_path / "graph.jsonl"])
    for one in (desk, other):
        counts = {c.name: c.attrs["analyzed_count"] for c in one.graph.entities(kind="Company")}
        assert counts == {"Nordgate": 4, "Southgate": 1, "Westgate": 5}
