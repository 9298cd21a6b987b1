"""One small graph that every engine answers the same questions about."""

from __future__ import annotations

from remembrancer.graph.port import GraphEdge, GraphNode, Property

# Quotes, backticks, Cypher and an emoji: data, and nothing else.
ODD_NAME = 'O\'Neil "`x`" }) DETACH DELETE n // \\ 👩‍🚀'


def _person(number: int, id: str, name: Property, **attributes: Property) -> GraphNode:
    values: dict[str, Property] = {"id": id, "name": name, **attributes}
    return GraphNode(f"ent_{number:012x}", ("Person",), values)


def _debate(number: int, **payload: Property) -> GraphNode:
    key = f"km_{number:012x}"
    return GraphNode(key, ("Item", "Debate"), {"id": key, **payload})


ALICE = _person(1, "alice_id", "Alice", realName="Alice Andersson", age=34, skills=["go", "sql"])
BOB = _person(2, "bob_id", "Bob", age=41, score=2.5)
CHARLIE = _person(3, "charlie_id", "Charlie", realName="Charles Berg", age=29, skills=["rust"])
DANA = _person(4, "dana_id", "Dana", realName="Dana Ek", is_lead=True)
ERIK = _person(5, "ent_000000000005", "Erik Åström", age="unknown")
ODD = _person(6, "odd_id", ODD_NAME, when="2026-01-01", title="Dr", type="guest")
GOOGLE = GraphNode("ent_000000000011", ("Org",), {"id": "google", "name": "Google"})
# The same external id as a person has: ids are unique within a kind.
NAMESAKE = GraphNode("ent_000000000012", ("Org",), {"id": "bob_id", "name": "Bob & Sons"})
TOPIC = GraphNode("ent_000000000021", ("Topic",), {"id": "t1", "name": "Google interviews"})
EMPTY = GraphNode("ent_000000000022", ("Topic",), {"id": "t2", "name": "work"})
MARGINS = GraphNode("ent_000000000031", ("Domain",), {"id": "d1", "name": "retail_margins"})
ANALYST = GraphNode("ent_000000000041", ("Agent",), {"id": "a1", "name": "financial_analyst"})
FIRST = _debate(
    1, name="Margins 1", topic="margin_sustainability Q1", resolution_level="1_agents",
    timestamp="2026-01-10T00:00:00Z",
)  # fmt: skip
SECOND = _debate(
    2, name="Margins 2", topic="margin_sustainability Q2", resolution_level="3_human",
    timestamp="2026-02-10T00:00:00Z", final_position="hold", outcome_correctness=0.5,
)  # fmt: skip
THIRD = _debate(
    3, name="Prices", topic="prices", resolution_level="4_fallback",
    timestamp="2026-03-10T00:00:00Z", final_position="cut", outcome_correctness=1.0,
)  # fmt: skip
FOURTH = _debate(4, name="Stores", topic="stores", resolution_level="2_facilitator")
# A kind that items have too, but this one is no item.
PLAIN_DEBATE = GraphNode("ent_000000000051", ("Debate",), {"id": "pub", "name": "In the pub"})
OVERRIDE = GraphNode(
    "km_00000000000a",
    ("Item", "DebateResolution"),
    {
        "id": "km_00000000000a", "name": "R3", "human_override": True, "outcome_correctness": 1.0,
        "override_rationale": "Too late", "accuracy_tracked": False,
    },
)  # fmt: skip
TRACKED = GraphNode(
    "km_00000000000b",
    ("Item", "DebateResolution"),
    {
        "id": "km_00000000000b", "name": "R4", "human_override": False,
        "outcome_correctness": 0.25, "accuracy_tracked": True,
    },
)  # fmt: skip

NODES = (
    *(ALICE, BOB, CHARLIE, DANA, ERIK, ODD, GOOGLE, NAMESAKE, TOPIC, EMPTY, MARGINS, ANALYST),
    *(FIRST, SECOND, THIRD, FOURTH, PLAIN_DEBATE, OVERRIDE, TRACKED),
)


def _edge(
    number: int, source: GraphNode, type: str, target: GraphNode, **properties: Property
) -> GraphEdge:
    key = f"rel_{number:012x}"
    return GraphEdge(key, type, source.key, target.key, properties)


EDGES = (
    _edge(
        1, CHARLIE, "PREVIOUSLY", GOOGLE, role="SWE", startDate="2019", endDate="2022",
        location="Mountain View", confidence=0.95, evidence=["msg_1", "msg_2"],
    ),
    _edge(
        2, DANA, "WORKS_AT", GOOGLE, role="PM", startDate="2020", location="San Francisco",
        confidence=0.9, evidence=["msg_3"],
    ),
    # A second edge of the same type between the same nodes, and one with other types of values.
    _edge(3, CHARLIE, "PREVIOUSLY", GOOGLE, role="Intern", confidence=0.5, evidence=[]),
    _edge(4, BOB, "PREVIOUSLY", NAMESAKE, role=7, confidence="high"),
    _edge(5, ALICE, "CLOSE_TO", CHARLIE, basis="collaborate weekly", confidence=1.0),
    _edge(6, DANA, "INTERACTED_WITH", ALICE, confidence=0.4),
    _edge(7, ALICE, "KNOWS", BOB),
    _edge(8, BOB, "KNOWS", CHARLIE),
    _edge(9, CHARLIE, "KNOWS", DANA),
    _edge(10, DANA, "KNOWS", ERIK),
    _edge(11, ERIK, "KNOWS", ALICE),
    _edge(12, CHARLIE, "TALKS_ABOUT", TOPIC, sentiment="positive", evidence=["msg_4"]),
    _edge(13, BOB, "TALKS_ABOUT", EMPTY, sentiment="tired"),
    _edge(14, ANALYST, "HAS_CREDIBILITY_IN", MARGINS, overall_score=0.8, sample_size=12,
          recent_accuracy=0.75),
    _edge(15, FIRST, "SIMILAR_TO", SECOND),
    _edge(16, THIRD, "SIMILAR_TO", FIRST),
    _edge(17, THIRD, "HAS_RESOLUTION", OVERRIDE),
    _edge(18, FOURTH, "HAS_RESOLUTION", TRACKED),
    _edge(19, PLAIN_DEBATE, "SIMILAR_TO", FOURTH),
    _edge(20, ODD, "KNOWS", ODD),
)  # fmt: skip
