"""Erasure on a cluster: no byte of what was erased is left in the files of any machine.

It needs the files: `REMEMBRANCER_TEST_POSTGRES` names the coordinator, and
`REMEMBRANCER_TEST_CLUSTER_FILES` the data folders of all machines, its own first, then the others
in the order in which they were added, with a colon between them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from remembrancer import Memory
from remembrancer.testing import HashingEmbedder
from tests import postgres

_FOLDERS = os.environ.get("REMEMBRANCER_TEST_CLUSTER_FILES", "")
_SPACES = 4  # so that each machine has some

pytestmark = [
    pytest.mark.soak,
    pytest.mark.usefixtures("whole_scrub"),
    pytest.mark.skipif(not _FOLDERS, reason="no data folders of a cluster are named"),
]


def holding(url: str, words: list[bytes]) -> set[bytes]:
    """Those of the words that stand in a file of the database on a machine. The log is named on
    certificates."""
    return {word for data in _files(url) for word in words if word in data}


def _files(url: str) -> Iterator[bytes]:
    name = urlsplit(url).path.removeprefix("/")
    for server, folder in zip(postgres.machines(), _FOLDERS.split(":"), strict=True):
        with psycopg.connect(server, autocommit=True) as raw:
            raw.execute("CHECKPOINT")
            ((number,),) = raw.execute("SELECT oid FROM pg_database WHERE datname = %s", (name,))
        for file in (Path(folder) / "base" / str(number)).iterdir():
            yield file.read_bytes()


def live(memory: Memory, word: str) -> None:
    """The word in items, versions, messages, reasons and metadata, and all that is made of it."""
    item = memory.add(content=f"secret {word} plan", subject="ellen", metadata={"a": word})
    memory.update(item.id, content=f"second {word} text", reason=f"why {word}")
    memory.conversations.start("talk", subject="ellen")
    memory.conversations.append("talk", {"author_id": "ellen", "content": f"I said {word}"})
    memory.jobs.wait()
    assert memory.recall(word).hits


def test_no_byte_is_left_on_any_machine() -> None:
    """Words are found in the files before the erasure, and nowhere after it."""
    assert postgres.is_cluster()
    chance = random.Random()
    words = ["".join(chance.choices("qxzjkvw", k=16)) for _ in range(_SPACES)]
    told = [word.encode() for word in words]
    options: dict[str, Any] = {"embedder": HashingEmbedder(8), "background": False}
    url = postgres.fresh_url()
    with Memory.open(url, space="s0", **options) as first:
        memories = [first, *(first.in_space(f"s{number}") for number in range(1, _SPACES))]
        for memory, word in zip(memories, words, strict=True):
            live(memory, word)
        assert holding(url, told) == set(told)
        for memory in memories:
            assert not memory.erase(subject="ellen", reason="asked to").pending
            memory.jobs.wait()
            assert memory.verify().ok
        assert holding(url, told) == set()
