"""A review case: everything a person needs to decide on an item."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.rejection import EarlierRejection
from remembrancer.items.item import Item
from remembrancer.items.vote import Votes


class Case(Value):
    item: Item  # with its evidence
    contradictions: tuple[Contradiction, ...]  # open ones with this item
    neighbours: tuple[Item, ...]  # active, same place, shared words; without evidence
    votes: Votes
    rejected_before: tuple[EarlierRejection, ...] = ()  # rejections of the same statement
    leaves: tuple[Item, ...] = ()  # in force until this item is accepted
