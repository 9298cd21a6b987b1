"""The check of a query: what passes, what is refused, and what a refusal says."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import QueryRefused
from remembrancer.graph.sql.check import check
from remembrancer.graph.sql.views import VIEWS
from tests.graph.sql import hostile

SEED = (
    "SELECT m.id, m.content, m.timestamp FROM message m WHERE m.author_id = 'charlie_id' "
    "AND (m.content LIKE '%Google%' OR m.content LIKE '%work%') ORDER BY m.timestamp DESC LIMIT 10"
)


def refusal(query: Any, params: Any = None) -> str:
    with pytest.raises(QueryRefused) as caught:
        check(query, params)
    assert caught.value.language == "sql"
    return str(caught.value)


def test_no_hostile_statement_passes() -> None:
    """Every one is refused, in plain words: no sign of a terminal, no table of the store."""
    assert len(set(hostile.STATEMENTS)) >= 150
    for statement in hostile.STATEMENTS:
        told = refusal(statement)
        assert told.isprintable(), statement[:100]
        for table in ("query_", "remembrancer.", "signing_key", "space_n"):
            assert table not in told or table in statement, statement[:100]


@pytest.mark.parametrize("query", [None, 7, b"SELECT 1", ["SELECT 1"], {}])
def test_a_query_is_a_text(query: Any) -> None:
    """Anything else is refused, not raised as an error of another sort."""
    assert refusal(query) == "The query is a text: one SELECT."


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("SELECT * FROM items", f"There is no view items. There are: {', '.join(VIEWS)}."),
        (
            "SELECT text FROM message",
            "There is no column text. There are: message: id, content, timestamp, author_id, "
            "channel_id, conversation_id.",
        ),
        ("SELECT 1; SELECT 2", "One SELECT at a time: leave out what follows the semicolon."),
        ("SELECT id -- all", "Comments are not read. Leave them out of the query."),
        ("DELETE FROM item", "Only one SELECT can be asked, which may begin with WITH."),
        (
            "SELECT replace(id, 'a', 'b') FROM item",
            "Replace is not on the list of functions. Texts are joined with ||.",
        ),
        (
            "SELECT id FROM item WHERE created_at < now()",
            "CurrentTimestamp cannot be asked for. Give the value as a parameter: write :now.",
        ),
        (
            "SELECT id FROM message_search",
            "message_search needs words: WHERE message_search.query = 'words'. It then shows the "
            "messages that have all of them.",
        ),
        (
            "SELECT m.id, i.id FROM message m, item i",
            "Two columns are called id. Give each a name of its own with AS.",
        ),
        (
            "SELECT id FROM message, item",
            "The column id is in several tables. Write which: table.id.",
        ),
        (
            "SELECT id FROM message WHERE id = :who",
            "The parameter :who is not in params, which has: none.",
        ),
        (
            "SELECT id FROM message WHERE id = $1",
            "The sign '$' is not read outside of a string. Values can be given as params: write "
            ":name in the query.",
        ),
        (
            "SELECT id FROM message WHERE id = 'x",
            "A quote is opened and not closed. Write a quote inside a string twice: 'it''s'.",
        ),
        (
            "WITH message AS (SELECT 1 AS x) SELECT x FROM message",
            "WITH message takes a name that is taken. Choose another name.",
        ),
    ],
)
def test_a_refusal_says_what_to_write_instead(query: str, told: str) -> None:
    """Its sentence names what is wrong, and what there is."""
    assert refusal(query) == told


@pytest.mark.parametrize(
    "params",
    [
        {"x": b"bytes"},
        {"x": ["a", "list"]},
        {"x": float("nan")},
        {"x": float("inf")},
        {"x": 2**64},
        {"x": "zero\0"},
        {"x": "\ud800"},
        "no mapping",
        {1: "x"},
    ],
)
def test_values_that_are_none(params: Any) -> None:
    """A parameter is a text, a number, true, false or null."""
    refusal("SELECT id FROM message WHERE id = :x", params)


def test_a_value_stays_a_value() -> None:
    """Whatever is in a parameter, it is written as one string."""
    evil = "'; DROP TABLE item; --"
    for written in check("SELECT id FROM message WHERE id = :x", {"x": evil})[:2]:
        assert """("message"."id" = '''; DROP TABLE item; --')""" in written


@pytest.mark.parametrize(
    "query",
    [
        SEED,
        SEED + ";",
        "select ID from Message where CONTENT is not null",
        'SELECT "id" FROM "message"',
        "SELECT DISTINCT kind FROM item ORDER BY kind",
        "SELECT i.*, e.quote FROM item i JOIN evidence e ON e.item_id = i.id",
        "WITH a AS (SELECT id FROM item), b AS (SELECT id FROM a) SELECT count(*) FROM b",
        "SELECT kind, count(*) AS n FROM item GROUP BY kind HAVING count(*) > 1 ORDER BY n DESC",
        "SELECT id FROM item UNION SELECT id FROM message ORDER BY 1 LIMIT 5 OFFSET 2",
        "SELECT id FROM item EXCEPT SELECT item_id FROM evidence",
        "SELECT CASE kind WHEN 'fact' THEN 1 ELSE 0 END AS is_fact FROM item",
        "SELECT id FROM item WHERE id IN (SELECT item_id FROM evidence WHERE stance = 'quotes')",
        "SELECT id FROM message m WHERE NOT EXISTS "
        "(SELECT 1 FROM evidence e WHERE e.message_id = m.id)",
        "SELECT max(x.n) FROM (SELECT count(*) AS n FROM message GROUP BY author_id) AS x",
        "SELECT data ->> 'colour' AS colour FROM item WHERE version BETWEEN 1 AND 3",
        "SELECT substr(timestamp, 1, 10) AS day, count(DISTINCT author_id) FROM message GROUP BY 1",
        "SELECT id FROM message WHERE content ILIKE '%50!%%' ESCAPE '!'",
        "SELECT id FROM message_search s WHERE s.query = 'google work' AND author_id <> 'x'",
    ],
)
def test_ordinary_queries_pass(query: str) -> None:
    """Joins, groups, sets, subqueries and searches need no special form."""
    checked = check(query)
    assert checked.sqlite.startswith(("SELECT", "WITH"))
    assert checked.postgresql.startswith(("SELECT", "WITH"))


def test_what_runs_has_no_word_of_the_query_as_it_was() -> None:
    """Names are looked up and written in full; the answer is bounded."""
    assert check("select Id from MESSAGE m").sqlite == (
        'SELECT "m"."id" AS "Id" FROM "query_message" AS "m" LIMIT 1001'
    )
