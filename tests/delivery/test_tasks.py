"""Suggestions and reminders read few items; what they tell is what all items would give."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from remembrancer import Item, Lifecycle, Memory, Principal
from remembrancer.core.kinds import Family
from remembrancer.delivery.prompting import due_reminders as due
from remembrancer.delivery.prompting import suggestion_ranking as offers
from remembrancer.delivery.visible_items import for_caller
from remembrancer.items.kinds.kind_groups import by_kind, kinds
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ANNA, BERT
from tests.plain_arrivals import unchecked_arrivals

DAY = timedelta(days=1)
KINDS = ("fact", "action_item", "decision", "life_goal", "preference")
TAGS = ("pension", "follow_up", "Follow-Up", "done", "tax return", "tax_return")


def some_day(chance: random.Random, clock: FrozenClock) -> Any:
    """A deadline as people and programs write it, and what is none."""
    day = (clock.now + chance.randint(-9, 9) * DAY).date()
    year, week, weekday = day.isocalendar()
    return chance.choice(
        (
            day.isoformat(),
            f"{day:%Y%m%d}",
            f"{year}-W{week:02d}-{weekday}",
            f" {day.isoformat()}T12:30:00+02:00 ",
            f"\n{day.isoformat()}",
            "soon",
            "",
            20260131,
            None,
            {"deadline": day.isoformat()},
        )
    )


def fields(chance: random.Random, clock: FrozenClock, known: list[Item]) -> dict[str, Any]:
    held: dict[str, Any] = {}
    if chance.random() < 0.5:
        held["deadline"] = some_day(chance, clock)
    if chance.random() < 0.15:
        held["follow_up"] = chance.choice((True, False, "call them", " "))
    if chance.random() < 0.15:
        held["done"] = chance.choice((True, False, "yes"))
    if chance.random() < 0.1:
        held["status"] = chance.choice(("Done", "open", "klart "))
    if known and chance.random() < 0.3:
        ids = [chance.choice(known).id for _ in range(chance.randint(1, 2))]
        held["related_entries"] = chance.choice((ids, ids[0]))
    return held


def lived(memory: Memory, clock: FrozenClock, seed: int) -> list[Item]:
    """A hundred items over some weeks, a few of them personal, replaced or confirmed."""
    chance = random.Random(seed)
    added: list[Item] = []
    for number in range(100):
        held: Any = {chance.choice(("data", "metadata")): fields(chance, clock, added)}
        added.append(
            memory.acting_as(chance.choice((ANNA, BERT))).add(
                content=f"entry {number}",
                kind=chance.choice(KINDS),
                subject=chance.choice(("ellen", "tom", None)),
                tags=chance.sample(TAGS, chance.randint(0, 2)),
                is_personal=chance.random() < 0.1,
                valid_from=clock.now + 3 * DAY if chance.random() < 0.05 else None,
                **held,
            )
        )
        changed = chance.choice(added)
        if not changed.is_personal and memory.get(changed.id).lifecycle is Lifecycle.ACTIVE:
            if chance.random() < 0.1:
                memory.confirm(changed.id)
            elif chance.random() < 0.05:
                memory.dismiss(changed.id)
        clock.advance(chance.random() * DAY / 3)
    return added


def of_all(
    memory: Memory, viewer: Principal, clock: FrozenClock, subject: str | None
) -> tuple[list[str], list[str]]:
    """What would be offered and what is due, by the rules alone, of everything there is."""
    seen = memory.acting_as(viewer)
    scope = seen._session.scope()
    preset = scope.space.preset
    filters: Any = {} if subject is None else {"subject": subject}
    items = for_caller(scope, seen.items(limit=500, lifecycle="active", **filters))
    families = by_kind(preset)
    known = offers.SuggestionInput(
        items=[one for one in items if one.kind in families and one.kind != "preference"],
        families=families,
    )
    entries = offers.worth_offering(known, preset.suggestions, clock.now)
    tasks = kinds(preset, (Family.ACTION, Family.UNRESOLVED))
    open_ones = [one for one in items if one.kind in tasks]
    return (
        [offers.prompted(one, "en", clock.now).prompt for one in entries],
        [one.item.id for one in due.reminders(open_ones, within_days=4, now=clock.now)],
    )


def test_few_items_tell_what_all_would(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Whatever form a deadline has, whoever asks and of whom: not one suggestion or reminder
    differs from what the rules find in all items."""
    told = 0
    for seed in range(2):
        space = memory("adviser")
        with unchecked_arrivals():
            lived(space, clock, seed)
        for viewer in (ANNA, BERT):
            seen = space.acting_as(viewer)
            for subject in (None, "ellen"):
                prompts, reminded = of_all(space, viewer, clock, subject)
                found = [one.prompt for one in seen.suggestions(subject, locale="en")]
                assert found == prompts, (seed, viewer.name, subject)
                listed = [one.item.id for one in seen.reminders(4, subject=subject)]
                assert listed == reminded, (seed, viewer.name, subject)
                told += len(found) + len(listed)
        clock.advance(5 * DAY)
    assert told > 25


def test_what_lies_open_is_found_behind_what_is_done(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """However many older ones are done, the open one behind them is offered."""
    space = memory("adviser")
    space.add_many(
        {"content": f"call {number}", "kind": "action_item", "data": {"done": True}}
        for number in range(80)
    )
    clock.advance(DAY)
    left = space.add(content="send the forms", kind="action_item")
    clock.advance(30 * DAY)
    assert [one.item_id for one in space.suggestions()] == [left.id]
