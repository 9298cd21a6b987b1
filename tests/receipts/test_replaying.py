"""Replaying: a receipt is what it was, whatever happens after it."""

from __future__ import annotations

import pytest

from remembrancer.store.postgres import postgres_scrub
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.receipts.later import Later


@ON_EITHER_SORT
def test_receipts_replay_after_many_changes(
    memory: MemoryFactory, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte, save what was erased or may not be seen any more. In the soak after a
    thousand changes."""
    monkeypatch.setattr(postgres_scrub, "scrub", lambda *_given, **_named: ())
    later = Later(memory("corporate"), clock, seed=1)
    later.deliver(3)
    later.live(15)
    later.deliver(3)
    later.live(15)
    assert later.erased
    later.check()


@ON_THE_FASTEST
def test_every_form_replays_after_many_changes(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Bundle, request, summary, briefing, reminders and suggestions, each byte for byte."""
    later = Later(memory("companion"), clock, seed=3, kind="unresolved")
    for _ in range(3):
        later.deliver(6)
        later.live(12)
    assert later.erased
    kinds = {later.kind_of(one) for one in later.for_real}
    assert kinds == {"bundle", "compose", "summary", "briefing", "reminder", "suggestions"}
    later.check()
