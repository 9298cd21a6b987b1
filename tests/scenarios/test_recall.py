"""Recall: a scenario for every requirement on finding."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.llm.minilm import MiniLM
from remembrancer.testing import FrozenClock
from tests.scenarios.stage import Stage


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    """The default embedder, loaded once."""
    return MiniLM()


def test_category_and_stems_are_searched(stage: Stage) -> None:
    """S0-09: a word that only the category holds finds the entry, and retire finds retiring."""
    memory = stage.open("adviser")
    flat = memory.add(content="Keeps the flat in Leeds.", category="property")
    leaving = memory.add(content="Thinks of retiring early.")
    assert [hit.id for hit in memory.recall("property").hits] == [flat.id]
    assert [hit.id for hit in memory.recall("retire").hits] == [leaving.id]


def test_the_index_is_used(tmp_path: Path) -> None:
    """S0-10: a search goes through the inverted index and reads no table as a whole."""
    path = tmp_path / "practice.db"
    with Memory.open(path, embedder="none") as memory:
        memory.add_many({"content": f"Ellen said number {n}"} for n in range(200))
        memory.recall("number 7")
    with closing(sqlite3.connect(path)) as raw:
        plan = raw.execute(
            "EXPLAIN QUERY PLAN SELECT document.number FROM search "
            "JOIN document ON document.number = search.rowid WHERE search MATCH '\"1inumber\"'"
        ).fetchall()
    told = [row[3] for row in plan]
    assert any("VIRTUAL TABLE INDEX" in one for one in told)
    assert not any(one.startswith("SCAN document") for one in told)


def test_only_what_is_active_and_of_this_client(stage: Stage) -> None:
    """S0-16: replaced and dismissed entries and those of other clients never come back, and signs
    of a query language are only text."""
    memory = stage.open("adviser")
    old = memory.add(content="Retires at 58.", subject="ellen")
    new = memory.supersede(old.id, content="Retires at 60.")
    gone = memory.add(content="Retires to Spain.", subject="ellen")
    memory.dismiss(gone.id)
    memory.add(content="Retires at 70.", subject="tom")
    assert [hit.id for hit in memory.recall("retires", subject="ellen").hits] == [new.id]
    for odd in ('"retires', "retires* OR 1=1 --", "NEAR(retires", "a AND (b", "-retires:58^"):
        assert len(memory.recall(odd, subject="ellen")) <= 1


def test_words_first_and_meaning_when_there_is_an_embedder(stage: Stage, minilm: MiniLM) -> None:
    """S0-31: without an embedder words find it; with one, so does a paraphrase that shares none."""
    plain = stage.open("adviser")
    plain.add(content="Ellen plans to retire at 58.", subject="ellen")
    assert len(plain.recall("retire", subject="ellen")) == 1
    assert len(plain.recall("stop working", subject="ellen")) == 0
    memory = stage.open("adviser", embedder=minilm, background=False)
    item = memory.add(content="Ellen plans to retire at 58.", subject="ellen")
    memory.add(content="The boat needs a new sail.", subject="ellen")
    assert len(memory.recall("when will she stop working?", subject="ellen")) == 0
    memory.jobs.wait()
    assert memory.recall("when will she stop working?", subject="ellen").hits[0].id == item.id


def test_two_wordings_of_one_fact_are_alike(stage: Stage, minilm: MiniLM) -> None:
    """S1-31: the dividend in two wordings is one fact by its likeness, and another is not."""
    memory = stage.open("companion", embedder=minilm, background=False)
    fact = memory.add(content="User decided to take 120k dividend", kind="decision")
    other = memory.add(content="User prefers invoices by e-mail", kind="preference")
    memory.jobs.wait()
    found = memory.search_similar_facts("Took a dividend of 120,000 kr", limit=5)
    likeness = {one["id"]: one["similarity"] for one in found}
    assert found[0]["id"] == fact.id
    assert likeness[fact.id] > 0.6
    assert likeness.get(other.id, 0.0) < 0.4


def test_recent_messages_of_a_channel(stage: Stage, clock: FrozenClock) -> None:
    """S2-10: at most so many messages of the channel, strictly before the time, in order."""
    memory = stage.open("community")
    memory.conversations.start("thread", channel_id="general")
    memory.conversations.start("elsewhere", channel_id="random")
    for number in range(6):
        at = clock() + timedelta(minutes=number)
        for place in ("thread", "elsewhere"):
            memory.conversations.append(
                place, {"author_id": "ann", "content": f"{place} {number}", "timestamp": at}
            )
    before = clock() + timedelta(minutes=4)
    found = memory.conversations.get_recent_messages("general", 3, before)
    assert [one.content for one in found] == ["thread 1", "thread 2", "thread 3"]


def test_similar_facts_are_found_by_meaning(stage: Stage, minilm: MiniLM) -> None:
    """S2-11, S2-41: machine learning finds what is near to it, of the types asked for, as many as
    asked for, the most relevant first and each with how similar it is."""
    memory = stage.open("community", embedder=minilm, background=False)
    near = [
        memory.add(content=text, kind="skill").id
        for text in (
            "Bob trains neural networks.",
            "Ann is a data scientist.",
            "Carl builds AI models.",
        )
    ]
    memory.add(content="Dora bakes sourdough bread.", kind="skill")
    memory.add(content="Machine learning meetup on Friday", kind="event")
    memory.jobs.wait()
    found = memory.search_similar_facts("machine learning", ["skill"], 3)
    assert {one["id"] for one in found} == set(near)
    assert {one["fact_type"] for one in found} == {"skill"}
    relevance = [one["relevance"] for one in found]
    assert relevance == sorted(relevance, reverse=True)
    assert all(0 < one["similarity"] < 1 for one in found)


def test_five_hundred_facts_and_no_server(stage: Stage) -> None:
    """S4-76: a team's 500 facts are searched without any vector store, and one can be added."""
    memory = stage.open("corporate")
    memory.add_many(
        {"content": f"Rule {n}: table t{n} is refreshed nightly.", "domain": "data"}
        for n in range(500)
    )
    assert memory.recall("when is t321 refreshed?", k=1).hits[0].text.startswith("Rule 321")
    assert memory.admin.vectors() == {}
