"""What a query answers, the same on every engine."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Memory, Principal, QueryRefused
from remembrancer.core.limits import GRAPH_QUERY_ROWS_MAX
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.graph.sql.asking import ask
from tests.graph.sql.test_check import SEED
from tests.people import ADA, ANNA, BERT, BOT, EVERYONE, KARIN


def talk(memory: Memory, clock: FrozenClock, count: int = 15) -> Memory:
    memory.conversations.start("general", channel_id="c-1")
    for n in range(count):
        clock.advance(timedelta(minutes=1))
        who = "dana" if n % 5 == 0 else "charlie_id"
        where = "Google" if n % 2 else "the harbour"
        said = {"id": f"m{n}", "author_id": who, "content": f"I was at {where}, day {n}"}
        memory.conversations.append("general", said)
    return memory


def test_messages_by_author_and_text(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S2-18: by author and text, newest first, ten of them, as the seed words it."""
    opened = talk(memory("community"), clock, 31)
    rows = ask(opened, SEED)
    expected = [f"m{n}" for n in range(30, -1, -1) if n % 2 and n % 5][:10]
    assert [row["id"] for row in rows] == expected
    assert list(rows[0]) == ["id", "content", "timestamp"]
    assert rows[0]["timestamp"] > rows[1]["timestamp"]


def test_messages_of_a_channel_before_a_time(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S2-10: what `recent_messages` gives, asked in SQL."""
    opened = talk(memory("community"), clock)
    before = clock.now - timedelta(minutes=4)
    told = opened.conversations.get_recent_messages("c-1", 3, before)
    rows = ask(
        opened,
        "SELECT id, content FROM message WHERE channel_id = :channel AND timestamp < :before "
        "ORDER BY timestamp DESC LIMIT 3",
        {"channel": "c-1", "before": before.isoformat(timespec="microseconds")},
    )
    assert [row["id"] for row in rows] == [message.id for message in reversed(told)]


def test_full_text(memory: MemoryFactory, clock: FrozenClock) -> None:
    """`message_search` finds messages with all words, in any form of theirs, and no others."""
    opened = talk(memory("community"), clock)
    opened.conversations.append("general", {"author_id": "eve", "content": "The harbours closed"})
    opened.add(content="A harbour is no message.", subject="harbour")
    found = ask(opened, "SELECT id, query FROM message_search WHERE query = 'Harbour'")
    assert len(found) == 9
    assert {row["query"] for row in found} == {"Harbour"}
    both = "SELECT author_id FROM message_search s WHERE s.query = 'harbour closing'"
    assert ask(opened, both) == [{"author_id": "eve"}]
    either = (
        "SELECT a.author_id FROM message_search a WHERE a.query = 'closed' UNION ALL "
        "SELECT b.author_id FROM message_search b WHERE :words = b.query"
    )
    assert len(ask(opened, either, {"words": "google"})) == 8
    for nothing in ("", "!?", "zeppelin", "zeppelin' OR \"harbour"):
        words = {"words": nothing}
        assert ask(opened, "SELECT id FROM message_search WHERE query = :words", words) == []


def test_items_and_their_evidence(memory: MemoryFactory) -> None:
    """Items join with their quotes, and the quotes with the messages that hold them."""
    opened = memory("community")
    opened.conversations.start("general", channel_id="c-1")
    said = {"id": "m1", "author_id": "dana", "content": "I live in Leeds."}
    opened.conversations.append("general", said)
    made = opened.remember("Dana keeps bees in York.", subject="dana")
    rows = ask(
        opened,
        "SELECT i.id, i.content, i.lifecycle, e.quote, m.content AS said FROM item i "
        "JOIN evidence e ON e.item_id = i.id LEFT JOIN message m ON m.id = e.message_id "
        "AND m.conversation_id = e.conversation_id",
    )
    told = [(item.id, evidence.quote) for item in made.items for evidence in item.evidence]
    assert [(row["id"], row["quote"]) for row in rows] == told
    assert told
    assert all(row["quote"] in row["said"] for row in rows)


def test_the_engines_agree(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What engines understand differently means the same here."""
    opened = talk(memory("community"), clock)
    opened.add(content="x", title="B", subject="s", data={"colour": "blue", "size": 3})
    opened.add(content="y", title="a", subject="s", importance=0.25)
    first = "SELECT {} AS x FROM item WHERE title = 'B'"
    for expression, value in (
        ("7 / 2", 3),
        ("7 / 0", None),
        ("7 % 4", 3),
        ("'a' || 1", "a1"),
        ("title LIKE 'b'", False),
        ("title ILIKE 'b'", True),
        ("'a_c' LIKE 'a!_c' ESCAPE '!'", True),
        ("'a\\c' LIKE 'a\\c'", True),
        ("data ->> 'colour'", "blue"),
        ("data ->> 'size'", "3"),
        ("data ->> 'none'", None),
        ("round(2.345, 2)", 2.35),
        ("coalesce(importance, 0.5)", 0.5),
        ("is_personal", False),
        ("length('åäö')", 3),
        ("substr(content, 1, 5)", "x"),
        ("CAST('7' AS INTEGER) + 1", 8),
        ("'B' < 'a'", True),
        ("(SELECT count(*) FROM message)", 15),
    ):
        assert ask(opened, first.format(expression)) == [{"x": value}], expression
    order = "SELECT title FROM item ORDER BY importance DESC, title"
    assert [row["title"] for row in ask(opened, order)] == ["B", "a"]
    grouped = "SELECT author_id, count(*) AS n FROM message GROUP BY author_id ORDER BY n"
    assert ask(opened, grouped) == [
        {"author_id": "dana", "n": 3},
        {"author_id": "charlie_id", "n": 12},
    ]
    without = "SELECT id FROM message EXCEPT SELECT id FROM message WHERE author_id <> 'dana'"
    assert len(ask(opened, without + " ORDER BY id LIMIT 2")) == 2


@pytest.mark.parametrize("preset", ["community", "corporate"])
def test_everybody_sees_what_the_other_verbs_show(
    preset: str, memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Items as in `items`, messages as in their conversations, for people and programs alike. What
    is personal to another is shown to nobody: a query leaves no record of who looked at it."""
    opened = memory(preset)
    ada = opened.acting_as(ADA)
    for who in (ANNA, BERT):
        ada.admin.add_person(who.name, groups=sorted(who.groups))
    for who in (ANNA, BERT, BOT):
        caller = opened.acting_as(who)
        for audience in (None, *(f"group:{group}" for group in who.groups)):
            caller.add(content=f"of {who.name} for {audience}", subject="s", audience=audience)
            name = f"{who.name} {audience}"
            caller.conversations.start(name, audience=audience)
            caller.conversations.append(name, {"author_id": "x", "content": f"said to {audience}"})
        caller.add(content=f"own of {who.name}", subject="s", is_personal=True)
        caller.conversations.start(f"own {who.name}", is_personal=True)
        caller.conversations.append(f"own {who.name}", {"author_id": "x", "content": "to myself"})
    pending = opened.acting_as(ANNA).add(content="Not looked at yet.", subject="s")
    expired = opened.acting_as(ANNA).add(
        content="Gone soon.", subject="s", expires_at=clock.now + timedelta(days=1)
    )
    clock.advance(timedelta(days=2))
    stranger = Principal("stranger", groups=["finance"])
    for who in (*EVERYONE, stranger):
        caller = opened.acting_as(who)
        is_other = who.sees_personal  # they see what is personal to others, on record
        items = {
            (item.id, item.content, item.lifecycle.value, item.review.value)
            for item in caller.items(limit=500)
            if not (is_other and item.is_personal and item.source_user != who.name)
        }
        found = ask(caller, "SELECT id, content, lifecycle, review FROM item")
        assert {tuple(row.values()) for row in found} == items, who.name
        messages = {
            (message.id, message.content)
            for listed in caller.conversations.list(limit=500).conversations
            for message in caller.conversations.messages(listed.id)
            if not (is_other and message.is_personal and message.owner != who.name)
        }
        said = ask(caller, "SELECT id, content FROM message")
        assert {tuple(row.values()) for row in said} == messages, who.name
    gone = ask(ada, "SELECT id FROM item WHERE lifecycle = 'expired'")
    # What waits for a person does not expire.
    assert gone == ([{"id": expired.id}] if preset == "community" else [])
    assert pending.id in {row["id"] for row in ask(opened.acting_as(KARIN), "SELECT id FROM item")}


def test_entities_and_relations(memory: MemoryFactory) -> None:
    """They are those of `memory.graph`: merged ones are one, and unproven relations say so."""
    opened = memory("community")
    opened.conversations.start("general", channel_id="c-1")
    said = {"id": "m1", "author_id": "dana", "content": "Charlie works at Google."}
    opened.conversations.append("general", said)
    graph = opened.graph
    charlie = graph.entity("Person", "Charlie", external_id="u-1", attrs={"realName": "C. Berg"})
    other = graph.entity("Person", "Charles B.")
    google = graph.entity("Org", "Google")
    works = graph.relate(charlie.id, "works_at", google.id, evidence=["m1"], confidence=0.9)
    visited = graph.relate(other.id, "VISITED", google.id)
    graph.relate(charlie.id, "NEAR", other.id)
    graph.merge(charlie.id, other.id, reason="the same person")
    names = ask(opened, "SELECT id, kind, name, external_id FROM entity ORDER BY name")
    assert names == [
        {"id": charlie.id, "kind": "Person", "name": "Charlie", "external_id": "u-1"},
        {"id": google.id, "kind": "Org", "name": "Google", "external_id": None},
    ]
    real = "SELECT attrs ->> 'realName' AS real FROM entity WHERE external_id = 'u-1'"
    assert ask(opened, real) == [{"real": "C. Berg"}]
    ordered = "SELECT id, type, source, target, is_proven FROM relation ORDER BY type DESC"
    rows = ask(opened, ordered)
    assert rows == [
        {
            "id": works.id,
            "type": "WORKS_AT",
            "source": charlie.id,
            "target": google.id,
            "is_proven": True,
        },
        {
            "id": visited.id,
            "type": "VISITED",
            "source": charlie.id,
            "target": google.id,
            "is_proven": False,
        },
    ]
    assert {row["id"] for row in rows} == {one.id for one in graph.relations().relations}
    stated = (
        "SELECT p.name, r.type, c.name AS at, m.content FROM relation r "
        "JOIN entity p ON p.id = r.source JOIN entity c ON c.id = r.target "
        "JOIN evidence e ON e.relation_id = r.id JOIN message m ON m.id = e.message_id"
    )
    assert ask(opened, stated) == [
        {"name": "Charlie", "type": "WORKS_AT", "at": "Google", "content": said["content"]}
    ]


@pytest.mark.parametrize("preset", ["community", "corporate"])
def test_everybody_sees_the_graph_of_the_other_verbs(preset: str, memory: MemoryFactory) -> None:
    """Entities as in `entities`, relations as in `relations`; an edge needs both its ends."""
    opened = memory(preset)
    for who in (ANNA, BERT):
        opened.acting_as(ADA).admin.add_person(who.name, groups=sorted(who.groups))
    company = opened.acting_as(ADA).graph.entity("Org", "Acme")
    for who in (ANNA, BERT, BOT):
        graph = opened.acting_as(who).graph
        for n, audience in enumerate((None, *(f"group:{group}" for group in who.groups))):
            one = graph.entity("Person", f"{who.name} {n}", audience=audience)
            graph.relate(one.id, "WORKS_AT", company.id)
            graph.relate(company.id, "PAID", one.id, is_personal=True)
        hidden = graph.entity("Person", f"own of {who.name}", is_personal=True)
        graph.relate(hidden.id, "WORKS_AT", company.id)
        made = opened.acting_as(who).add(content=f"An item of {who.name}", subject="s")
        graph.relate(company.id, "FOUND_IN", made.id)
    seen = set()
    for who in (*EVERYONE, Principal("stranger", groups=["finance"])):
        caller = opened.acting_as(who)
        people = {
            one.id
            for one in caller.graph.entities(limit=500).entities
            if not (who.sees_personal and one.is_personal and one.owner != who.name)
        }
        found = {row["id"] for row in ask(caller, "SELECT id FROM entity")}
        assert found == people, who.name
        items = {row["id"] for row in ask(caller, "SELECT id FROM item")}
        edges = {
            one.id
            for one in caller.graph.relations(limit=500).relations
            if not (who.sees_personal and one.is_personal and one.owner != who.name)
            and {one.source, one.target} <= found | items
        }
        assert {row["id"] for row in ask(caller, "SELECT id FROM relation")} == edges, who.name
        seen.add(len(edges))
    assert len(seen) > 2  # they do not all see the same


def test_what_was_erased_is_not_there(memory: MemoryFactory) -> None:
    """Neither the item, nor its quotes, nor the message that it rests on."""
    opened = memory("community")
    made = opened.remember("Dana keeps bees in York.", subject="dana")
    assert ask(opened, "SELECT count(*) AS n FROM evidence") != [{"n": 0}]
    assert made.source is not None
    opened.acting_as(ADA).erase(source=made.source.id, reason="asked for")
    for view in ("item", "evidence", "message"):
        assert ask(opened, f"SELECT count(*) AS n FROM {view}") == [{"n": 0}], view
    assert ask(opened, "SELECT id FROM message_search WHERE query = 'bees'") == []


@ON_EITHER_SORT
def test_an_answer_has_bounds(memory: MemoryFactory) -> None:
    """More rows or more text than allowed is refused, with what to add."""
    opened = memory("community")
    opened.add_many(
        {"content": f"item {n}", "subject": "s"} for n in range(GRAPH_QUERY_ROWS_MAX + 1)
    )
    with pytest.raises(QueryRefused, match=r"more than 1,000 rows\. Add LIMIT 1000"):
        ask(opened, "SELECT id FROM item")
    assert len(ask(opened, "SELECT id FROM item LIMIT 1000")) == GRAPH_QUERY_ROWS_MAX
    opened.add_many({"content": "long " * 12_000, "subject": "l"} for _ in range(20))
    with pytest.raises(QueryRefused, match=r"more than 1,000,000 characters\. Name fewer"):
        ask(opened, "SELECT content FROM item WHERE subject = 'l'")
    short = "SELECT substr(content, 1, 500) AS part FROM item WHERE subject = 'l'"
    assert len(ask(opened, short)) == 20
