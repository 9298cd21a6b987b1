"""Isolation of the graph: all 10,000 calls."""

from __future__ import annotations

import pytest

from tests import postgres
from tests.proofs.besieged_graph import besiege
from tests.soak.size import seeded, sized

pytestmark = pytest.mark.soak

_CALLS_EACH = 1_000


def test_everybody_sees_the_graph_that_the_rule_gives() -> None:
    """Of 10,000 random calls none shows more or less of the graph than the caller may see."""
    for number in range(sized(ci=2, full=10)):
        besiege(_CALLS_EACH, seeded(200 + number))


def test_everybody_sees_no_more_of_the_graph_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    for number in range(sized(ci=1, full=10)):
        besiege(_CALLS_EACH, seeded(300 + number), postgres.fresh_url())
