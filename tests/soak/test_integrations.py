"""Beside the libraries' own stores, sessions and tools, for long."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from langgraph.store.base import Op

from tests.integrations.test_anthropic_memory import COMMANDS, check_commands
from tests.integrations.test_langgraph import BATCHES, check_batches
from tests.integrations.test_openai_agents import STEPS, check_steps
from tests.soak.size import sized

pytestmark = pytest.mark.soak

_EXAMPLES = sized(ci=50, full=2_000)


@given(BATCHES)
@settings(max_examples=_EXAMPLES)
def test_the_store_of_langgraph(batches: list[list[Op]]) -> None:
    """Whatever is done in whatever batches, both stores give the same answers."""
    check_batches(batches)


@given(COMMANDS)
@settings(max_examples=_EXAMPLES)
def test_the_memory_tool_of_anthropic(commands: list[dict[str, Any]]) -> None:
    """Whatever a model does, it is told the same as by the library's own tool."""
    check_commands(commands)


@given(STEPS)
@settings(max_examples=_EXAMPLES)
def test_the_session_of_openai(steps: list[Any]) -> None:
    """Whatever is added, taken back, cleared and asked for, both sessions hold the same."""
    check_steps(steps)
