"""The tools that a model has in an inquiry: they look, and change nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from remembrancer.core.errors import NotFound, QueryRefused, RemembrancerError
from remembrancer.core.model_turns import ToolSpec
from remembrancer.front.session import Session
from remembrancer.tools.agent_tools import BUILT_IN
from remembrancer.tools.tool import Tool

if TYPE_CHECKING:
    from remembrancer.memory import Memory

log = logging.getLogger("remembrancer.inquiry")
RETRIEVAL_TOOLS: Final = (
    "cypher_query",
    "sql_query",
    "get_person_summary",
    "get_recent_messages",
    "search_similar_facts",
)
_ENDED_BY_THE_STORE: Final = ("cypher_query", "sql_query")


def tool_schemas() -> tuple[dict[str, Any], ...]:
    """Name, description and JSON Schema of the arguments of the five tools of an inquiry."""
    return tuple(BUILT_IN[name].schema() for name in RETRIEVAL_TOOLS)


class RetrievalTools:
    """The five tools, and the read-only ones that the program registered, for one reader."""

    def __init__(self, session: Session, memory: Callable[[Session], Memory]) -> None:
        self._reader = memory(session)
        own = [
            tool
            for tool in session.registered.values()
            if isinstance(tool, Tool) and tool.is_read_only and not tool.is_destructive
        ]
        self._tools = {
            tool.name: tool for tool in (*map(BUILT_IN.__getitem__, RETRIEVAL_TOOLS), *own)
        }

    def specs(self) -> tuple[ToolSpec, ...]:
        """Name, description and JSON Schema of the arguments of each tool."""
        return tuple(ToolSpec(**tool.schema()) for tool in self._tools.values())

    def has_own_limit(self, name: str) -> bool:
        """Whether a call of this tool ends in time by itself."""
        return name in _ENDED_BY_THE_STORE

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool answers, as JSON can hold it."""
        tool = self._tools.get(name)
        if tool is None:
            raise NotFound("tool", name)
        if name in RETRIEVAL_TOOLS:
            return tool.call(self._reader, arguments, None)
        try:
            return tool.call(self._reader, arguments, None)
        except RemembrancerError:
            raise
        except Exception as error:  # somebody else's code: the model is told, and goes on
            log.warning("The tool %s failed in an inquiry.", name, exc_info=error)
            raise QueryRefused(f"{name} failed with {type(error).__name__}.") from error
