"""Decisions tell nobody of what is hidden from them: by no chain, context, count, link or error."""

from __future__ import annotations

import pytest
from sqlalchemy import ColumnElement, bindparam, exists, select

from remembrancer.store.decisions.decision_reads import DecisionReads
from remembrancer.store.schema import edge, item
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.store.statement import CompiledStatements
from tests import postgres
from tests.proofs.besieged_decisions import besiege


def test_everybody_sees_the_decisions_that_the_rule_gives() -> None:
    """Of 500 random calls by several people and programs none shows more or less than it.

    The soak makes 10,000."""
    besiege(500, 0)


def test_everybody_sees_no_more_decisions_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    besiege(200, 1, postgres.fresh_url())


def test_the_proof_notices_chains_that_show_what_is_hidden() -> None:
    """Where a chain does not ask who may see its ends, the proof above fails."""

    def anybody(reads: DecisionReads, end: ColumnElement[str]) -> ColumnElement[bool]:
        return exists(
            select(item.c.number)
            .where(item.c.space_n == bindparam("space_n"), item.c.id == end)
            .correlate(edge)
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DecisionReads, "_is_seen", anybody)
        patch.setattr(Sqlite, "statements", CompiledStatements(Sqlite.statements._dialect))
        with pytest.raises(AssertionError):
            besiege(500, 2)
