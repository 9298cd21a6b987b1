"""The shape of a look: its query without what it was about, so that like looks count as one."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.limits import INQUIRY_SHAPE_CHARACTERS_MAX
from remembrancer.recall.walk_report import shape as shape_of_words

OUR_IDS: Final = re.compile(r"\b(?:km|rel|ent)_[0-9a-f]{12}\b")
_QUERY_LANGUAGES: Final = ("cypher", "sql", "neo4j")  # in the names of tools that take one
_VALUE: Final = "?"
# Quoted names are values as well: anybody can put anything between the marks.
_LITERAL: Final = re.compile(
    r"""/\*.*?\*/|--[^\n]*|//[^\n]*|'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|`[^`]*`|"""
    r"""(?<![\w$:])[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b""",
    re.DOTALL,
)
_COMMENT: Final = ("/*", "--", "//")
_VALUES: Final = re.compile(r"\?(?:\s*,\s*\?)+")


def look_shape(tool: str, query: str) -> str:
    """The form of one look. Queries in Cypher or SQL keep all but their values; others keep their
    grammatical words."""
    query = OUR_IDS.sub(_VALUE, query)
    if any(name in tool.casefold() for name in _QUERY_LANGUAGES):
        plain = _LITERAL.sub(_without_value, query)
        return _VALUES.sub(_VALUE, " ".join(plain.split()))[:INQUIRY_SHAPE_CHARACTERS_MAX]
    return shape_of_words(query) or ""


def _without_value(found: re.Match[str]) -> str:
    return " " if found[0].startswith(_COMMENT) else _VALUE
