"""What the documented dialect takes, what it refuses, and what it says then."""

from __future__ import annotations

import pytest

from remembrancer.core import limits
from remembrancer.core.errors import QueryRefused
from remembrancer.graph.cypher import Dialect, checked, written
from remembrancer.graph.cypher.tree import Literal, MatchClause, Return


def _kglite(query: str, **params: object) -> str:
    return written(checked(query, params), Dialect.KGLITE).text


def _refused(query: str, **params: object) -> str:
    with pytest.raises(QueryRefused) as refused:
        checked(query, params)
    return str(refused.value)


@pytest.mark.parametrize(
    ("query", "advice"),
    [
        ("MATCH (n) RETURN n", "Add an anchor: a kind, such as (n:Person)"),
        ("MATCH (who)-->(m) RETURN m", "(who:Person)"),
        ("MATCH (n:Person)-[*]->(m) RETURN m", "at most 5, such as [:KNOWS*1..3]"),
        ("MATCH (n:Person) RETURN m", "write it in quotes: 'm'"),
        ("MATCH (n:Person) WHERE n.name = Charlie RETURN n", "write it in quotes: 'Charlie'"),
        ("MATCH (n:Person) WHERE n.level = 3_human RETURN n", "in quotes: '3_human'"),
        ("MATCH (n:Person) RETURN id(n)", "Write n.id."),
        ("MATCH (n:Person) WHERE exists(n.name) RETURN n", "n.property IS NOT NULL"),
        ("MATCH (n:Person) RETURN date('2026-01-01')", "r.timestamp >= '2026-01-31'"),
        ("MATCH (n:Person) SET n.x = 1", "entity, relate and end"),
        ("MATCH (n:Person) RETURN n LIMIT n.age", "a whole number, or a parameter"),
        ("MATCH (n:Person) RETURN $who", "Give it in params"),
        ("MATCH (n:Person) WITH n.age RETURN 1", "with AS"),
        ("MATCH (n:Person) WHERE count(n) > 1 RETURN n", "in WITH or RETURN alone"),
        ("MATCH (n:Person) RETURN DISTINCT n.id ORDER BY n.age", "columns alone"),
        ("MATCH (n:Person WHERE n.age > 3) RETURN n", "after the pattern"),
        ("MATCH (n:Person) WHERE 1 < n.age < 3 RETURN n", "a < b AND b < c"),
        ("MATCH (n:Person) RETURN n.a AS x, n.b AS x", "Name one of them with AS"),
        ("MATCH (n:Person) RETURN n.a AS x UNION MATCH (n:Org) RETURN n.a AS y", "same columns"),
        ("MATCH (n:Person) RETURN [(n)-->(m) | m.name]", "collect() what it finds"),
        ("MATCH (n:Person) WHERE n.when = 1 RETURN return", "write it in backticks: `return`"),
        ("MATCH (n:Person)\nRETURN n.name AS", "ends where the name of a column is expected"),
        ("MATCH (n:Person)\nRETURN n.name, ]", "Line 2, column 16"),
    ],
)
def test_a_refusal_says_what_to_write(query: str, advice: str) -> None:
    """A refusal names what to write instead."""
    assert advice in _refused(query)


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (n) WHERE n.id = 'x' RETURN n",
        "MATCH (n) WHERE 'x' = n.id AND n.age > 3 RETURN n",
        "MATCH (n) WHERE n.id IN ['x'] RETURN n",
        "MATCH (n) WHERE n:Person RETURN n",
        "MATCH (n) WHERE n:Person OR n.id = 'x' RETURN n",
        "MATCH (n) WHERE toLower(n.name) CONTAINS toLower('X') RETURN n",
        "MATCH (n)-[:KNOWS]->(m) RETURN m",
        "MATCH (n)-[r]->(m) WHERE r.role = 'PM' RETURN m",
        "MATCH (n)-->(m:Person) RETURN n",
        "MATCH (a:Person), (a)-->(b), (b)-->(c) RETURN c",
        "MATCH (a:Person) OPTIONAL MATCH (a)-->(b) RETURN b",
        "MATCH (a:Person) WITH a AS b MATCH (b)-->(c) RETURN c",
        "MATCH (a:Person) RETURN COUNT { (a)-->() } AS n",
        "UNWIND ['a', 'b'] AS id MATCH (n {id: id}) RETURN n",
    ],
)
def test_an_anchor_is_enough(query: str) -> None:
    """A kind, a type, a property with a value, or a node that is found already is an anchor."""
    assert checked(query).tree.parts


def test_types_are_written_in_one_way() -> None:
    """Both ways to write alternatives, and small letters, become one."""
    assert _kglite("MATCH (a:X)-[r:knows|:Likes|KNOWS]->(b) RETURN r") == (
        "MATCH (`a`:`X`)-[`r`:`KNOWS`|`LIKES`]->(`b`) RETURN `r` AS `r`"
    )


def test_titles_above_a_query_are_dropped() -> None:
    """Lines that begin with # above a query change nothing."""
    query = "MATCH (n:Person) RETURN n"
    assert checked(f"# one\n\n  # two; DROP\r\n{query}") == checked(query)
    assert checked(query + " ;\n") == checked(query)


def test_bare_words_of_a_list_are_texts() -> None:
    """A word that begins with a digit can be nothing but a text, so a list takes it."""
    bare = checked("MATCH (d:Debate) WHERE d.level IN [3_human, '4_fallback'] RETURN d.id")
    quoted = checked("MATCH (d:Debate) WHERE d.level IN ['3_human', '4_fallback'] RETURN d.id")
    assert bare == quoted


def test_no_text_of_the_caller_is_in_what_runs() -> None:
    """Texts become parameters, and parameters cannot take the place of ours."""
    query = "MATCH (n:Person {name: '}) DETACH DELETE n //'}) WHERE n.id = $text_0 RETURN n"
    asked = written(checked(query, {"text_0": "mine", "unused": 1}), Dialect.KGLITE)
    assert "DELETE" not in asked.text
    assert asked.params == {"given_text_0": "mine", "text_0": "}) DETACH DELETE n //"}


def test_names_stay_names() -> None:
    """A name in backticks is never syntax, whatever is in it."""
    name = "`n) DETACH DELETE (m``:x`"
    text = _kglite(f"MATCH ({name}:Person) RETURN {name}.`a``b`")
    assert f"({name}:`Person`)" in text
    assert ".`p_a``b`" in text


def test_look_alikes_are_names() -> None:
    """Letters of other scripts are never keywords; as names they are what they are."""
    tree = checked("MATCH (ＭＡＴＣＨ:Person) RETURN ＭＡＴＣＨ.ålder AS ſet").tree
    last = tree.parts[0][-1]
    assert isinstance(last, Return)
    assert [column.name for column in last.projection.columns] == ["ſet"]


def test_escapes_mean_what_they_say() -> None:
    """A text is what its escapes stand for."""
    tree = checked(r"""RETURN 'a\'b\\\n\u00e5"' AS x, "it's" AS y""").tree
    last = tree.parts[0][-1]
    assert isinstance(last, Return)
    values = [column.expression for column in last.projection.columns]
    assert values == [Literal("a'b\\\nå\""), Literal("it's")]


def test_neo4j_and_kglite_get_their_own_words() -> None:
    """kglite's properties have a prefix, Neo4j's have not; a shortest path stands alone."""
    query = checked(
        "MATCH (a:P {id: 1}), (b:P {id: 2}), p = shortestPath((a)-[*..5]-(b)) "
        "WHERE a.x = 3 AND length(p) > 1 RETURN p"
    )
    assert written(query, Dialect.NEO4J).text == (
        "MATCH (`a`:`P` {`id`: 1}), (`b`:`P` {`id`: 2}) WHERE `a`.`x` = 3 "
        "MATCH `p` = shortestPath((`a`)-[*1..5]-(`b`)) WHERE length(`p`) > 1 RETURN `p` AS `p`"
    )
    assert "`p_id`: 1" in written(query, Dialect.KGLITE).text


def test_star_is_written_out() -> None:
    """`*` stands for the names that are known, in the order in which they came."""
    tree = checked("MATCH (a:Person)-[r:KNOWS]->(b) RETURN *, a.id AS id").tree
    last = tree.parts[0][-1]
    assert isinstance(last, Return)
    assert {column.name for column in last.projection.columns} == {"a", "r", "b", "id"}


@pytest.mark.parametrize(
    "value",
    [{"a": 1}, [[1]], [{"a": 1}], object(), float("nan"), 2**63, "a\0b", "\ud800", b"x"],
)
def test_parameters_are_plain_values(value: object) -> None:
    """A parameter that an engine could take for something else is refused."""
    assert "$x must be" in _refused("RETURN $x AS x", x=value)


def test_there_is_a_limit_to_everything() -> None:
    """Depth, clauses, relationships and parameters have bounds; just within them a query passes."""
    depth = limits.CYPHER_DEPTH_MAX - 1
    assert checked("RETURN " + "(" * depth + "1" + ")" * depth + " AS x")
    assert "nested" in _refused("RETURN " + "(" * (depth + 1) + "1" + ")" * (depth + 1) + " AS x")
    clauses = limits.CYPHER_CLAUSES_MAX - 2
    assert checked("MATCH (a:P) " + "WITH a " * clauses + "RETURN a")
    assert "clauses" in _refused("MATCH (a:P) " + "WITH a " * (clauses + 1) + "RETURN a")
    steps = limits.CYPHER_RELATIONSHIPS_MAX
    assert checked("MATCH (a:P)" + "-->()" * steps + " RETURN a")
    assert "relationships" in _refused("MATCH (a:P)" + "-->()" * (steps + 1) + " RETURN a")
    many = list(range(limits.CYPHER_PARAMETER_VALUES_MAX + 1))
    assert checked("RETURN $x AS x", {"x": many[1:]})
    assert "values" in _refused("RETURN $x AS x", x=many)
    assert "characters" in _refused("RETURN $x AS x", x="x" * 100_001)


def test_a_long_sum_is_no_deep_tree() -> None:
    """A long chain of operators is read and written without depth."""
    query = checked("RETURN 1" + " + 1" * 900 + " AS x")
    assert written(query, Dialect.KGLITE).text.count("+") == 900


def test_a_match_keeps_its_patterns() -> None:
    """What is read is what was written."""
    match = checked("OPTIONAL MATCH (a:P)<-[:X*2..3]-(b) RETURN a").tree.parts[0][0]
    assert isinstance(match, MatchClause)
    assert match.optional
    edge = match.patterns[0].edges[0]
    assert (edge.direction, edge.hops) == ("<-", (2, 3))
