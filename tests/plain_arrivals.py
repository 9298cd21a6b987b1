"""Items arrive without being held against what is known, and stay as they came.

The plain model that the proofs compare with knows nothing of contradictions, of compression, of
tags and of what a program passes on, which have proofs of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from remembrancer.reading import entity_tags, taint_tracking
from remembrancer.remember import contradiction_check
from remembrancer.store.items.compression_due import CompressionDue


@pytest.fixture
def plain_arrivals(monkeypatch: pytest.MonkeyPatch) -> None:
    arrive_plainly(monkeypatch)


@contextmanager
def unchecked_arrivals() -> Iterator[None]:
    """For filling a store: items are not held against each other, which takes most of the time
    where many are alike. Everything else happens to them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contradiction_check, "_CHECKING", frozenset())
        yield


def arrive_plainly(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(contradiction_check, "_CHECKING", frozenset())
    patch.setattr(CompressionDue, "make_due", lambda _: None)
    patch.setattr(taint_tracking, "_handed", lambda *_: ())
    patch.setattr(entity_tags.EntityTagger, "with_entities", lambda _, new: new)
