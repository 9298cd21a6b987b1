"""Refusals say what to write instead."""

from __future__ import annotations

from remembrancer.core.errors import QueryRefused


def refusal(message: str) -> QueryRefused:
    return QueryRefused(message, language="cypher")
