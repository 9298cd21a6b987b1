"""Stores that released versions wrote: this version opens them, on both engines."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Head, Memory, Principal
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres

# `scripts/written_store.py` made them. They are never written again once a version is released.
FOLDER = Path(__file__).parent / "written_stores"
BYTES_MAX = 200_000
STORES = sorted(file.stem for file in FOLDER.glob("*.gz"))
ADA = Principal("ada", roles=["ADMIN"])
ANNA = Principal("anna", roles=["CONTRIBUTOR"], groups=["finance"])
OPTIONS: dict[str, Any] = {
    "clock": FrozenClock(datetime(2026, 4, 1, tzinfo=UTC)),
    "embedder": HashingEmbedder(8),
    "background": False,
}


@contextmanager
def opened(name: str, engine: str, folder: Path) -> Iterator[Memory]:
    """The store from its backup: a file is a store itself, and a server takes it in."""
    backup = folder / "memory.db"
    backup.write_bytes(gzip.decompress((FOLDER / f"{name}.gz").read_bytes()))
    url = str(backup) if engine == "sqlite" else postgres.fresh_url()
    with Memory.open(url, space="northgate", preset="corporate", **OPTIONS) as memory:
        if engine == "postgres":
            memory._session.store.restore(backup)
        yield memory


def test_each_engine_has_written_one() -> None:
    """There is a store of both engines, small enough to keep for ever."""
    assert {name.rpartition("-")[2] for name in STORES} == {"sqlite", "postgres"}
    assert all(file.stat().st_size < BYTES_MAX for file in FOLDER.iterdir())


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
@pytest.mark.parametrize("name", STORES)
def test_a_written_store_opens(name: str, engine: str, tmp_path: Path) -> None:
    """Its chains hold up to the heads that were exported then, it says what it said, and goes
    on."""
    expected = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    with opened(name, engine, tmp_path) as memory:
        for space, found in expected.items():
            store = memory.in_space(space)
            ada, anna = store.acting_as(ADA), store.acting_as(ANNA)
            head = Head.model_validate(found["head"])
            assert ada.verify(head).ok
            items = anna.items(limit=100).items
            assert {item.id: item.content for item in items} == found["items"]
            assert {item.id: len(anna.history(item.id)) for item in items} == found["versions"]
            recalled = anna.recall("How often does the nightly job retry?")
            assert [hit.id for hit in recalled.hits[:1]] == found["recalled"]
            added = anna.add(content="The gate is painted green.")
            assert anna.get(added.id).content == "The gate is painted green."
            assert ada.verify(head).ok
            forged = head.model_copy(update={"hash": "0" * 64})
            assert not ada.verify(forged).ok


def test_what_was_erased_is_not_in_them(tmp_path: Path) -> None:
    """No backup holds the text that its story erased."""
    for name in STORES:
        assert b"Secret of Omar" not in gzip.decompress((FOLDER / f"{name}.gz").read_bytes())
        with opened(name, "sqlite", tmp_path) as memory:
            assert memory.acting_as(ADA).admin.erasures()
