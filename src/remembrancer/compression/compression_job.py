"""The compression job: merges related items of a space that has too many."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from remembrancer.compression import compression_groups
from remembrancer.compression.compression_groups import CompressionGroup
from remembrancer.compression.heading_prompt import ask_for_heading
from remembrancer.core.errors import ModelFailed
from remembrancer.core.grounds import ActKind
from remembrancer.core.limits import COMPRESSED_ITEMS_MAX
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.governance import compressed_members
from remembrancer.governance.contradiction_relations import BOTH, UNDOES, unsettled
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.visibility import groups_of
from remembrancer.jobs import transactions
from remembrancer.jobs.schedule import ALL
from remembrancer.jobs.task import Task
from remembrancer.ports import LanguageModel, Reader, Writer

_REASON: Final = "Compressed: one item lists {count} of one sort."
_OF_YEAR: Final = "Compressed: one item lists {count} of the year {year}."
_COUNTED_MAX: Final = 100_000  # counting stops here
_AGAIN: Final = timedelta(days=1)  # until the next try, if nothing could be merged

log = logging.getLogger("remembrancer.work")


class _Pool(NamedTuple):
    """The active items, and those that must not be merged."""

    items: tuple[Item, ...]
    active: int  # number of all active items
    apart: frozenset[str]  # ids of items that wait for a person, or that a person took apart


def handle(task: Task) -> None:
    """Merges related items, and superseded items into summaries by year.

    Each group is written as its contributor, with the rights of the contributor.
    """
    scope = task.own_scope()
    pool, _ = transactions.read(task.store, scope, _pool)
    preset = task.space.preset
    groups = compression_groups.group_by_year(preset, pool.items, now=scope.now, apart=pool.apart)
    taken = {item.id for group in groups for item in group.members}
    # A new summary of a year adds to the active items.
    count = pool.active + sum(
        1 - sum(item.lifecycle is Lifecycle.ACTIVE for item in group.members) for group in groups
    )
    groups += compression_groups.group_related(
        preset, pool.items, count=count, now=scope.now, apart=pool.apart | taken
    )
    model = task.tools.for_task().llm
    told = [(group, _heading(scope, model, group)) for group in groups]
    by_owner: defaultdict[str, list[tuple[CompressionGroup, str | None]]] = defaultdict(list)
    for group, heading in told:
        by_owner[group.owner].append((group, heading))
    done = 0
    for owner, listed in by_owner.items():
        theirs = scope.model_copy(update={"viewer": _contributor(task, scope, owner, listed)})
        done += transactions.written(
            task.store,
            theirs,
            lambda unit, theirs=theirs, listed=listed: _write_groups(  # type: ignore[misc]
                unit, theirs, listed
            ),
        )
        task.report(done, len(groups))
    transactions.written(task.store, scope, lambda unit: _finish(task, unit, scope, done))


def _pool(reader: Reader) -> _Pool:
    page = reader.items.page(
        ItemFilter(lifecycle=(Lifecycle.ACTIVE, Lifecycle.HISTORICAL)), limit=COMPRESSED_ITEMS_MAX
    )
    disputed = unsettled(reader.candidates.links(BOTH, None))
    undone = [
        link
        for link in reader.candidates.links([UNDOES], None)
        if link.attrs.get("act") == ActKind.MERGED.value
    ]
    apart = frozenset(id for link in (*disputed, *undone) for id in (link.source, link.target))
    return _Pool(page.items, reader.items.count_active(limit=_COUNTED_MAX), apart)


def _heading(scope: Scope, model: LanguageModel | None, group: CompressionGroup) -> str | None:
    """The model's heading of a list. The list itself is built by rules from exact quotes."""
    if group.year is not None or model is None or not (model.is_local or not group.is_personal):
        return None
    try:
        return ask_for_heading(
            model,
            [part.text for part in group.parts],
            is_personal=group.is_personal,
            instructions=scope.space.preset.prompts.get("compression"),
        )
    except ModelFailed as error:
        log.warning("The model gave a compression no heading: %s", error)
    except Exception:  # third-party code; the list works without a heading
        log.exception("The model failed at a compression")
    return None


def _contributor(
    task: Task, scope: Scope, owner: str, listed: Sequence[tuple[CompressionGroup, str | None]]
) -> Principal:
    """The contributor as stored; otherwise with the groups that the audience implies."""
    person, _ = transactions.read(task.store, scope, lambda reader: reader.people.get(owner))
    if person is not None:
        return person.as_principal()
    audiences = (item.audience for group, _ in listed for item in group.members)
    return Principal(owner, groups={name for audience in audiences for name in groups_of(audience)})


def _write_groups(
    unit: Writer, scope: Scope, listed: Sequence[tuple[CompressionGroup, str | None]]
) -> int:
    """Writes the groups whose items did not change meanwhile; returns their number."""
    done = 0
    for group, heading in listed:
        stored = [unit.items.stored(item.id) for item in group.members]
        same = [
            now
            for now, before in zip(stored, group.members, strict=True)
            if now is not None and now.version == before.version
        ]
        if len(same) < len(group.members):
            continue  # the next run will look at it again
        state = compression_groups.compressed_state(
            scope.space.preset, group, same, scope.now, heading=heading
        )
        reason = _REASON if group.year is None else _OF_YEAR
        why = reason.format(count=len(group.parts), year=group.year)
        compressed_members.compress(unit, same, state, why)
        done += 1
    return done


def _finish(task: Task, unit: Writer, scope: Scope, done: int) -> None:
    """Finishes the job. If too many items are left, it stays due: at once after progress."""
    unit.idempotency.sweep_answers()
    above = scope.space.preset.compression.above
    is_over = above is not None and unit.items.count_active(limit=above + 1) > above
    if task.job.every is None and task.job.key == ALL and is_over:
        unit.jobs.finish(task.claim, next_due=scope.now + (_AGAIN if not done else timedelta(0)))
    else:
        task.finish(unit)
