"""Items arrive without being held against what is known.

The plain model that the proofs compare with knows nothing of contradictions, which have proofs of
their own.
"""

from __future__ import annotations

import pytest

from remembrancer.flows import arrive


@pytest.fixture
def plain_arrivals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrive, "_CHECKING", frozenset())
