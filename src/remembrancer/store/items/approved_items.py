"""Reading approved and mandatory items, which a bundle may contain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import Select, bindparam, func, not_, or_, text

from remembrancer.delivery.bundle.bundle import BundledItem
from remembrancer.delivery.bundle.port import Accepted, AllAccepted
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.port import ItemKey
from remembrancer.items.titles import shown_title
from remembrancer.store.dialect import is_due, pack
from remembrancer.store.engine import Question
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import accepted_from, read_from
from remembrancer.store.schema import item, version
from remembrancer.store.unit.scoped_reader import ScopedReader, head_position

_SINCE = func.coalesce(version.c.last_confirmed_at, item.c.created_at)
# In the order in which `rows.accepted_from` reads them.
_COLUMNS = (
    version.c.number,
    version.c.kind,
    func.length(version.c.title),
    func.length(version.c.content),
    version.c.source_type,
    version.c.confidence_base,
    version.c.admin_approved,
    version.c.live_confirmed,
    version.c.verifier_count,
    _SINCE,
)
# Written out as in the index `version_accepted`, so that the index is used.
_IS_ACCEPTED = text("version.review IN ('approved', 'mandatory')")


class ApprovedReads:
    """Items that are addressed to the viewer. Personal items are not included.

    A bundle ranks thousands of items and contains a few, so each row holds only what its rank
    needs: the length of its texts, not the texts.
    """

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._items = items
        self._queries = items.queries

    def ranked(
        self, review: Review, *, domain: str | None, limit: int | None = None
    ) -> list[Accepted]:
        """Items in use now with this review state, oldest first; with a limit, those that changed
        last, in the order of their changes."""
        (rows,) = self._view.all_of(self._asked(review, domain, limit))
        return self._decoded(rows, review)

    def all_ranked(self, *, domain: str | None, limit: int) -> AllAccepted:
        """Mandatory items, oldest first, and the approved items that changed last."""
        position, mandatory, approved = self._view.all_of(
            self._view.question(head_position),
            self._asked(Review.MANDATORY, domain, None),
            self._asked(Review.APPROVED, domain, limit),
        )
        at = position[0][0] if position else 0
        return AllAccepted(
            at,
            self._decoded(mandatory, Review.MANDATORY),
            self._decoded(approved, Review.APPROVED),
        )

    def bundled(self, listed: Sequence[Accepted]) -> dict[int, tuple[ItemKey, BundledItem]]:
        """Approved and mandatory items by key, with title and rank, as agents receive them."""
        keys = [accepted.key for accepted in listed]
        rows = self._view.all(self._queries.by_key, keys=pack(keys)) if keys else []
        found = [read_from(row[1:]) for row in rows]
        scores = {accepted.key: accepted.score for accepted in listed}
        for row, (_, values) in zip(rows, found, strict=True):
            values["title"] = shown_title(values["title"], values["content"], values["id"])
            values["score"] = scores[row[0]]
        finished = self._items.finished(found, None, is_bare=True, form=BundledItem)
        items = cast("list[BundledItem]", finished)
        return {row[0]: ((row[1], row[0]), item) for row, item in zip(rows, items, strict=True)}

    def _decoded(self, rows: list[tuple[Any, ...]], review: Review) -> list[Accepted]:
        rules = self._view.space.preset.confidence
        return accepted_from(reversed(rows), review, rules, self._view.scope.now)

    def _asked(self, review: Review, domain: str | None, limit: int | None) -> Question:
        retention = self._view.space.preset.retention.values()
        ages = any(rule.historical_after_days is not None for rule in retention)
        values: dict[str, Any] = {"accepted": review.value, "now": self._queries.now_at(None)}
        if ages:
            values["historical"] = self._queries.historical_before(None)
        if domain is not None:
            values["domain"] = domain
        if limit is not None:
            values["limit"] = limit
        return self._view.question(
            lambda: self._accepted(ages, by_domain=domain is not None, is_capped=limit is not None),
            ages,
            domain is None,
            limit is None,
            **values,
        )

    def _accepted(self, ages: bool, *, by_domain: bool, is_capped: bool) -> Select[Any]:
        query = self._queries.select(None, *_COLUMNS).where(
            self._view.rights.addressed(),
            _IS_ACCEPTED,
            version.c.review == bindparam("accepted"),
            version.c.lifecycle == Lifecycle.ACTIVE.value,
            or_(version.c.expires_at.is_(None), version.c.expires_at > bindparam("now")),
            or_(version.c.valid_until.is_(None), version.c.valid_until > bindparam("now")),
            or_(version.c.valid_from.is_(None), version.c.valid_from <= bindparam("now")),
        )
        if ages:
            query = query.where(not_(is_due(version.c.kind, _SINCE, "historical")))
        if by_domain:
            query = query.where(version.c.domain == bindparam("domain"))
        if not is_capped:
            return query.order_by(item.c.number.desc())
        # In index order, which needs no sorting.
        return query.order_by(version.c.number.desc()).limit(bindparam("limit"))
