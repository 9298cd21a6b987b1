"""Isolation of decisions: all 10,000 calls."""

from __future__ import annotations

import pytest

from tests import postgres
from tests.proofs.besieged_decisions import besiege
from tests.soak.size import seeded, sized

pytestmark = pytest.mark.soak

_CALLS_EACH = sized(ci=200, full=1_000)


def test_everybody_sees_the_decisions_that_the_rule_gives() -> None:
    """Of 10,000 random calls none shows more or less of the decisions than the caller may see."""
    for number in range(sized(ci=1, full=10)):
        besiege(_CALLS_EACH, seeded(400 + number))


def test_everybody_sees_no_more_decisions_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    for number in range(sized(ci=1, full=10)):
        besiege(_CALLS_EACH, seeded(500 + number), postgres.fresh_url())
