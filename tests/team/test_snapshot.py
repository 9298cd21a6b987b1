"""The snapshot of a debate: what was known when it was opened, the same for all."""

from __future__ import annotations

import pytest

from remembrancer import Conflict, NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.team.debating import FINANCIAL, STRATEGY, agent, for_a_person, later, opened


@ON_EITHER_SORT
def test_what_comes_later_is_not_in_it(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A write after the opening, and a change of what was known, show nowhere in the snapshot, and
    both agents read the same; the memory itself shows it (S3-56)."""
    store = memory("desk")
    known = store.add(content="Margins are 12 %.")
    debate = for_a_person(store)
    later(clock, hours=1)
    new = store.add(content="Margins were 8 % in May.")
    store.update(known.id, content="Margins are 11 %.")
    views = [agent(store, name).debates.snapshot(debate.id) for name in (FINANCIAL, STRATEGY)]
    for view in views:
        assert [one.content for one in view.items()] == ["Margins are 12 %."]
        assert view.get(known.id).content == "Margins are 12 %."
        assert [hit.text for hit in view.recall("margins").hits] == ["Margins are 12 %."]
        with pytest.raises(NotFound):
            view.get(new.id)
        assert view.at < clock()
    first, second = (view.items().export() for view in views)
    assert first == second
    store.debates.decide(debate.id, position=FINANCIAL, reason="So it is.")
    assert views[0].items().export() == first
    assert store.get(known.id).content == "Margins are 11 %."
    assert store.debates.snapshot(debate.id).mark.is_settled


@ON_EITHER_SORT
def test_it_is_locked(memory: MemoryFactory) -> None:
    """Nothing can be written through it, and the message says where to write."""
    store = memory("desk")
    view = store.debates.snapshot(opened(store).id)
    for verb in ("add", "update", "remember", "erase"):
        with pytest.raises(Conflict, match="locked"):
            getattr(view, verb)
    with pytest.raises(NotFound):
        store.debates.snapshot("km_000000000000")


@ON_EITHER_SORT
def test_erasure_and_permissions_reach_it(memory: MemoryFactory) -> None:
    """What was erased since is not in it, and today's permissions decide."""
    store = memory("desk")
    gone = store.add(content="A secret of ACME.", subject="ACME")
    closed = store.add(content="For the deal team.", audience="group:deals")
    debate = opened(store)
    assert len(store.debates.snapshot(debate.id).items()) == 2
    store.erase(subject="ACME", reason="asked to")
    view = agent(store, FINANCIAL).debates.snapshot(debate.id)
    assert [one.content for one in view.items()] == ["[erased]"]
    assert view.get(gone.id).content == "[erased]"
    with pytest.raises(NotFound):
        view.get(closed.id)
