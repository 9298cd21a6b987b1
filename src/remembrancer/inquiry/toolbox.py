"""The port of the tools that a model looks with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from remembrancer.core.model_turns import ToolSpec


class ToolBox(Protocol):
    """Tools that only look, with the rights of one reader."""

    def specs(self) -> tuple[ToolSpec, ...]:
        """What a model is told of each tool."""
        ...

    def has_own_limit(self, name: str) -> bool:
        """Whether a call of this tool ends in time by itself."""
        ...

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool answers, as JSON can hold it. Raises an error of ours where it does not."""
        ...
