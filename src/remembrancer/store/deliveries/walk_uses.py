"""Which hits were used, of answers that every member of a space may see. Used for learning."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, false, func, or_, select

from remembrancer.core.limits import LEARNED_WALKS_MAX, LEARNED_WALKS_PER_CALLER
from remembrancer.core.preset import MessageReaders
from remembrancer.items.kinds.decision_trace import DECISION_TYPE
from remembrancer.items.visibility import REVIEWED, WITHDRAWN
from remembrancer.recall.learned_weights import Use
from remembrancer.store.dialect import is_one_of, text_field
from remembrancer.store.schema import item, message, version, walk, walk_hit
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader


class WalkUseReads:
    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def uses(self) -> list[Use]:
        """For the newest reported walks of each caller, what was returned and what was used.

        A walk is left out completely if it returned anything that some member may not see, whoever
        asks: hidden content is never used for learning. Only the engine itself calls this, and it
        sees the walks of all callers.
        """
        recall = self._view.space.preset.recall
        shape = (recall.agents_need_review, recall.people_need_review, recall.messages)
        rows = self._view.all(
            self._uses,
            shape,
            per_caller=LEARNED_WALKS_PER_CALLER,
            most=LEARNED_WALKS_MAX,
        )
        return [
            Use(owner, number, category, bool(used), id)
            for owner, number, id, category, used in rows
        ]

    def _uses(self) -> Select[Any]:
        place = func.row_number().over(partition_by=walk.c.owner, order_by=walk.c.number.desc())
        ranked = (
            select(walk.c.number, walk.c.owner, place.label("place"))
            .where(
                walk.c.space_n == bindparam("space_n"),
                walk.c.is_reported == 1,
                ~self._holds_hidden(),
            )
            .subquery("ranked")
        )
        chosen = (
            select(ranked.c.number, ranked.c.owner)
            .where(ranked.c.place <= bindparam("per_caller"))
            .order_by(ranked.c.number.desc())
            .limit(bindparam("most"))
            .subquery("chosen")
        )
        return (
            select(chosen.c.owner, chosen.c.number, item.c.id, _category(), walk_hit.c.is_used)
            .select_from(
                chosen.join(walk_hit, walk_hit.c.walk_n == chosen.c.number)
                .join(item, is_row_of(walk_hit.c.item_n, item))
                .join(version, is_row_of(item.c.current, version))
            )
            .where(walk_hit.c.space_n == bindparam("space_n"))
            .order_by(chosen.c.number, walk_hit.c.rank)
        )

    def _holds_hidden(self) -> ColumnElement[bool]:
        return exists(
            select(walk_hit.c.rank).where(
                is_row_of(walk_hit.c.walk_n, walk),
                walk_hit.c.space_n == bindparam("space_n"),
                ~or_(
                    exists(
                        select(item.c.number).where(
                            is_row_of(walk_hit.c.item_n, item), self._is_common_item()
                        )
                    ),
                    exists(
                        select(message.c.number).where(
                            is_row_of(walk_hit.c.message_n, message), self._is_common_message()
                        )
                    ),
                ),
            )
        )

    def _is_common_item(self) -> ColumnElement[bool]:
        """Every member of the space, including programs, may see and recall the item."""
        recall = self._view.space.preset.recall
        if recall.agents_need_review or recall.people_need_review:
            accepted = is_one_of(item.c.review, *REVIEWED)
        else:
            accepted = ~is_one_of(item.c.review, *WITHDRAWN)
        return and_(
            item.c.space_n == bindparam("space_n"),
            item.c.erased_seq.is_(None),
            item.c.is_personal == 0,
            or_(item.c.audience.is_(None), item.c.audience == "all"),
            accepted,
        )

    def _is_common_message(self) -> ColumnElement[bool]:
        if self._view.space.preset.recall.messages is not MessageReaders.MEMBERS:
            return false()
        return and_(
            message.c.space_n == bindparam("space_n"),
            message.c.salt.is_not(None),
            message.c.is_personal == 0,
            or_(message.c.audience.is_(None), message.c.audience == "all"),
        )


def _category() -> ColumnElement[str]:
    """The category of an item; of a decision without one, its type."""
    return func.coalesce(version.c.category, text_field(version.c.data, DECISION_TYPE))
