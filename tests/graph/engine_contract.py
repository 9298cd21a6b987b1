"""Questions that every graph engine answers alike, over the graph of `example_graph`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.graph import example_graph as the


class Question(NamedTuple):
    query: str
    answer: list[dict[str, Any]]
    params: Mapping[str, Any] = MappingProxyType({})
    is_ordered: bool = False  # otherwise rows may come in any order


def _ids(column: str, *ids: str) -> list[dict[str, Any]]:
    return [{column: id} for id in ids]


def _one(**columns: Any) -> list[dict[str, Any]]:
    return [columns]


_PREVIOUSLY = {
    "role": "SWE", "startDate": "2019", "endDate": "2022", "location": "Mountain View",
    "confidence": 0.95, "evidence": ["msg_1", "msg_2"],
}  # fmt: skip
_INTERN = {"role": "Intern", "confidence": 0.5, "evidence": []}
_CHARLIE = dict(the.CHARLIE.properties)
_GOOGLE = dict(the.GOOGLE.properties)

# The queries of seeds 002 and 003, as they stand there.
SEEDS = [
    Question(
        """MATCH (p:Person {id: 'charlie_id'})-[r:WORKS_AT|PREVIOUSLY]->(o:Org) 
   WHERE o.name CONTAINS 'Google' 
   RETURN p, r, o""",  # noqa: W291
        [
            {"p": _CHARLIE, "r": _PREVIOUSLY, "o": _GOOGLE},
            {"p": _CHARLIE, "r": _INTERN, "o": _GOOGLE},
        ],
    ),
    Question(
        """MATCH (p:Person)-[r:WORKS_AT|PREVIOUSLY]->(o:Org {name: 'Google'})
   RETURN p.id, p.realName, r.role, r.startDate, r.endDate, r.location
   ORDER BY r.confidence DESC""",
        [
            {
                "p.id": "charlie_id", "p.realName": "Charles Berg", "r.role": "SWE",
                "r.startDate": "2019", "r.endDate": "2022", "r.location": "Mountain View",
            },
            {
                "p.id": "dana_id", "p.realName": "Dana Ek", "r.role": "PM",
                "r.startDate": "2020", "r.endDate": None, "r.location": "San Francisco",
            },
            {
                "p.id": "charlie_id", "p.realName": "Charles Berg", "r.role": "Intern",
                "r.startDate": None, "r.endDate": None, "r.location": None,
            },
        ],
        is_ordered=True,
    ),
    Question(
        """MATCH (alice:Person {id: 'alice_id'})-[:CLOSE_TO|INTERACTED_WITH]-(p:Person)
   WHERE p.id IN ['charlie_id', 'dana_id']
   RETURN p.id, p.realName""",
        [
            {"p.id": "charlie_id", "p.realName": "Charles Berg"},
            {"p.id": "dana_id", "p.realName": "Dana Ek"},
        ],
    ),
    Question(
        """MATCH (charlie:Person {id: 'charlie_id'})-[r:TALKS_ABOUT]->(t:Topic)
   WHERE t.name CONTAINS 'Google' OR t.name CONTAINS 'work'
   RETURN t.name, r.sentiment, r.evidence
   LIMIT 5""",
        [{"t.name": "Google interviews", "r.sentiment": "positive", "r.evidence": ["msg_4"]}],
    ),
    Question(
        """# Find similar past debates
MATCH (d1:Debate)-[:SIMILAR_TO]-(d2:Debate)
WHERE d1.topic CONTAINS "margin_sustainability"
  AND d2.resolution_level IN [3_human, 4_fallback]
RETURN d2, d2.final_position, d2.outcome_correctness
ORDER BY d2.timestamp DESC
LIMIT 5""",
        [
            {
                "d2": dict(node.properties), "d2.final_position": position,
                "d2.outcome_correctness": outcome,
            }
            for node, position, outcome in ((the.THIRD, "cut", 1.0), (the.SECOND, "hold", 0.5))
        ],
        is_ordered=True,
    ),
    Question(
        """# Retrieve agent credibility in specific domain
MATCH (a:Agent)-[r:HAS_CREDIBILITY_IN]->(domain)
WHERE a.name = "financial_analyst"
  AND domain.name = "retail_margins"
RETURN r.overall_score, r.sample_size, r.recent_accuracy""",
        [{"r.overall_score": 0.8, "r.sample_size": 12, "r.recent_accuracy": 0.75}],
    ),
    Question(
        """# Find debates where conservative default was applied
MATCH (d:Debate)-[:HAS_RESOLUTION]->(dr:DebateResolution)
WHERE d.resolution_level = '4_fallback'
  AND dr.human_override = true
RETURN d.topic, d.final_position, dr.override_rationale, dr.outcome_correctness""",
        [
            {
                "d.topic": "prices", "d.final_position": "cut",
                "dr.override_rationale": "Too late", "dr.outcome_correctness": 1.0,
            }
        ],
    ),
    Question(
        """# Calculate facilitator auto-resolution success rate
MATCH (d:Debate)-[:HAS_RESOLUTION]->(dr:DebateResolution)
WHERE d.resolution_level = '2_facilitator'
  AND dr.accuracy_tracked = true
RETURN AVG(dr.outcome_correctness) as success_rate,
       COUNT(*) as total_auto_resolutions""",
        _one(success_rate=0.25, total_auto_resolutions=1),
    ),
]  # fmt: skip

PATTERNS = [
    Question("MATCH (n:Topic) RETURN n",
             [{"n": dict(topic.properties)} for topic in (the.TOPIC, the.EMPTY)]),
    Question("MATCH (n {id: 'bob_id'}) RETURN n.name", _ids("n.name", "Bob", "Bob & Sons")),
    Question("MATCH (n:Org {id: 'bob_id'}) RETURN n.name", _ids("n.name", "Bob & Sons")),
    Question("MATCH (n:Item) RETURN count(n) AS c", _one(c=6)),
    Question("MATCH (n:Debate) RETURN count(n) AS c", _one(c=5)),
    Question("MATCH (n:Debate:Item) RETURN count(n) AS c", _one(c=4)),
    Question("MATCH (n:Debate) WHERE NOT n:Item RETURN n.id", _ids("n.id", "pub")),
    Question("MATCH (n:Topic|Domain) RETURN n.id", _ids("n.id", "t1", "t2", "d1")),
    Question("MATCH (a)-[:HAS_CREDIBILITY_IN]->(b) RETURN a.id, b.id",
             [{"a.id": "a1", "b.id": "d1"}]),
    Question(
        "MATCH (a:Person {id: 'alice_id'})-[:close_to|:KNOWS]->(b) RETURN b.id",
        _ids("b.id", "charlie_id", "bob_id"),
    ),
    Question("MATCH (a {id: 'alice_id'})<-[r]-(b) RETURN type(r) AS t, b.name AS b",
             [{"t": "INTERACTED_WITH", "b": "Dana"}, {"t": "KNOWS", "b": "Erik Åström"}]),
    Question("MATCH (a:Person {id: 'odd_id'})-[r]-(b) RETURN b.type, b.title, b.when",
             [{"b.type": "guest", "b.title": "Dr", "b.when": "2026-01-01"}]),
    Question("MATCH (a:Person {name: 'Alice'})-[:KNOWS*1..2]->(b) RETURN b.id",
             _ids("b.id", "bob_id", "charlie_id")),
    Question("MATCH (a:Person {name: 'Alice'})-[:KNOWS*2]-(b) RETURN b.id",
             _ids("b.id", "charlie_id", "dana_id")),
    Question("MATCH (a:Person {name: 'Alice'})-[:KNOWS]-(x)-[:KNOWS]-(b) RETURN count(*) AS c",
             _one(c=2)),
    Question("MATCH (a:Person)-[:KNOWS]-(x:Person)-[:KNOWS]-(b:Person) RETURN count(*) AS c",
             _one(c=10)),
    Question("MATCH (a:Person)-[:KNOWS]-(b) RETURN a.id AS id, count(*) AS c "
             "ORDER BY c, id LIMIT 2",
             [{"id": "odd_id", "c": 1}, {"id": "alice_id", "c": 2}], is_ordered=True),
    Question("MATCH p = (a {id: 'alice_id'})-[:KNOWS*1..3]->(b {id: 'dana_id'}) "
             "RETURN length(p) AS l, [n IN nodes(p) | n.name] AS names",
             _one(l=3, names=["Alice", "Bob", "Charlie", "Dana"])),
    Question("MATCH p = (a {id: 'bob_id'})-[:PREVIOUSLY]->(o) RETURN p",
             [{"p": {"nodes": [dict(the.BOB.properties), dict(the.NAMESAKE.properties)],
                     "relationships": [{"role": 7, "confidence": "high"}]}}]),
    Question("MATCH (a:Person {id: 'alice_id'}), (b:Person {id: 'dana_id'}), "
             "p = shortestPath((a)-[:KNOWS*..5]-(b)) RETURN length(p) AS l", _one(l=2)),
    Question("MATCH p = shortestPath((a:Person {id: 'alice_id'})-[*..5]->(b:Org {id: 'google'})) "
             "RETURN length(p) AS l", _one(l=2)),
    Question("MATCH (a:Person {id: 'alice_id'}) MATCH (b:Topic {id: 't2'}) "
             "MATCH p = shortestPath((a)-[:CLOSE_TO*..5]-(b)) RETURN length(p) AS l", []),
    Question("MATCH (a:Person)-[:KNOWS]->(b)-[:KNOWS]->(c) WHERE a.name = 'Dana' RETURN c.name",
             _ids("c.name", "Alice")),
    Question("MATCH (a {id: 'charlie_id'})-[r {role: 'Intern'}]->(o) RETURN r.confidence",
             [{"r.confidence": 0.5}]),
    Question("MATCH (a:Topic), (b:Domain) RETURN a.id, b.id",
             [{"a.id": "t1", "b.id": "d1"}, {"a.id": "t2", "b.id": "d1"}]),
    Question("MATCH (a:Person {id: 'alice_id'})-[:NO_SUCH]->(b) RETURN b.id", []),
    Question("MATCH (a:NoSuchKind) RETURN a.id", []),
]  # fmt: skip

CONDITIONS = [
    Question("MATCH (p:Person) WHERE p.age > 30 RETURN p.id", _ids("p.id", "alice_id", "bob_id")),
    Question("MATCH (p:Person) WHERE p.age >= 29 AND p.age <> 34 RETURN p.id",
             _ids("p.id", "bob_id", "charlie_id")),
    Question("MATCH (p:Person) WHERE p.realName IS NULL RETURN p.id",
             _ids("p.id", "bob_id", "ent_000000000005", "odd_id")),
    Question("MATCH (p:Person) WHERE p.realName IS NOT NULL AND NOT p.name STARTS WITH 'D' "
             "RETURN p.id", _ids("p.id", "alice_id", "charlie_id")),
    Question("MATCH (p:Person) WHERE p.name ENDS WITH 'öm' RETURN p.id",
             _ids("p.id", "ent_000000000005")),
    Question("MATCH (p) WHERE toLower(p.name) CONTAINS 'google' RETURN p.id",
             _ids("p.id", "google", "t1")),
    Question("MATCH (p:Person) WHERE 'go' IN p.skills RETURN p.id", _ids("p.id", "alice_id")),
    Question("MATCH (p:Person) WHERE any(s IN p.skills WHERE s STARTS WITH 'r') RETURN p.id",
             _ids("p.id", "charlie_id")),
    Question("MATCH (p:Person) WHERE p.name = $name RETURN p.id", _ids("p.id", "odd_id"),
             {"name": the.ODD_NAME}),
    Question("MATCH (p:Person) WHERE p.id IN $ids RETURN p.name", _ids("p.name", "Bob", "Dana"),
             {"ids": ["bob_id", "dana_id", "nobody"]}),
    Question("MATCH (p:Person) WHERE (p)-[:WORKS_AT]->(:Org) RETURN p.id", _ids("p.id", "dana_id")),
    Question("MATCH (p:Person) WHERE p.age IS NOT NULL AND NOT (p)-[:PREVIOUSLY]->() RETURN p.id",
             _ids("p.id", "alice_id", "ent_000000000005")),
    Question("MATCH (p:Person) WHERE EXISTS { (p)-[r:PREVIOUSLY]->(o) WHERE r.confidence > 0.9 } "
             "RETURN p.id", _ids("p.id", "charlie_id")),
    Question("MATCH (p:Person) WHERE COUNT { (p)-[:PREVIOUSLY]->() } = 2 RETURN p.id",
             _ids("p.id", "charlie_id")),
    Question("MATCH (p:Person) WHERE NOT (COUNT { (p)--() } < 5) AND p.age IS NOT NULL "
             "RETURN p.id, 9 - COUNT { (p)-[:KNOWS]-() } AS c",
             [{"p.id": "charlie_id", "c": 7}]),
    Question("MATCH (d:Debate:Item)-[:SIMILAR_TO]-(x:Debate|Topic) "
             "WHERE x.id = 'pub' RETURN d.name",
             _ids("d.name", "Stores")),
    Question("MATCH (p:Person) WHERE p.is_lead = true XOR p.age = 41 RETURN p.id", []),
    Question("MATCH (p:Person) WHERE p.age = 41 OR p.is_lead RETURN p.id",
             _ids("p.id", "bob_id", "dana_id")),
]  # fmt: skip

RESULTS = [
    Question("MATCH (p:Person {id: 'alice_id'}) RETURN p {.name, years: p.age} AS m, "
             "p.skills[0] AS s",
             _one(m={"name": "Alice", "years": 34}, s="go")),
    Question("MATCH (p:Person {id: 'bob_id'}) RETURN properties(p) AS all, p.title AS t, "
             "p.type AS y",
             _one(all=dict(the.BOB.properties), t=None, y=None)),
    Question("MATCH (p:Person {id: 'odd_id'}) RETURN p.name AS n, size(keys(p)) AS k",
             _one(n=the.ODD_NAME, k=5)),
    Question("MATCH (p:Person)-[r:PREVIOUSLY]->(o) RETURN o.id AS o, collect(r.role) AS roles, "
             "count(DISTINCT p) AS people ORDER BY o",
             [{"o": "bob_id", "roles": [7], "people": 1},
              {"o": "google", "roles": ["Intern", "SWE"], "people": 1}], is_ordered=True),
    Question("MATCH (p:Person) OPTIONAL MATCH (p)-[:TALKS_ABOUT]->(t) WITH p, t WHERE t IS NULL "
             "RETURN p.id", _ids("p.id", "alice_id", "dana_id", "ent_000000000005", "odd_id")),
    Question("MATCH (p:Person {id: 'alice_id'}) OPTIONAL MATCH (p)-[:NO_SUCH]->(x) "
             "OPTIONAL MATCH (x)-[]->(y) RETURN p.name, x, y",
             [{"p.name": "Alice", "x": None, "y": None}]),
    Question("MATCH (d:Debate) WHERE d.outcome_correctness IS NOT NULL "
             "RETURN min(d.outcome_correctness) AS a, max(d.outcome_correctness) AS b, "
             "sum(d.outcome_correctness) AS c, avg(d.outcome_correctness) AS d",
             _one(a=0.5, b=1.0, c=1.5, d=0.75)),
    Question("MATCH (p:Person)-[:KNOWS]->(q) WITH q, count(p) AS c WHERE q.id <> 'odd_id' "
             "RETURN q.id, c ORDER BY q.id SKIP 1 LIMIT 2",
             [{"q.id": "bob_id", "c": 1}, {"q.id": "charlie_id", "c": 1}], is_ordered=True),
    Question("MATCH (p:Person) RETURN DISTINCT p.realName IS NULL AS without ORDER BY without",
             [{"without": False}, {"without": True}], is_ordered=True),
    Question("UNWIND $names AS name MATCH (p:Person {name: name}) RETURN name, p.id",
             [{"name": "Bob", "p.id": "bob_id"}, {"name": "Dana", "p.id": "dana_id"}],
             {"names": ["Bob", "Dana", "Nobody"]}),
    Question("MATCH (t:Topic) RETURN t.id AS id UNION MATCH (d:Domain) RETURN d.id AS id",
             _ids("id", "t1", "t2", "d1")),
    Question("MATCH (t:Domain) RETURN t.id AS id UNION ALL MATCH (d:Domain) RETURN d.id AS id",
             _ids("id", "d1", "d1")),
    Question("MATCH (p:Person) WHERE p.age IS NOT NULL RETURN p.id, CASE WHEN p.age = 34 THEN 'a' "
             "WHEN p.age = 41 THEN 'b' ELSE 'c' END AS g ORDER BY g, p.id LIMIT 3",
             [{"p.id": "alice_id", "g": "a"}, {"p.id": "bob_id", "g": "b"},
              {"p.id": "charlie_id", "g": "c"}], is_ordered=True),
    Question("MATCH (d:Debate) RETURN CASE d.resolution_level WHEN '3_human' THEN 1 END AS x, "
             "count(*) AS c ORDER BY x", [{"x": 1, "c": 1}, {"x": None, "c": 4}], is_ordered=True),
    Question("RETURN [x IN [1, 2, 3, 4] WHERE x % 2 = 0 | x * 10] AS l, 7 / 2 AS i, 7.0 / 2 AS f, "
             "2 ^ 3 AS p, -(1 + 2) * 3 AS m", _one(l=[20, 40], i=3, f=3.5, p=8.0, m=-9)),
    Question("WITH [1, 2, 3, 4] AS l RETURN l[1..3] AS a, l[-1] AS b, head(l) AS c, last(l) AS d, "
             "tail(l) AS e, size(l) AS f, reverse(l) AS g, l[..2] AS h",
             _one(a=[2, 3], b=4, c=1, d=4, e=[2, 3, 4], f=4, g=[4, 3, 2, 1], h=[1, 2])),
    Question("RETURN toUpper('å') AS a, substring('abcd', 1, 2) AS b, split('a,b', ',') AS c, "
             "trim(' x ') AS d, left('abc', 1) + right('abc', 1) AS e, toInteger('7') AS f, "
             "toFloat('1.5') AS g, toString(3) AS h, coalesce(null, 'x') AS i, abs(-2) AS j",
             _one(a="Å", b="bc", c=["a", "b"], d="x", e="ac", f=7, g=1.5, h="3", i="x", j=2)),
    Question("RETURN null = null AS a, null IS NULL AS b, 1 IN [2, null] AS c, NOT null AS d, "
             "'a' < 'b' AS e, 1 = 1.0 AS f", _one(a=None, b=True, c=None, d=None, e=True, f=True)),
]  # fmt: skip

QUESTIONS = [*SEEDS, *PATTERNS, *CONDITIONS, *RESULTS]


def as_texts(rows: list[dict[str, Any]]) -> list[str]:
    """Rows to be compared: 1, 1.0 and true are three values. Collected roles have no order."""
    return [
        json.dumps(
            {
                name: sorted(value, key=repr) if name == "roles" else value
                for name, value in row.items()
            },
            sort_keys=True,
        )
        for row in rows
    ]
