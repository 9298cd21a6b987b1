"""Putting together what is in use, where it is much: one item for several on the same topic."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from remembrancer.compression import compression_groups
from remembrancer.compression.compression_groups import Group
from remembrancer.compression.heading_prompt import headed
from remembrancer.core.errors import ModelFailed
from remembrancer.core.limits import COMPRESSED_ITEMS_MAX
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.governance import compressed_members
from remembrancer.governance.contradiction_relations import BOTH, unsettled
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.visibility import groups_of
from remembrancer.jobs import transactions
from remembrancer.jobs.schedule import ALL
from remembrancer.jobs.task import Task
from remembrancer.ports import LanguageModel, Reader, Writer

_REASON: Final = "Compressed: one item lists {count} of one sort."
_OF_YEAR: Final = "Compressed: one item lists {count} of the year {year}."
_COUNTED_MAX: Final = 100_000  # more than these make no difference
_AGAIN: Final = timedelta(days=1)  # until it is tried again where it could not be made fewer

log = logging.getLogger("remembrancer.work")


class _Pool(NamedTuple):
    """What is in use, and what may not be touched of it."""

    items: tuple[Item, ...]
    active: int  # items in use in all
    apart: frozenset[str]  # ids of items that somebody has to decide on


def handle(task: Task) -> None:
    """Puts related items together, and what became history into a summary of its year.

    Each group is written in the name of who contributed it, with no more rights than that.
    """
    scope = task.own_scope()
    pool, _ = transactions.read(task.store, scope, _pool)
    preset = task.space.preset
    found = compression_groups.years(preset, pool.items, now=scope.now, apart=pool.apart)
    taken = {one.id for group in found for one in group.members}
    # A summary of a year that is new comes on top of what is in use.
    count = pool.active + sum(
        1 - sum(one.lifecycle is Lifecycle.ACTIVE for one in group.members) for group in found
    )
    found += compression_groups.groups(
        preset, pool.items, count=count, now=scope.now, apart=pool.apart | taken
    )
    model = task.tools.for_task().llm
    told = [(group, _heading(scope, model, group)) for group in found]
    by_owner: defaultdict[str, list[tuple[Group, str | None]]] = defaultdict(list)
    for group, heading in told:
        by_owner[group.owner].append((group, heading))
    done = 0
    for owner, listed in by_owner.items():
        theirs = scope.model_copy(update={"viewer": _in_the_name_of(task, scope, owner, listed)})
        done += transactions.written(
            task.store,
            theirs,
            lambda unit, theirs=theirs, listed=listed: _put(  # type: ignore[misc]
                unit, theirs, listed
            ),
        )
        task.report(done, len(found))
    transactions.written(task.store, scope, lambda unit: _finish(task, unit, scope, done))


def _pool(reader: Reader) -> _Pool:
    page = reader.items.page(
        ItemFilter(lifecycle=(Lifecycle.ACTIVE, Lifecycle.HISTORICAL)), limit=COMPRESSED_ITEMS_MAX
    )
    disputed = unsettled(reader.candidates.links(BOTH, None))
    apart = frozenset(id for link in disputed for id in (link.source, link.target))
    return _Pool(page.items, reader.items.count_active(limit=_COUNTED_MAX), apart)


def _heading(scope: Scope, model: LanguageModel | None, group: Group) -> str | None:
    """What the model heads the list with; the list itself is made by rules, of the very words."""
    if group.year is not None or model is None or not (model.is_local or not group.is_personal):
        return None
    try:
        return headed(
            model,
            [part.text for part in group.parts],
            is_personal=group.is_personal,
            instructions=scope.space.preset.prompts.get("compression"),
        )
    except ModelFailed as error:
        log.warning("The model gave a compression no heading: %s", error)
    except Exception:  # of somebody else's code: the list does without
        log.exception("The model failed at a compression")
    return None


def _in_the_name_of(
    task: Task, scope: Scope, owner: str, listed: Sequence[tuple[Group, str | None]]
) -> Principal:
    """Who contributed it, as on record; else with the groups that its audience shows."""
    person, _ = transactions.read(task.store, scope, lambda reader: reader.people.get(owner))
    if person is not None:
        return person.as_principal()
    audiences = (one.audience for group, _ in listed for one in group.members)
    return Principal(owner, groups={name for one in audiences for name in groups_of(one)})


def _put(unit: Writer, scope: Scope, listed: Sequence[tuple[Group, str | None]]) -> int:
    """Groups of which nothing changed meanwhile; how many."""
    done = 0
    for group, heading in listed:
        stored = [unit.items.stored(one.id) for one in group.members]
        same = [
            now
            for now, before in zip(stored, group.members, strict=True)
            if now is not None and now.version == before.version
        ]
        if len(same) < len(group.members):
            continue  # it is looked at again the next time
        state = compression_groups.state_of(
            scope.space.preset, group, same, scope.now, heading=heading
        )
        reason = _REASON if group.year is None else _OF_YEAR
        why = reason.format(count=len(group.parts), year=group.year)
        compressed_members.compress(unit, same, state, why)
        done += 1
    return done


def _finish(task: Task, unit: Writer, scope: Scope, done: int) -> None:
    """Ends the work. Where too much is left in use, it stays due: at once if it got any further."""
    unit.idempotency.sweep_answers()
    above = scope.space.preset.compression.above
    is_over = above is not None and unit.items.count_active(limit=above + 1) > above
    if task.job.every is None and task.job.key == ALL and is_over:
        unit.jobs.finish(task.claim, next_due=scope.now + (_AGAIN if not done else timedelta(0)))
    else:
        task.finish(unit)
