"""What a plan of PostgreSQL reads and calls: a third look at a caller's SELECT, by the server.

The role that runs the SELECT can read no table, but every role can read the server's catalogues
and call most of its functions. The plan names them all, in the server's own words, before any of
it runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

# A quoted text, as the server writes it; with E before it, a backslash escapes.
_TEXT: Final = re.compile(r"\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'", re.DOTALL)
_CALL: Final = re.compile(r'((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))*)\(')
_FUNCTIONS: Final = frozenset(
    (
        # what a query may call
        *("count", "sum", "avg", "min", "max", "lower", "upper", "length", "btrim", "substr"),
        *("abs", "round", "left", "coalesce", "nullif", "trim", "exists"),
        # what the views and the policies of their tables call
        *("pg_backend_pid", "current_setting", "string_to_array", "strpos"),
    )
)
# The server does not write a setting's name otherwise than the query did.
_SETTING: Final = re.compile(r"current_setting\((?!'remembrancer\.\w+'::text)")


def is_within(plan: Any, schemas: frozenset[str]) -> bool:
    """The plan reads relations of these schemas alone, and calls functions on the list alone."""
    for name, value in _leaves(plan):
        if name == "Schema" and value not in schemas:
            return False
        if _SETTING.search(value):
            return False
        for called in _CALL.findall(_TEXT.sub("''", value)):
            if called.replace('"', "").lower() not in _FUNCTIONS:
                return False
    return True


def _leaves(node: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in the plan, with the name that it stands under."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _leaves(value, key)
    elif isinstance(node, list):
        for value in node:
            yield from _leaves(value, name)
    elif isinstance(node, str):
        yield name, node
