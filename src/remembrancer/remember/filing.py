"""Stores many extracted items in several small transactions, so that no writer waits long.

After an interruption the job starts again. Items already stored from the same words are recognised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from remembrancer.core.limits import FILED_AT_ONCE_MAX
from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store, Writer
from remembrancer.reading.extraction_input import ExtractionInput
from remembrancer.remember import mentions, reconcile


def file_in_parts(
    store: Store,
    scope: Scope,
    tools: Tools,
    given: reconcile.Prepared,
    spoken: ExtractionInput,
    *,
    between: Callable[[Writer], None],
    last: Callable[[Writer], None],
    told: transactions.Told | None = None,
) -> reconcile.Filed:
    """Carries out the plan of each candidate.

    `between` runs in every unit of work except the last one; `last` runs in the last one.
    """
    *most, rest = _parts(given)

    def written(part: reconcile.Prepared) -> reconcile.Filed:
        def act(unit: Writer) -> reconcile.Filed:
            between(unit)
            return reconcile.file(unit, scope, tools, part)

        return transactions.written(store, scope, act, told=told)

    def end(unit: Writer) -> tuple[reconcile.Filed, mentions.Mentions]:
        filed = reconcile.file(unit, scope, tools, rest)
        again = mentions.renewed(unit, scope, spoken, given.candidates)
        last(unit)
        return filed, again

    done = [written(part) for part in most]
    filed, again = transactions.written(store, scope, end, told=told)
    joined = _joined([*done, filed])
    return joined._replace(
        reconfirmed=(*joined.reconfirmed, *again.items), plan=(*joined.plan, *again.plan)
    )


def _parts(given: reconcile.Prepared) -> Iterator[reconcile.Prepared]:
    for start in range(0, max(1, len(given.candidates)), FILED_AT_ONCE_MAX):
        part = slice(start, start + FILED_AT_ONCE_MAX)
        yield given._replace(
            candidates=given.candidates[part],
            meanings=given.meanings[part],
            judgements=given.judgements[part],
        )


def _joined(parts: Sequence[reconcile.Filed]) -> reconcile.Filed:
    """Joins the results. An item that a later part replaced no longer counts as stored."""
    superseded = {one.id: one for part in parts for one in part.superseded}
    items = {one.id: one for part in parts for one in part.items if one.id not in superseded}
    reconfirmed = {one.id: one for part in parts for one in part.reconfirmed}
    return reconcile.Filed(
        tuple(items.values()),
        tuple(superseded.values()),
        tuple(reconfirmed.values()),
        tuple(one for part in parts for one in part.contradictions),
        tuple(one for part in parts for one in part.skipped),
        tuple(one for part in parts for one in part.plan),
    )
