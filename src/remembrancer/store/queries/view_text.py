"""The text of a view: a statement in which the parameters are read from the row of rights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import CompoundSelect, Dialect, Select

from remembrancer.store.queries.rights import GROUPS, NUMBERS, TEXTS

_NAMES = frozenset({*TEXTS, *NUMBERS, GROUPS})


def view_text(
    query: Select[Any] | CompoundSelect[Any],
    dialect: Dialect,
    *,
    read: Callable[[str], str],
    place: Callable[[str], str],
) -> str:
    """The query as one text; fixed values are written out.

    `read` gives the SQL that reads a value of the row of rights, `place` the full name of a table.
    """

    class ViewCompiler(dialect.statement_compiler):  # type: ignore[name-defined, misc]
        def visit_bindparam(self, bindparam: Any, **options: Any) -> str:
            if bindparam.key in _NAMES:
                return read(bindparam.key)
            return str(self.render_literal_value(bindparam.value, bindparam.type))

        def visit_table(self, table: Any, asfrom: bool = False, **options: Any) -> str:
            text = str(super().visit_table(table, asfrom=asfrom, **options))
            return place(text) if asfrom else text

    return " ".join(str(ViewCompiler(dialect, query)).split())
