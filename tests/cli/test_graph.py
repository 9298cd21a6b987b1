"""`rmb graph`: entities and relations on the command line."""

from __future__ import annotations

import pytest

from tests.cli.program import Program


@pytest.fixture
def community(rmb: Program) -> Program:
    """A space with two people at one firm."""
    rmb.done("init", "--preset", "community")
    rmb.done("graph", "entity", "Person", "Astrid Öberg", "--external-id", "crm-7")
    rmb.done("graph", "entity", "Person", "Nils Ek", "--alias", "Nisse")
    rmb.done("graph", "entity", "Org", "Volvo")
    rmb.done("graph", "relate", "crm-7", "WORKS_AT", "volvo", "--attrs", '{"role": "SWE"}')
    rmb.done("graph", "relate", "nisse", "WORKS_AT", "Volvo", "--valid-until", "2022-12-31")
    return rmb


def test_an_empty_graph_says_what_to_do_next(rmb: Program) -> None:
    """Lists of nothing lead on to the command that adds something."""
    rmb.done("init", "--preset", "community")
    assert "rmb graph entity Person" in rmb.done("graph", "entities").out
    assert "rmb graph relate" in rmb.done("graph", "relations").out
    assert rmb.done("graph", "entities", "--json").json == []


def test_a_card_has_names_attributes_and_relations_by_type(community: Program) -> None:
    """`show` finds a node by name, by the caller's own id and by id, with evidence or its want."""
    community.done("graph", "entity", "Person", "Nils Ek", "--attrs", '{"realName": "Nils E."}')
    told = community.done("graph", "show", "Nisse", "--all").out
    assert told.startswith("Person  Nils Ek · ent_")
    assert "also called  Nisse" in told
    assert "realName     Nils E." in told
    assert "WORKS_AT\n    Volvo · ent_" in told
    assert "until 2022-12-31" in told
    assert "unproven: no message states it" in told
    assert "has no relations that hold now" in community.done("graph", "show", "Nils Ek").out
    shown = community.done("graph", "show", "crm-7", "--json").json
    assert shown["name"] == "Astrid Öberg"
    assert [one["attrs"] for one in shown["relations"]] == [{"role": "SWE"}]
    edge = shown["relations"][0]["id"]
    assert "Astrid Öberg  WORKS_AT  Volvo" in community.done("graph", "show", edge).out
    assert "WORKS_AT  (from)" in community.done("graph", "show", "Volvo").out


def test_relations_are_listed_by_time_and_ended(community: Program) -> None:
    """What held then and what holds now differ; an ended relation stays on record."""
    now = community.done("graph", "relations", "--type", "works_at", "--json").json
    then = community.done("graph", "relations", "--valid-at", "2021-01-01", "--json").json
    assert (len(now), len(then)) == (1, 2)
    community.done("graph", "end", now[0]["id"], "--at", "2024-01-01", "--reason", "Left.")
    assert community.done("graph", "relations", "--json").json == []
    assert len(community.done("graph", "relations", "--ended", "--json").json) == 2


def test_ways_lead_through_the_graph(community: Program) -> None:
    """Neighbours and paths are found by name, whatever the direction."""
    near = community.done("graph", "neighbours", "Volvo", "--valid-at", "2021-01-01").out
    assert "Astrid Öberg" in near
    assert "Nils Ek" in near
    way = community.done("graph", "path", "Astrid Öberg", "nisse", "--valid-at", "2021-01-01").out
    assert "-WORKS_AT->" in way
    assert "<-WORKS_AT-" in way
    assert "no way between them" in community.done("graph", "path", "crm-7", "nisse").out
    told = community.done("graph", "person", "Astrid Öberg", "--json").json
    assert [one["text"] for one in told["facts"]["WORKS_AT"]] == ["Volvo"]


def test_a_merge_is_undone_as_its_answer_says(community: Program) -> None:
    """The answer of `merge` names the command that takes the two apart again."""
    told = community.done("graph", "merge", "crm-7", "Nils Ek", "--reason", "One person.").out
    undo = next(line for line in told.splitlines() if line.startswith("Undo it: "))
    assert len(community.done("graph", "entities", "--kind", "Person", "--json").json) == 1
    community.done(*undo.removeprefix("Undo it: rmb ").split()[:3], "--reason", "Two people.")
    assert len(community.done("graph", "entities", "--kind", "Person", "--json").json) == 2


def test_wrong_names_and_ends_are_told_what_is_right(community: Program) -> None:
    """A part of a name, a namesake, a wrong end and words without quotes each get their answer."""
    assert "Did you mean 'Nils Ek'?" in community.failed("graph", "show", "Nils")
    assert "rmb graph entities" in community.failed("graph", "show", "Greta")
    community.done("graph", "entity", "Topic", "Volvo")
    assert "Several are called 'Volvo'" in community.failed("graph", "show", "Volvo")
    wrong = community.failed("graph", "relate", "crm-7", "LIVES_IN", "nisse")
    assert "from Person to Place" in wrong
    outcome = community("graph", "show", "Nils", "Ek")
    assert outcome.code == 2
    assert "in quotes" in outcome.err


def test_a_name_is_never_taken_for_anything_else(community: Program) -> None:
    """Quotes, backticks, wildcards and control letters in names are names, shown with marks."""
    odd = "`x`'--\"%_ {MATCH (n)}\u202e"
    community.done("graph", "entity", "Org", odd)
    assert len(community.done("graph", "entities", "--name", "%_ {match", "--json").json) == 1
    assert len(community.done("graph", "entities", "--name", "%", "--json").json) == 1
    assert "\u202e" not in community.done("graph", "show", odd).out


def test_files_go_in_and_out(community: Program) -> None:
    """`import` tells the line of what is wrong, `export` writes what `import` reads again."""
    rows = "record,id,kind,name,source,type,target\nnode,x,Person,Moa\nedge,,,,x,WORKS_AT,volvo\n"
    (community.folder / "more.csv").write_text(rows, encoding="utf-8")
    assert "1 new node" in community.done("graph", "import", "more.csv", "--dry-run").out
    added = community.done("graph", "import", "more.csv", "--json").json
    assert (added["nodes_new"], added["relations_new"]) == (1, 1)
    written = community.done("graph", "export", "graph.jsonl", "--json").json
    assert (written["nodes"], written["relations"]) == (4, 3)
    assert "Wrote 4 nodes" in community.done("graph", "export", "graph.graphml").out
    assert "there already" in community.failed("graph", "export", "graph.jsonl")
    again = community.done("graph", "import", "graph.jsonl").out
    assert again == "Added 0 nodes and 0 relations; 7 were known.\n"
    (community.folder / "bad.csv").write_text(rows + "edge,,,,x,WORKS_AT,no one\n", "utf-8")
    assert "line 4: unknown end 'no one'" in community.failed("graph", "import", "bad.csv")
    assert "There is no file" in community.failed("graph", "import", "none.csv")
