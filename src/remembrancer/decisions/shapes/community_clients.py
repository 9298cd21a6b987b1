"""The clients of a community, and which of them still need attention.

A client is reviewed once somebody looked at one of the client's decisions here, by revisiting it or
by telling what came of it, at or after the time of the last of them. A look covers what was decided
before it; a decision that was made since makes the client outstanding again. That an item was
approved is no review of the client: where programs need a review, every decision here has one.
"""

from __future__ import annotations

from collections.abc import Iterable

from remembrancer.decisions.shapes.community import CommunityClient
from remembrancer.decisions.shapes.decision_facts import SpaceFacts


def clients_of(facts: SpaceFacts, members: Iterable[str]) -> tuple[CommunityClient, ...]:
    """The clients, outstanding ones first, in the order of their last decision."""
    decisions: dict[str, list[str]] = {}
    for id in members:
        for key in facts.decisions[id].clients:
            decisions.setdefault(key, []).append(id)
    made = []
    for key, ids in decisions.items():
        client = facts.clients[key]
        ids.sort(key=lambda id: facts.decisions[id].at)
        last = facts.decisions[ids[-1]].at
        looks = [at for id in ids if (at := facts.decisions[id].looked_at) is not None]
        looked = max(looks, default=None)
        made.append(
            CommunityClient(
                id=client.entity,
                name=client.name,
                subject=client.subject,
                decisions=tuple(ids),
                last_decided_at=last,
                looked_at=looked,
                is_reviewed=looked is not None and looked >= last,
            )
        )
    return tuple(sorted(made, key=lambda one: (one.is_reviewed, one.last_decided_at, one.name)))
