"""Asking a memory in SQL."""

from __future__ import annotations

from typing import Any

from remembrancer import Memory
from remembrancer.graph.sql import ask as use_case


def ask(memory: Memory, query: str, params: Any = None) -> list[dict[str, Any]]:
    session = memory._session
    return use_case.ask(session.store, session.scope(), query, params)
