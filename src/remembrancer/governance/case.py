"""A case: all that a person wants to see before deciding on an item."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.rejection import EarlierRejection
from remembrancer.items.item import Item
from remembrancer.items.vote import Votes


class Case(Value):
    item: Item  # with its evidence
    contradictions: tuple[Contradiction, ...]  # open ones that it is a side of
    neighbours: tuple[Item, ...]  # in use, in the same place, that share words; without evidence
    votes: Votes
    rejected_before: tuple[EarlierRejection, ...] = ()  # the same, turned down before
    leaves: tuple[Item, ...] = ()  # in force, and out of it once this one is accepted
