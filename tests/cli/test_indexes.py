"""The doctor and the search index: damage is told, and mended from what is stored."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import postgres
from tests.cli.program import Program
from tests.engines import ENGINES, Engine

FACTS = {"ellen": "Ellen keeps bees in Leeds.", "omar": "Omar keeps bees and four flats."}
_SPACE = "(SELECT number FROM space WHERE name = 'default')"


class Store:
    """A store that the program works on, and that can be damaged behind its back."""

    def __init__(self, rmb: Program, url: str, *, is_server: bool) -> None:
        self.is_server = is_server
        self._rmb = rmb
        self._url = url

    def done(self, *arguments: str) -> Any:
        return self._rmb.done(*arguments, "--url", self._url)

    def ailing(self) -> tuple[list[str], str]:
        """What the doctor finds wrong, as JSON and as it is said."""
        machine = self._rmb("doctor", "--json", "--url", self._url)
        person = self._rmb("doctor", "--url", self._url)
        assert (machine.code, person.code) == (1, 1)
        assert "All is well." not in person.out
        return machine.json["problems"], person.err

    def hits(self) -> list[tuple[str, float]]:
        """What is found, with its score."""
        found = self.done("recall", "bees flats Leeds", "--json").json["hits"]
        return [(hit["text"], hit["score"]) for hit in found]

    def damage(self, *statements: str) -> None:
        if self.is_server:
            with psycopg.connect(self._url) as server:
                server.execute("SET search_path TO remembrancer")
                for statement in statements:
                    server.execute(statement.encode())
            return
        with sqlite3.connect(self._url) as file:
            for statement in statements:
                file.execute(statement)
        file.close()


@pytest.fixture(scope="module")
def built() -> dict[str, str]:
    """The address of a store by its engine. Each test gets a copy of it."""
    return {}


@pytest.fixture(
    params=[engine for engine in ENGINES if engine.name != "sqlite-memory"],
    ids=lambda engine: str(engine.name),
)
def store(
    request: pytest.FixtureRequest,
    rmb: Program,
    built: dict[str, str],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Store:
    """A store with two spaces, on each engine in turn."""
    engine: Engine = request.param
    if engine.name not in built:
        url = engine.fresh_url(tmp_path_factory.mktemp("built"))
        made = Store(rmb, url, is_server=engine.is_server)
        made.done("init", "--preset", "adviser")
        for subject, fact in FACTS.items():
            made.done("remember", fact, "--subject", subject)
        made.done("remember", "Halden keeps bees.", "--space", "desk", "--preset", "desk")
        built[engine.name] = url
    url = built[engine.name]
    copy = postgres.copy_of(url) if engine.is_server else str(shutil.copy(url, tmp_path))
    return Store(rmb, copy, is_server=engine.is_server)


# What was done: how SQLite and PostgreSQL are told to do it, and what the doctor says of it.
DAMAGES = {
    "emptied": (
        "INSERT INTO search (search) VALUES ('delete-all')",
        "DELETE FROM search_index",
        "search index does not hold the words",
    ),
    "a word too many": (
        f"INSERT INTO search (rowid, words) VALUES (7000000, {_SPACE} || 'ibat')",
        "INSERT INTO search_index SELECT 7000000, number, (number || 'ibat')::tsvector "
        "FROM space WHERE name = 'default'",
        "search index does not hold the words",
    ),
    "a text changed": (
        f"UPDATE document SET tokens = 'bat', length = 1 WHERE space_n = {_SPACE}",
        f"UPDATE document SET tokens = 'bat', length = 1 WHERE space_n = {_SPACE}",
        "texts that can be searched for are not those",
    ),
    "a text of another subject": (
        "UPDATE document SET subject = 'omar' WHERE subject = 'ellen'",
        "UPDATE document SET subject = 'omar' WHERE subject = 'ellen'",
        "texts that can be searched for are not those",
    ),
    "texts lost": (
        f"DELETE FROM document WHERE space_n = {_SPACE}",
        f"DELETE FROM document WHERE space_n = {_SPACE}",
        "texts that can be searched for are not those",
    ),
    "a word miscounted": (
        f"INSERT INTO term (space_n, term, documents) VALUES ({_SPACE}, 'bee', 40)",
        f"INSERT INTO term (space_n, term, documents) VALUES ({_SPACE}, 'bee', 40)",
        "word statistics are not those of its texts",
    ),
}


# What does not touch the index itself is the same statement on each engine.
@pytest.mark.on_a_server(case=("emptied", "a word too many", "a text changed"))
@pytest.mark.parametrize("case", DAMAGES)
def test_damage_is_told_and_mended(store: Store, case: str) -> None:
    """The doctor names the space and what to do, and after that all is found as it was before."""
    on_sqlite, on_postgres, told = DAMAGES[case]
    before = store.hits()
    assert len(before) == 2
    store.done("doctor")
    store.damage(on_postgres if store.is_server else on_sqlite)
    problems, said = store.ailing()
    assert any("In the space 'default' " in one and told in one for one in problems), problems
    assert "Rebuild the indexes." in said
    mended = store.done("doctor", "--rebuild-indexes")
    assert "All is well." in mended.out
    assert "rebuilt" in mended.out
    assert store.hits() == before
    assert store.done("doctor", "--json").json["problems"] == []


def test_only_what_is_damaged_is_named(store: Store) -> None:
    """A space whose index holds is not told to be damaged beside one whose index does not."""
    store.damage(f"UPDATE document SET tokens = 'bat', length = 1 WHERE space_n = {_SPACE}")
    problems, _ = store.ailing()
    assert not [one for one in problems if "'desk'" in one]


def test_nothing_is_found_while_the_index_is_empty(store: Store) -> None:
    """The damage is real: without its words nothing is found, and the ledger is whole still."""
    on_sqlite, on_postgres, _ = DAMAGES["emptied"]
    store.damage(on_postgres if store.is_server else on_sqlite)
    assert store.hits() == []
    store.done("audit", "verify")
    problems, _ = store.ailing()
    assert {place for place in ("'default'", "'desk'") if place in str(problems)} == {
        "'default'",
        "'desk'",
    }


def test_rebuilding_what_is_whole_changes_nothing(store: Store) -> None:
    """Every text is counted, answers stay the same, and so does the head of the ledger."""
    before = store.hits()
    head = store.done("audit", "verify", "--json").json["head"]
    rebuilt = store.done("doctor", "--rebuild-indexes", "--json").json
    assert rebuilt["store"]["rebuilt"] == "6 texts"  # 3 statements, each with an item
    assert rebuilt["problems"] == []
    assert store.hits() == before
    assert store.done("audit", "verify", "--json").json["head"] == head


def test_erased_texts_are_not_brought_back(store: Store) -> None:
    """What was erased has no text to make an index from."""
    store.done("erase", "--subject", "ellen", "--reason", "asked to", "--yes")
    after = store.hits()
    assert [text for text, _ in after] == [FACTS["omar"]]
    store.done("doctor", "--rebuild-indexes")
    assert store.hits() == after
    store.done("doctor")
