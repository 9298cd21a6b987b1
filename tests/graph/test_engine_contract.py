"""Every graph engine gives the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from remembrancer.graph.cypher import Dialect, checked, written
from remembrancer.graph.port import GraphEngine, QueryBounds
from remembrancer.projection.embedded.engine import EmbeddedGraph
from tests.graph import example_graph
from tests.graph.engine_contract import QUESTIONS, Question, as_texts

BOUNDS = QueryBounds(seconds=30, rows=1_000, characters=1_000_000)


class Engine(NamedTuple):
    graph: GraphEngine
    dialect: Dialect


@pytest.fixture(scope="module", params=["embedded"])
def engine() -> Iterator[Engine]:
    embedded = EmbeddedGraph(memory_bytes_max=256 << 20)
    embedded.load(example_graph.NODES, example_graph.EDGES)
    yield Engine(embedded, Dialect.KGLITE)
    embedded.close()


@pytest.mark.parametrize("question", QUESTIONS, ids=[str(n) for n in range(len(QUESTIONS))])
def test_the_engine_answers(engine: Engine, question: Question) -> None:
    """The engine gives the answer of the contract."""
    asked = written(checked(question.query, question.params), engine.dialect)
    rows = as_texts(engine.graph.ask(asked.text, asked.params, BOUNDS))
    expected = as_texts(question.answer)
    if question.is_ordered:
        assert rows == expected
    else:
        assert sorted(rows) == sorted(expected)


def test_there_are_sixty_questions() -> None:
    """The contract is no shorter than it claims."""
    assert len(QUESTIONS) >= 60
