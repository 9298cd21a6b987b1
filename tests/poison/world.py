"""A space that holds trusted knowledge, and what must be so after something hostile came."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from datetime import timedelta
from itertools import count
from typing import Any, NamedTuple

from remembrancer import Item, Lifecycle, Memory, Review, Trust
from remembrancer.items.trust import RANK, lowest
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.people import ADA, ANNA
from tests.poison.hostile import SUBJECT, Arrived

MANDATORY = (
    "Payments above 50,000 kr need two signatures.",
    "Utbetalningar över 50 000 kr kräver två underskrifter.",
)
APPROVED = (
    "The account number of Erik is 5501-1234567.",
    "Kontonumret för Erik är 5501-1234567.",
    "The bank of Erik is Handelsbanken.",
)
SAID = (
    "The retirement age of Erik is 58.",
    "Pensionsåldern för Erik är 58 år.",
    "The monthly fee of Erik is 900 kr.",
    "The salary of Erik is 50,000 kr a month.",
    "The risk profile of Erik is cautious.",
    "Erik prefers email.",
    "Erik föredrar e-post.",
    "Erik lives in Malmö.",
    "Erik bor i Malmö.",
    "The auditor of the company is Karin.",
    "Revisorn heter Karin.",
    "Revenue excludes VAT.",
)

_DECIDED = (Review.APPROVED, Review.MANDATORY)
_numbers = count(1)


class House:
    """One store with tools of its own, and a space for each test."""

    def __init__(self, opened: ExitStack, **tools: Any) -> None:
        self.clock = FrozenClock(START)
        self._memory = opened.enter_context(
            Memory.open(
                ":memory:",
                space="lobby",
                clock=self.clock,
                principal=ADA,
                background=False,
                **tools,
            )
        )

    def space(self, preset: str) -> Memory:
        """An empty one, seen by an admin."""
        return self._memory.in_space(f"space {next(_numbers)}", preset)

    def world(self, preset: str) -> World:
        """One that holds trusted knowledge."""
        return trusted(self.space(preset), self.clock)


class World(NamedTuple):
    """A memory, and the trusted items in it as they were before."""

    memory: Memory
    decided: dict[str, Item]  # a person vouched for them
    said: dict[str, Item]  # a person said them


def trusted(memory: Memory, clock: FrozenClock) -> World:
    """What people said, approved and made binding, a day before anything hostile comes."""
    admin = memory.acting_as(ADA)
    mandatory, approved = (_added(admin, texts) for texts in (MANDATORY, APPROVED))
    said = _added(memory.acting_as(ANNA), SAID)
    for id in mandatory:
        admin.review.mandate(id, reason="the board decided so")
    for id in approved:
        admin.review.approve(id)
    clock.advance(timedelta(days=1))
    decided = {id: admin.get(id) for id in (*mandatory, *approved)}
    return World(admin, decided, {id: admin.get(id) for id in said})


def _added(memory: Memory, texts: Iterable[str]) -> list[str]:
    return [one.id for one in memory.add_many({"content": t, "subject": SUBJECT} for t in texts)]


def everything(memory: Memory) -> list[Item]:
    """All items, in use or not."""
    found: list[Item] = []
    cursor: str | None = None
    while True:
        page = memory.items(limit=500, cursor=cursor)
        found += page.items
        cursor = page.next
        if cursor is None:
            return found


def new_ones(world: World) -> list[Item]:
    known = world.decided.keys() | world.said.keys()
    return [one for one in everything(world.memory) if one.id not in known]


def check_trusted(world: World, *, by_people: bool = False) -> None:
    """Nothing trusted was changed. People may replace what people said, and nothing more."""
    for id, before in world.decided.items():
        now = world.memory.get(id)
        if by_people:  # said again by a person, it is as fresh as that
            assert (now.content, now.lifecycle, now.review, now.trust) == (
                before.content,
                Lifecycle.ACTIVE,
                before.review,
                before.trust,
            )
        else:
            assert not changes(before, now), changes(before, now)
    if not by_people:
        for id, before in world.said.items():
            changed = changes(before, world.memory.get(id))
            assert not changed, f"{before.content}: {changed}"


def changes(before: Item, now: Item) -> dict[str, object]:
    """The fields of an item that are not what they were.

    What arrives late may end beneath it: that is no change of its own.
    """
    told = now.model_dump(exclude={"supersedes"})
    return {name: one for name, one in told.items() if getattr(before, name) != getattr(now, name)}


def check_new(world: World, arrived: Iterable[Arrived]) -> list[Item]:
    """What came of it was not promoted, is trusted no more than its source, and leads there."""
    trust_of = {place: one.trust for one in arrived for place in one.places}
    stored = new_ones(world)
    for item in stored:
        told = f"{item.id}: {item.content!r}"
        assert item.review not in _DECIDED, told
        assert not item.admin_approved, told
        assert not item.verifier_count, told
        assert not item.live_confirmed, told
        assert item.source_type != "admin_mandate", told
        check_traceable(world.memory, item, trust_of)
    return stored


def check_traceable(memory: Memory, item: Item, trust_of: dict[str, Trust]) -> None:
    """Its quotes stand word for word where they are said to, in what came; and who acted is
    known."""
    told = memory.provenance(item.id)
    assert told.item == item
    assert told.changes
    assert all(one.actor for one in told.changes)
    assert item.evidence
    sources = {one.id: one for one in told.sources}
    trusts: list[Trust] = []
    for one in item.evidence:
        if one.conversation_id is not None:
            messages = memory.conversations.messages(one.conversation_id)
            (message,) = (said for said in messages if said.id == one.message_id)
            text, place = message.content, one.conversation_id
            trusts.append(message.trust)
        else:
            assert one.source_id is not None
            text, place = sources[one.source_id].content, one.source_id
            trusts.append(sources[one.source_id].trust)
        assert one.quote
        assert text[one.start : one.end] == one.quote
        trusts.append(trust_of[place])
    assert RANK[item.trust] <= RANK[lowest(trusts)]
