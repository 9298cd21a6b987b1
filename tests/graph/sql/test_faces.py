"""The same query over REST, as a tool and on the command line."""

from __future__ import annotations

import pytest

from remembrancer import Memory, QueryRefused
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.remote import House


def test_a_refusal_crosses_the_wire(house: House) -> None:
    """A client gets the rows, or the same error with the same words."""
    with Memory.open(":memory:", background=False) as here:
        _asked(house.enter(here))


def _asked(memory: Memory) -> None:
    memory.add(content="Tea at four.", subject="tea")
    assert memory.graph.sql("SELECT content FROM item") == [{"content": "Tea at four."}]
    who = {"who": "tea"}
    assert len(memory.graph.sql("SELECT id FROM item WHERE subject = :who", who)) == 1
    with pytest.raises(QueryRefused, match="There is no view items") as caught:
        memory.graph.sql("SELECT * FROM items")
    assert caught.value.language == "sql"


@ON_THE_FASTEST
def test_a_tool_tells_a_refusal(memory: MemoryFactory) -> None:
    """An agent's loop is not broken by a query that is not answered."""
    opened: Memory = memory("community")
    opened.add(content="Tea at four.", subject="tea")
    told = opened.tools.call("sql_query", {"query": "SELECT content FROM item"})
    assert told["rows"] == [{"values": {"content": "Tea at four."}}]
    told = opened.tools.call("sql_query", {"query": "DROP TABLE item"})
    assert told["rows"] == []
    assert told["refused"] == "Only one SELECT can be asked, which may begin with WITH."
