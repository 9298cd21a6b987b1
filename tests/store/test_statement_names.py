"""Statements are kept by name: two of one name would serve each other in silence."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

from remembrancer import store

ASKING = {"_all", "_one", "_each", "_run", "_execute"}


def test_a_name_stands_for_one_statement() -> None:
    """Wherever in the store a name is used, the same function builds what it stands for."""
    built: dict[str, set[str]] = defaultdict(set)
    for path in Path(*store.__path__).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ASKING
                and len(node.args) > 1
                and isinstance(node.args[0], ast.Constant)
            ):
                built[str(node.args[0].value)].add(ast.unparse(node.args[1]))
    assert len(built) > 100
    assert {name: found for name, found in built.items() if len(found) > 1} == {}
