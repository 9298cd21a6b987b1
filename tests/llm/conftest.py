"""Fixtures: a server that speaks as each provider does, and a model that asks it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from remembrancer.llm.chat import ChatModel
from tests.llm.birds import Waits
from tests.llm.embedding_server import EmbeddingServer, failed
from tests.llm.tool_wires import TOOL_WIRES, ToolWire
from tests.llm.wires import KEY, WIRES, Wire


@pytest.fixture
def chat_server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer(failed(599)).running() as running:
        yield running


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture(params=WIRES, ids=lambda wire: str(wire.name))
def wire(request: pytest.FixtureRequest) -> Wire:
    chosen: Wire = request.param
    return chosen


@pytest.fixture
def model(wire: Wire, chat_server: EmbeddingServer, waits: Waits) -> ChatModel:
    return wire.model("small", chat_server.url, KEY, sleep=waits)


@pytest.fixture
def tools(wire: Wire) -> ToolWire:
    return TOOL_WIRES[wire.name]
