"""The footprint of a call: every row that a space holds, before and after."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from remembrancer import Memory, RemembrancerError
from tests.people import ADA


def rows(memory: Memory) -> list[tuple[str, str]]:
    """Each row of the space as its table's name and its values in JSON."""
    session = memory.acting_as(ADA)._session
    session.walks.flush()  # what was asked before is written some time, and why not now
    with session.store.reading(session.scope()) as reader:
        return [
            (table, json.dumps(row, sort_keys=True)) for table, row in reader.whole_space.rows()
        ]


def counts(memory: Memory) -> Counter[str]:
    """How many rows each table holds for the space."""
    return Counter(table for table, _ in rows(memory))


def position(memory: Memory) -> int:
    """The last position of the space's ledger."""
    return memory.acting_as(ADA).verify().head.seq


@contextmanager
def untouched(memory: Memory) -> Iterator[None]:
    """Passes if the space holds the same rows afterwards and its ledger verifies."""
    memory.jobs.wait()  # what the background may be doing just now
    before = rows(memory)
    yield
    assert rows(memory) == before
    assert memory.acting_as(ADA).verify().ok


@contextmanager
def refused(
    memory: Memory, error: type[RemembrancerError], match: str | None = None
) -> Iterator[pytest.ExceptionInfo[RemembrancerError]]:
    """Passes if the call raises this very error and leaves nothing behind."""
    with untouched(memory), pytest.raises(error, match=match) as refusal:
        yield refusal
    assert type(refusal.value) is error
