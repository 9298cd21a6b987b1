"""Hostile statements, against the parser."""

from __future__ import annotations

import pytest

from remembrancer.core.errors import QueryRefused
from remembrancer.graph.cypher import checked
from tests.graph.hostile_cypher import HOSTILE, PARAMS


def _refused(statement: str) -> QueryRefused | None:
    try:
        checked(statement, PARAMS)
    except QueryRefused as refused:
        return refused
    return None


@pytest.mark.parametrize("sort", HOSTILE)
def test_no_hostile_statement_passes(sort: str) -> None:
    """A hostile statement is refused, in a sentence that does not repeat all of it."""
    for statement in HOSTILE[sort]:
        refused = _refused(statement)
        assert refused is not None, statement[:200]
        assert refused.language == "cypher"
        assert len(str(refused)) < 600
        assert str(refused).endswith(".")


def test_there_are_enough_of_them() -> None:
    """The collection is no smaller than it claims, and has no statement twice."""
    every = [statement for statements in HOSTILE.values() for statement in statements]
    assert len(set(every)) == len(every) >= 150
