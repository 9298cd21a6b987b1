"""Files of nodes and relations: imported whole or not at all, and exported as they are seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from remembrancer import InvalidInput, Memory
from remembrancer.core.limits import GRAPH_BATCH_RECORDS_MAX
from remembrancer.graph.exchange.exporting import export_file
from remembrancer.graph.exchange.importing import GraphImport, import_files
from remembrancer.items.item import Trust
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.footprint import untouched
from tests.people import ADA, ANNA, BERT
from tests.remote import House

PEOPLE = """\
id;kind;name;external_id;aliases;realName;note
p1;Person;Åsa Berg;crm-1;Asa|Å. B.;Åsa;"=HYPERLINK(""x"")"
p2;Person;Olof Lind;;;;+1
o1;Org;Kvarn AB;;;;
"""
WORKS = """\
source;type;target;confidence;valid_from;role
p1;WORKS_AT;o1;0.8;2020-01-01;chef
Olof Lind;WORKS_AT;Kvarn AB;;;
"""


def _import(store: Memory, folder: Path, *texts: tuple[str, str], **options: Any) -> GraphImport:
    paths = []
    for name, text in texts:
        paths.append(folder / name)
        paths[-1].write_text(text, encoding="utf-8")
    return import_files(store.graph, paths, **options)


def _seen(store: Memory) -> Any:
    """The graph as it is seen, with names for ids."""
    nodes = {one.id: one for one in store.graph.entities(limit=500)}
    told = ("kind", "name", "external_id", "attrs", "audience", "is_personal", "trust")
    shown = sorted(
        json.dumps([one.export()[name] for name in told] + [sorted(one.aliases)])
        for one in nodes.values()
    )
    particulars = ("type", "confidence", "attrs", "timestamp", "valid_from", "valid_until")
    edges = sorted(
        json.dumps(
            [nodes[one.source].name, nodes[one.target].name, one.trust.value]
            + [one.export()[name] for name in particulars]
        )
        for one in store.graph.relations(ended=True, limit=500)
    )
    return shown, edges


@ON_EITHER_SORT
def test_csv_files_are_imported_once(memory: MemoryFactory, tmp_path: Path) -> None:
    """Two files name each other's nodes; a second import adds nothing; cells stay texts."""
    store = memory("community").acting_as(ANNA)
    files = (("people.csv", PEOPLE), ("works.csv", WORKS))
    with untouched(store):
        checked = _import(store, tmp_path, *files, dry_run=True)
    assert (checked.nodes_new, checked.relations_new) == (3, 2)
    told = _import(store, tmp_path, *files)
    assert (told.nodes_new, told.relations_new, told.nodes_known) == (3, 2, 0)
    before = _seen(store)
    with untouched(store):
        again = _import(store, tmp_path, *files)
    assert (again.nodes_known, again.relations_known, again.nodes_new) == (3, 2, 0)
    assert _seen(store) == before
    asa = store.graph.person("crm-1")
    assert asa.person.aliases == ("Asa", "Å. B.")
    assert asa.person.attrs == {"realName": "Åsa", "note": '=HYPERLINK("x")'}
    (work,) = asa.facts["WORKS_AT"]
    assert (work.confidence, work.attrs, work.is_proven) == (0.8, {"role": "chef"}, False)


@ON_EITHER_SORT
def test_an_export_is_imported_to_the_same_graph(memory: MemoryFactory, tmp_path: Path) -> None:
    """Namesakes, merged, ended and less trusted ones are the same elsewhere, and where they were;
    evidence of another memory proves nothing here."""
    store = memory("community").acting_as(ADA)
    store.conversations.start("c")
    store.conversations.append("c", {"id": "m1", "author_id": "x", "content": "At Kvarn."})
    graph = store.graph
    one = graph.entity("Person", "Kim Ek", external_id="a", attrs={"n": 1, "tags": ["x", {"y": 2}]})
    two = graph.entity("Person", "Kim Ek", external_id="b")
    team = graph.entity("Person", "Kim Ek", audience="group:team", attrs={"in": "team"})
    old, firm = graph.entity("Org", "Kvarnen"), graph.entity("Org", 'Kvarn "&<AB>`')
    graph.merge(firm.id, old.id, reason="renamed")
    graph.relate(one.id, "WORKS_AT", old.id, evidence=["m1"], attrs={"role": "å"})
    ended = graph.relate(two.id, "WORKS_AT", firm.id)
    graph.end(ended.id, at="2030-01-01")
    graph.relate(team.id, "CLOSE_TO", one.id, valid_from="2020-01-01", confidence=0.25)
    file = tmp_path / "graph.jsonl"
    told = export_file(store, file, format="jsonl")
    assert (told.nodes, told.relations) == (4, 3)
    with untouched(store):
        assert import_files(graph, [file]).nodes_new == 0
    other = memory("community").acting_as(ADA)
    other.conversations.start("c")
    other.conversations.append("c", {"id": "m1", "author_id": "x", "content": "Hello."})
    got = import_files(other.graph, [file], trust=None)
    assert (got.nodes_new, got.relations_new, got.evidence_left_out) == (4, 3, 1)
    assert _seen(other) == _seen(store)
    assert not any(edge.is_proven for edge in other.graph.relations(ended=True))
    with untouched(other):
        again = import_files(other.graph, [file])
    assert (again.nodes_new, again.relations_new) == (0, 0)
    low = memory("community").acting_as(ADA)
    import_files(low.graph, [file], trust=Trust.DOCUMENT)
    assert {node.trust for node in low.graph.entities()} == {Trust.DOCUMENT}


@ON_EITHER_SORT
def test_only_what_the_caller_may_see_is_exported(memory: MemoryFactory, tmp_path: Path) -> None:
    """What is personal to somebody else, and relations with it, are in no file of others."""
    admin = memory("community").acting_as(ADA)
    anna, bert = admin.acting_as(ANNA), admin.acting_as(BERT)
    shown = anna.graph.entity("Person", "Shown")
    hidden = anna.graph.entity("Person", "Canary", is_personal=True)
    anna.graph.relate(shown.id, "CLOSE_TO", hidden.id)
    for format in ("jsonl", "graphml"):
        file = tmp_path / f"bert.{format}"
        told = export_file(bert, file, format=format)
        assert (told.nodes, told.relations) == (1, 0)
        assert "Canary" not in file.read_text(encoding="utf-8")
    assert export_file(anna, tmp_path / "anna.jsonl", format="jsonl").relations == 1
    row = f'{{"source": "{shown.id}", "type": "CLOSE_TO", "target": "{hidden.id}"}}\n'
    with pytest.raises(InvalidInput, match="line 1: unknown end"):
        _import(bert, tmp_path, ("end.jsonl", row))


@ON_THE_FASTEST
def test_graphml_is_valid_and_typed(memory: MemoryFactory, tmp_path: Path) -> None:
    """Each attribute is declared with a type that holds its values; marks and odd letters stay
    text."""
    store = memory("adviser").acting_as(ADA)
    graph = store.graph
    odd = "</node> & \"q\" 'x' ]]> åäö"
    ellen = graph.entity("Client", odd, attrs={"age": 58, "name": "own", "odd": "a\ufffe\r\nb"})
    firm = graph.entity("Firm", "Nord", attrs={"age": 2.5, "big": 2**70, "open": True})
    graph.relate(ellen.id, "WORKS_AT", firm.id, attrs={"role": "<b>"})
    trace = store.add(content="Chose the fund.", kind="decision_trace", title="Fund")
    graph.relate(trace.id, "ABOUT", ellen.id)
    file = tmp_path / "g.graphml"
    told = export_file(store, file, format="graphml")
    assert (told.nodes, told.items, told.relations) == (2, 1, 2)
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ElementTree.parse(file).getroot()
    keys = {one.attrib["id"]: one.attrib for one in root.iter(f"{space}key")}
    types = {(one["for"], one["attr.name"]): one["attr.type"] for one in keys.values()}
    assert types["node", "age"] == "double"
    assert types["node", "big"] == "string"
    assert types["node", "open"] == types["node", "is_item"] == "boolean"
    nodes = {
        one.attrib["id"]: {keys[data.attrib["key"]]["attr.name"]: data.text for data in one}
        for one in root.iter(f"{space}node")
    }
    assert nodes[ellen.id]["name"] == odd
    assert nodes[ellen.id]["attr.name"] == "own"
    assert nodes[ellen.id]["odd"] == "a\ufffd\r\nb"
    assert nodes[trace.id]["kind"] == "DecisionTrace"
    ends = {(one.attrib["source"], one.attrib["target"]) for one in root.iter(f"{space}edge")}
    assert ends == {(ellen.id, firm.id), (trace.id, ellen.id)}
    apart = export_file(store, file, format="graphml", entities_only=True)
    assert (apart.items, apart.relations, apart.left_out) == (0, 1, 1)


BAD: dict[str, tuple[str, bytes, str]] = {
    "unknown end": ("e.csv", b"source,type,target\na,WORKS_AT,x\n", "line 2: unknown end 'a'"),
    "no kind": ("n.csv", b"record,kind,name\nnode,,Ada\n", "line 2: a node needs a kind"),
    "kind": ("n.csv", b"kind,name\nPerson,A\nPer son,Ada\n", "line 3: .*kind"),
    "wrong end": (
        "m.csv",
        b"record,id,kind,name,source,type,target\nnode,a,Person,A\nnode,b,Org,B\n"
        b"edge,,,,a,LIVES_IN,b\n",
        "line 4: LIVES_IN does not lead from Person to Org",
    ),
    "itself": (
        "m.csv",
        b"record,id,kind,name,source,type,target\nnode,a,Person,A\nedge,,,,a,CLOSE_TO,A\n",
        "line 3: 'a' cannot be related to itself",
    ),
    "twice": ("n.csv", b"id,kind,name\na,Person,A\na,Person,B\n", "line 3: node 'a' stands in lin"),
    "latin-1": ("n.csv", "kind,name\nPerson,Åsa\n".encode("latin-1"), "line 2: is not UTF-8"),
    "utf-16": ("n.csv", "kind,name\n".encode("utf-16"), "line 1: is not UTF-8"),
    "cells": ("n.csv", b"kind,name\nPerson,A,B\n", "line 2: has 3 cells"),
    "header": ("n.csv", b"who,what\nA,B\n", "line 1: the header does not say"),
    "repeated": ("n.csv", b"kind,name,name\nA,B,C\n", "line 1: the header has 'name'"),
    "quote": ("n.csv", b'kind,name\nPerson,"A\n', "line 2: is no CSV"),
    "json": ("n.jsonl", b'{"kind": "Person", "name": "A"}\n[1]\n', "line 2: is no JSON object"),
    "nan": ("n.jsonl", b'{"kind": "Person", "name": "A", "x": NaN}\n', "line 1: is no JSON"),
    "deep": ("n.jsonl", b"[" * 100_000, "line 1: is no JSON object"),
    "record": ("n.jsonl", b'{"record": "tree", "name": "A"}\n', "line 1: the record is 'tree'"),
    "confidence": (
        "m.jsonl",
        b'{"id": "a", "kind": "Person", "name": "A"}\n{"id": "b", "kind": "Person", "name": "B"}\n'
        b'{"source": "a", "type": "CLOSE_TO", "target": "b", "confidence": 7}\n',
        "line 3: .*confidence",
    ),
    "name": ("n.jsonl", b'{"kind": "Person", "name": "A\\u0000"}\n', "line 1: .*name"),
    "attrs": ("n.jsonl", b'{"kind": "Person", "name": "A", "x": "\\u0001"}\n', "line 1: attrs hol"),
    "large": (
        "n.jsonl",
        b'{"kind": "Person", "name": "A", "x": "' + b"y" * 300_000 + b'"}\n',
        "line 1: attrs takes",
    ),
    "trust": ("n.csv", b"kind,name,trust\nPerson,A,king\n", "line 2: .*trust"),
}


@ON_THE_FASTEST
@pytest.mark.parametrize("case", BAD)
def test_one_bad_row_refuses_the_file(memory: MemoryFactory, tmp_path: Path, case: str) -> None:
    """The error names the line, and nothing of the file is added."""
    store = memory("community").acting_as(ANNA)
    name, content, told = BAD[case]
    (tmp_path / name).write_bytes(content)
    with untouched(store), pytest.raises(InvalidInput, match=told):
        import_files(store.graph, [tmp_path / name])


@ON_THE_FASTEST
def test_many_rows_come_in_parts(memory: MemoryFactory, tmp_path: Path) -> None:
    """Relations may stand before their nodes, in other parts; a bad last row refuses all."""
    store = memory("community").acting_as(ANNA)
    number = GRAPH_BATCH_RECORDS_MAX + 20
    edges = [
        {"source": f"n{place}", "type": "CLOSE_TO", "target": f"n{place + 1}"}
        for place in range(number - 1)
    ]
    nodes = [{"id": f"n{place}", "kind": "Person", "name": f"N {place}"} for place in range(number)]
    lines = "".join(json.dumps(one) + "\n" for one in (*edges, *nodes))
    bad = lines + '{"source": "n1", "type": "CLOSE_TO", "target": "nowhere"}\n'
    with untouched(store), pytest.raises(InvalidInput, match=f"line {2 * number}: unknown end"):
        _import(store, tmp_path, ("bad.jsonl", bad))
    seen: list[tuple[int, int]] = []
    told = _import(
        store,
        tmp_path,
        ("good.jsonl", lines),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert (told.nodes_new, told.relations_new) == (number, number - 1)
    assert seen[-1] == (2 * (2 * number - 1), 2 * (2 * number - 1))
    assert len(seen) == 8


@ON_THE_FASTEST
def test_records_are_added_all_or_none(memory: MemoryFactory) -> None:
    """`add_many` finds ends among its records and on record, by id, external id or name."""
    store = memory("community").acting_as(ANNA)
    kvarn = store.graph.entity("Org", "Kvarn", external_id="org-1")
    person = {"id": "x", "kind": "Person", "name": "Moa"}
    works = [
        {"source": "x", "type": "WORKS_AT", "target": end} for end in (kvarn.id, "org-1", "kvarn")
    ]
    added = store.graph.add_many([works[0], person, *works[1:]])
    assert added.is_new == (True, True, False, False)
    with untouched(store), pytest.raises(InvalidInput, match="record 2: unknown end 'y'"):
        store.graph.add_many([{**person, "name": "Ida"}, {**works[0], "target": "y"}])
    with pytest.raises(InvalidInput, match="are added at once"):
        store.graph.add_many([person] * (GRAPH_BATCH_RECORDS_MAX + 1))
    with pytest.raises(InvalidInput, match="list of objects"):
        store.graph.add_many("x")  # type: ignore[arg-type]


@ON_THE_FASTEST
def test_files_go_to_a_server_and_come_from_it(
    fresh_store: MemoryFactory, house: House, tmp_path: Path
) -> None:
    """The client reads and writes the files; the server is sent records, and gives pages."""
    served = house.enter(fresh_store("community"))
    told = _import(served, tmp_path, ("people.csv", PEOPLE), ("works.csv", WORKS))
    assert (told.nodes_new, told.relations_new) == (3, 2)
    assert export_file(served, tmp_path / "g.jsonl", format="jsonl").relations == 2
    assert import_files(served.graph, [tmp_path / "g.jsonl"]).relations_known == 2
    with pytest.raises(InvalidInput, match="line 2: unknown end"):
        _import(served, tmp_path, ("bad.csv", "source,type,target\na,WORKS_AT,b\n"))
