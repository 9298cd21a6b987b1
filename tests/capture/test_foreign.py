"""What other memories wrote: read as it is, told where it is not, and taken in once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from remembrancer import InvalidInput, Memory, Trust
from remembrancer.capture.front_matter import front_matter
from remembrancer.capture.other_memories import format_of
from remembrancer.capture.other_memory_files import sniffed
from remembrancer.client import importing
from tests.cli.program import Program
from tests.remote import House

# As mem0's Memory.get_all() and its platform's pages give it.
MEM0 = {
    "results": [
        {
            "id": "3c90c3cc-0d44-4b50-8888-8dd25736052a",
            "memory": "Ellen wants to retire at 58",
            "hash": "d41d8cd98f00b204e9800998ecf8427e",
            "metadata": {"category": "goals", "weight": 0.5},
            "categories": ["retirement", "goals"],
            "created_at": "2025-11-07T05:31:56.120000-08:00",
            "updated_at": None,
            "user_id": "ellen",
            "agent_id": "planner",
            "run_id": None,
        },
        {
            "id": "77aa0f0e-1111-4b50-8888-8dd25736052b",
            "memory": "Prefers calls in the morning",
            "created_at": "2025-11-08T09:00:00Z",
            "updated_at": "2025-11-09T09:00:00Z",
            "user_id": "ellen",
        },
    ]
}

# As the official MCP memory server keeps its graph.
GRAPH = """\
{"type":"entity","name":"John_Smith","entityType":"person",\
"observations":["Speaks fluent Spanish","John_Smith joined in 2019"]}
{"type":"entity","name":"Anthropic","entityType":"organization","observations":[]}
{"type":"relation","from":"John_Smith","to":"Anthropic","relationType":"works_at"}
"""

NOTE = """\
---
title: How orders work
tags: [orders, "finance"]
date: 2025-05-02
subject: reports
---
# Orders

- Orders settle after three days.
- Refunds have a table of their own.

## History

Before May they settled at once.
"""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    opened = House()
    yield opened
    opened.close()


@pytest.fixture(params=["embedded", "remote"])
def memory(request: pytest.FixtureRequest, house: House) -> Iterator[Memory]:
    """A memory beside its store, and the same one over the wire: then the files are read here."""
    with Memory.open(":memory:", preset="adviser", embedder="none", background=False) as opened:
        yield opened if request.param == "embedded" else house.enter(opened)


def put(path: Path, given: Any) -> Path:
    path.write_text(given if isinstance(given, str) else json.dumps(given), encoding="utf-8")
    return path


def test_memories_of_mem0(memory: Memory, tmp_path: Path) -> None:
    """Text, person, date and tags are kept, trusted as a document and resting on their words."""
    report = memory.sources.import_(put(tmp_path / "mem0.json", MEM0))
    assert (report.ok, report.items_new, len(report.files)) == (True, 2, 2)
    item = memory.get(next(one.id for one in memory.items() if "58" in one.content))
    assert item.subject == "ellen"
    assert item.occurred_at == datetime(2025, 11, 7, 13, 31, 56, 120_000, tzinfo=UTC)
    assert item.tags == ("retirement", "goals")
    assert item.trust is Trust.DOCUMENT
    assert item.metadata["imported_from"] == "mem0"
    assert item.metadata["metadata"] == {"category": "goals", "weight": 0.5}
    assert item.evidence[0].quote == item.content


def test_a_second_run_adds_nothing(memory: Memory, tmp_path: Path) -> None:
    """Each record is known again, in every format; a dry run before it had written nothing."""
    folder = tmp_path / "notes"
    folder.mkdir()
    put(folder / "orders.md", NOTE)
    for path in (
        put(tmp_path / "mem0.json", MEM0),
        put(tmp_path / "memory.jsonl", GRAPH),
        folder,
    ):
        before = len(memory.items(limit=500))
        planned = memory.sources.import_(path, dry_run=True)
        assert planned.items_new > 0
        assert len(memory.items(limit=500)) == before
        first = memory.sources.import_(path)
        assert [one.items for one in first.files] == [one.items for one in planned.files]
        again = memory.sources.import_(path)
        assert (again.ok, again.items_new, again.new) == (True, 0, ())
    assert memory.verify().ok


def test_what_was_changed_there(memory: Memory, tmp_path: Path) -> None:
    """A later wording takes the place of what is known; an older export changes nothing."""
    path = put(tmp_path / "mem0.json", MEM0)
    memory.sources.import_(path)
    later = json.loads(json.dumps(MEM0))
    later["results"][0] |= {"memory": "Ellen wants to retire at 60", "updated_at": "2026-01-01"}
    assert memory.sources.import_(put(tmp_path / "later.json", later)).items_new == 1
    assert memory.sources.import_(path).items_new == 0
    item = next(one for one in memory.items() if "60" in one.content)
    assert [one.content for one in memory.history(item.id)] == [
        "Ellen wants to retire at 58",
        "Ellen wants to retire at 60",
    ]


def test_the_graph_of_the_memory_server(memory: Memory, tmp_path: Path) -> None:
    """Observations are items about their entity, relations about both; each quotes its words."""
    report = memory.sources.import_(put(tmp_path / "memory.json", GRAPH))
    assert [one.outcome.value for one in report.files] == ["new", "skipped", "new"]
    assert report.files[1].reason == "It has no observations."
    found = {one.content: memory.get(one.id) for one in memory.items()}
    assert set(found) == {
        "John_Smith: Speaks fluent Spanish",
        "John_Smith joined in 2019",
        "John_Smith works at Anthropic",
    }
    spoken = found["John_Smith: Speaks fluent Spanish"]
    assert (spoken.subject, spoken.metadata["entity_type"]) == ("John_Smith", "person")
    assert spoken.evidence[0].quote == "Speaks fluent Spanish"
    # What stands beside one's own are people and teams that the text names.
    assert {"John_Smith", "Anthropic"} <= set(found["John_Smith works at Anthropic"].entities)


def test_a_graph_as_one_document(memory: Memory, tmp_path: Path) -> None:
    """What its tool read_graph gives is the same graph."""
    lines = [json.loads(line) for line in GRAPH.splitlines()]
    graph = {
        "entities": [{**one, "type": None} for one in lines if one["type"] == "entity"],
        "relations": [one for one in lines if one["type"] == "relation"],
    }
    for listed in graph["entities"]:
        del listed["type"]
    assert memory.sources.import_(put(tmp_path / "graph.json", graph)).items_new == 3


def test_a_folder_of_markdown(memory: Memory, tmp_path: Path) -> None:
    """Bullets and paragraphs are items under their headings; front matter tells of all of them."""
    inner = tmp_path / "notes" / "inner"
    inner.mkdir(parents=True)
    put(inner / "orders.md", NOTE)
    put(tmp_path / "notes" / "empty.md", "# Nothing here\n")
    put(tmp_path / "notes" / "other.txt", "no note")
    report = memory.sources.import_(tmp_path / "notes")
    assert [one.outcome.value for one in report.files] == ["skipped", "new"]
    found = {one.content: memory.get(one.id) for one in memory.items()}
    item = found["Before May they settled at once."]
    assert item.subject == "reports"
    assert item.tags == ("orders", "finance")
    assert item.occurred_at == datetime(2025, 5, 2, tzinfo=UTC)
    assert item.metadata["heading"] == "Orders / History"
    assert item.metadata["path"] == "inner/orders.md"
    assert item.metadata["title"] == "How orders work"
    assert found["Orders settle after three days."].evidence[0].quote == (
        "- Orders settle after three days."
    )


def test_bad_lines_are_told_by_their_number(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each record is whole or not at all, and one that fails keeps none of the others."""
    monkeypatch.setattr(importing, "_PART_RECORDS", 2)
    lines = [
        *GRAPH.splitlines(),
        "{broken",
        "",
        '{"type":"entity","name":"Half","observations":["kept?",7]}',
        '{"type":"entity","name":" ","observations":["x"]}',
        '{"type":"relation","from":"A","to":"B"}',
        '["no object"]',
        '{"type":"other"}',
        '{"type":"entity","name":"Last","observations":["is here"]}',
    ]
    path = put(tmp_path / "memory.jsonl", "\n".join(lines) + "\n")
    report = memory.sources.import_(path)
    assert not report.ok
    assert [one.place.rpartition(", ")[2] for one in report.failed] == [
        f"line {number}" for number in (4, 6, 7, 8, 9, 10)
    ]
    assert report.files[-1].items == ("Last: is here",)
    assert not memory.items(subject="Half").items


def test_whom_it_is_about_and_for(memory: Memory, tmp_path: Path) -> None:
    """What the caller says of subject and privacy counts above what the file says."""
    path = put(tmp_path / "mem0.json", MEM0)
    memory.sources.import_(path, subject="sam", is_personal=True)
    assert {(one.subject, one.is_personal) for one in memory.items()} == {("sam", True)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[{"id": "1", "memory": "x"}]', "mem0"),
        ('{"memories": []}', "mem0"),
        ('{"count": 1, "next": null, "results": [{"memory": "x"}]}', "mem0"),
        ('\n{"type": "relation"}\n', "mcp-memory"),
        ('{"entities": [], "relations": []}', "mcp-memory"),
        ('{"format": "remembrancer-space", "version": 1}\n{"end": 0}\n', None),
        ('[{"title": "x"}]', None),
        ("not JSON", None),
        ("", None),
    ],
)
def test_a_file_shows_who_wrote_it(tmp_path: Path, text: str, found: str | None) -> None:
    """Only what is clear is told; the rest is asked for."""
    assert sniffed(put(tmp_path / "some.json", text)) == found
    assert format_of(7) is None


def test_what_is_refused(memory: Memory, tmp_path: Path) -> None:
    """An unclear file, an unknown format, a folder of JSON: each says what to do."""
    unclear = put(tmp_path / "x.json", '[{"title": "x"}]')
    for given, named, told in (
        (unclear, {}, "which program wrote it"),
        (unclear, {"format": "zep"}, "There is no format 'zep'"),
        (tmp_path, {"format": "mem0"}, "is a folder"),
        (tmp_path / "none", {}, "There is no"),
    ):
        with pytest.raises(InvalidInput, match=told):
            memory.sources.import_(given, **named)  # type: ignore[arg-type]
    broken = memory.sources.import_(put(tmp_path / "y.json", "[{"), format="mem0")
    assert "not JSON" in str(broken.failed[0].reason)
    assert memory.items().items == ()


def test_front_matter() -> None:
    """Plain pairs and lists are read, and what is more is passed over."""
    text = "---\nTitle: 'A: b'\ntags:\n  - x\n  - \"y\"\nnested:\n  a: 1\nempty:\n---\nbody: no\n"
    assert front_matter(text) == {"title": "A: b", "tags": ["x", "y"]}
    assert front_matter("# none\n") == {}
    assert front_matter("---\nnever: closed\n") == {}


def test_from_a_shell(rmb: Program) -> None:
    """`rmb import` tells a memory's file from an export, and says line by line what came of it."""
    rmb.done("init", "--preset", "adviser")
    put(rmb.folder / "mem0.json", MEM0)
    planned = rmb.done("import", "mem0.json", "--dry-run")
    assert "It would keep 2 items" in planned.out
    assert "Kept 2 items" in rmb.done("import", "mem0.json").out
    assert rmb.done("import", "mem0.json", "--from", "mem0", "--json").json["items_new"] == 0
    put(rmb.folder / "bad.jsonl", '{"type":"entity","name":"A","observations":["x"]}\n{\n')
    told = rmb("import", "bad.jsonl")
    assert (told.code, "line 2" in told.out) == (1, True)
    exported = rmb.folder / "all.jsonl"
    rmb.done("export", str(exported))
    assert "The ledger is whole" in rmb.done("import", "all.jsonl", "--space", "copy").out


def test_a_newcomer_needs_no_store(rmb: Program) -> None:
    """Where there is no store, one is made for what comes in, and a dry run leaves none behind."""
    put(rmb.folder / "mem0.json", MEM0)
    assert "It would keep 2 items" in rmb.done("import", "mem0.json", "--dry-run").out
    assert [one.name for one in rmb.folder.iterdir()] == ["mem0.json"]
    assert "Kept 2 items" in rmb.done("import", "mem0.json").out
    assert "no space 'other'" in rmb.failed("import", "mem0.json", "--space", "other")


def test_what_is_no_export_names_what_is_known(rmb: Program) -> None:
    """A file of something else says which formats there are, and makes no store."""
    put(rmb.folder / "odd.json", "broken {")
    assert "mem0, mcp-memory, markdown" in rmb.failed("import", "odd.json")
    assert [one.name for one in rmb.folder.iterdir()] == ["odd.json"]


def test_a_memory_without_words_is_passed_over(memory: Memory, tmp_path: Path) -> None:
    """mem0 keeps some with an empty text: they are skipped, and nothing has failed."""
    path = put(tmp_path / "mem0.json", {"results": [{"id": "1", "memory": " "}]})
    report = memory.sources.import_(path)
    assert report.ok
    assert [one.outcome.value for one in report.files] == ["skipped"]


def test_what_was_erased_does_not_come_back(memory: Memory, tmp_path: Path) -> None:
    """A record whose item was erased is passed over, and says so; the others are known."""
    path = put(tmp_path / "mem0.json", MEM0)
    memory.sources.import_(path)
    item = next(one for one in memory.items() if "58" in one.content)
    memory.erase(item.id, reason="asked to")
    again = memory.sources.import_(path)
    assert [one.outcome.value for one in again.files] == ["skipped", "known"]
    assert "was erased" in str(again.files[0].reason)
