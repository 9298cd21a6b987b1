"""Asking a memory in SQL."""

from __future__ import annotations

from typing import Any

from remembrancer import Memory


def ask(memory: Memory, query: str, params: Any = None) -> list[dict[str, Any]]:
    return memory.graph.sql(query, params)
