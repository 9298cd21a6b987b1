"""Isolation of shapes: worlds made by chance that differ only in what is hidden."""

from __future__ import annotations

import pytest

from tests import postgres
from tests.proofs.hidden_shapes import compared
from tests.soak.size import seeded, sized

pytestmark = pytest.mark.soak
pytest.importorskip("graspologic_native", reason="the extra shapes is not installed")


def test_shapes_tell_nothing_of_what_is_hidden() -> None:
    """Vectors, communities, fingerprints, simulations and what was learned are the same in both
    worlds, for whoever asks."""
    for number in range(sized(ci=2, full=40)):
        assert compared(seeded(900 + number)) >= 60


def test_shapes_tell_nothing_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    for number in range(sized(ci=1, full=20)):
        assert compared(seeded(950 + number), postgres.fresh_url) >= 60
