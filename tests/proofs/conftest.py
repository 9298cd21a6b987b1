"""What several proofs share: one process that others are forked from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.proofs.nursery import Nursery
from tests.proofs.servers import fresh_url


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Loading everything takes longer than what most of its hands do, so that one is for all."""
    with Nursery(fresh_url()) as started:
        yield started
