"""Erasure reaches positions, resolutions, data points and the scores made of them."""

from __future__ import annotations

import pytest

from remembrancer import NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.team.debating import (
    DOMAIN,
    FINANCIAL,
    STRATEGY,
    fallen_back,
    for_a_person,
    later,
    opened,
)

WHY = "asked to"


@ON_EITHER_SORT
def test_a_finding_takes_its_debate_along(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A debate quotes the finding: it goes with it, with its resolution, its points and the scores
    in the graph; other debates stay."""
    store = memory("desk")
    finding = store.add(content="ACME lies about its margins.")
    debate = fallen_back(store, clock, disputed_finding=finding.id)
    later(clock, days=4)
    store.credibility.record_outcome(debate.id, correctness=1)
    other = for_a_person(store)
    assert other.precedents
    store.debates.decide(other.id, position=STRATEGY, reason="So it is.")
    store.credibility.record_outcome(other.id, correctness=1)
    assert store.credibility.score(FINANCIAL, DOMAIN).sample_size == 2
    certificate = store.erase(finding.id, reason=WHY)
    assert set(certificate.items) == {finding.id, debate.id, debate.resolution_id}
    assert certificate.removed["credibility_point"] == 2
    for look in (store.debates.get, store.debates.history, store.debates.snapshot):
        with pytest.raises(NotFound):
            look(debate.id)
    assert store.credibility.score(FINANCIAL, DOMAIN).sample_size == 1
    store.jobs.wait()
    for node in store.graph.entities(kind="AgentCredibility"):
        assert node.attrs["sample_size"] == 1
    assert "ACME" not in str(store.debates.history(other.id).export())
    assert not [hit for hit in store.recall("ACME lies").hits if "ACME" in hit.text]
    assert store.verify().ok


@ON_EITHER_SORT
def test_a_subject_takes_its_debates_along(memory: MemoryFactory) -> None:
    """By subject, with the positions; what a position only cited stays."""
    store = memory("desk")
    cited = store.add(content="Prices fell by a fifth.")
    debate = opened(store, subject="ACME", evidence=[cited.id])
    store.debates.position(debate.id, agent=FINANCIAL, text="ACME holds.", evidence=[cited.id])
    store.debates.position(debate.id, agent=STRATEGY, text="ACME holds.")
    resolution = store.debates.resolution(debate.id).id
    certificate = store.erase(subject="ACME", reason=WHY)
    assert set(certificate.items) == {debate.id, resolution}
    assert store.get(cited.id).content == "Prices fell by a fifth."
    assert not store.debates.list()
    assert store.verify().ok


@ON_EITHER_SORT
def test_a_source_takes_what_rests_on_it_along(memory: MemoryFactory) -> None:
    """A debate rests on what its positions cite: erasing that source reaches it."""
    store = memory("desk")
    made = store.remember(
        "Retail margins fell to 9 % in May.", source_type="document", source_id="memo-7"
    )
    (cited,) = made.items
    debate = opened(store)
    store.debates.position(
        debate.id, agent=STRATEGY, text="The memo says 9 %.", evidence=[cited.id]
    )
    said = store.get(cited.id).evidence[0].source_id
    certificate = store.erase(source=said, reason=WHY)
    assert debate.id in certificate.items
    with pytest.raises(NotFound):
        store.debates.get(debate.id)
    assert store.verify().ok
