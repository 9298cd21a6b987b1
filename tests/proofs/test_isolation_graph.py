"""The graph tells nobody of what is hidden from them: by no name, id, count, path or error."""

from __future__ import annotations

import pytest
from sqlalchemy import ColumnElement, Table, bindparam

from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.visibility import Visibility
from tests import postgres
from tests.proofs.besieged_graph import besiege


def test_everybody_sees_the_graph_that_the_rule_gives() -> None:
    """Of 700 random calls by several people and programs none shows more or less than it.

    The soak makes 10,000."""
    besiege(700, 0)


def test_everybody_sees_no_more_of_the_graph_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    besiege(300, 1, postgres.fresh_url())


@pytest.mark.parametrize("table", ["entity", "edge"])
def test_the_proof_notices_a_graph_that_is_shown_to_programs(table: str) -> None:
    """Where the role of an admin lets programs see entities or relations that are personal to
    others, the proof above fails."""
    visible = Visibility.visible

    def all_of_it(rights: Visibility, asked: Table) -> ColumnElement[bool]:
        if asked.name in (table, "standing") and rights.sees_all_audiences:
            return asked.c.space_n == bindparam("space_n")
        return visible(rights, asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Visibility, "visible", all_of_it)
        patch.setattr(Sqlite, "statements", CompiledStatements(Sqlite.statements._dialect))
        with pytest.raises(AssertionError):
            besiege(700, 2)
