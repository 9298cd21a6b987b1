"""Links between items that the memory itself keeps: contradictions, and what became of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, bindparam, or_, select

from remembrancer.core.errors import InvalidInput
from remembrancer.core.grounds import Judged
from remembrancer.core.ledger import Action
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.rows import iso, named, relation_from, to_json
from remembrancer.store.schema import entity, item, relation
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork


class LinkReads:
    """Links with both ends visible to the viewer."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries

    def relations(self, *, end: str | None = None) -> tuple[Relation, ...]:

        def build() -> Select[Any]:
            nodes = (
                self._queries.select(None, item.c.id)
                .union_all(
                    select(entity.c.id).where(
                        self._view.rights.visible(entity), entity.c.salt.is_not(None)
                    )
                )
                .cte("nodes")
            )
            seen = select(nodes.c.id)
            query = select(relation).where(
                relation.c.space_n == bindparam("space_n"),
                relation.c.source.in_(seen),
                relation.c.target.in_(seen),
            )
            if end is not None:
                query = query.where(
                    or_(
                        relation.c.source == bindparam("end_id"),
                        relation.c.target == bindparam("end_id"),
                    )
                )
            return query.order_by(relation.c.number)

        rows = self._view.all(build, end is None, **({"end_id": end} if end else {}))
        return tuple(relation_from(named(relation, row)) for row in rows)


class LinkWrites(LinkReads):
    """Adds links."""

    def __init__(self, work: UnitOfWork, items: ItemReads) -> None:
        super().__init__(work, items)
        self._work = work

    def add_relation(
        self,
        draft: RelationDraft,
        *,
        settles: str | None = None,
        undoes: str | None = None,
        judged: Judged | None = None,
        reason: str | None = None,
    ) -> Relation:
        if "evidence" in draft.attrs:
            raise InvalidInput(
                "evidence is a field of its own: the ids of the messages that say so.",
                field="attrs",
            )
        attrs = {**draft.attrs, "evidence": list(draft.evidence)} if draft.evidence else draft.attrs
        row: dict[str, Any] = {
            "id": self._work.chance.id("rel"),
            "type": draft.type,
            "source": draft.source,
            "target": draft.target,
            "confidence": draft.confidence,
            "attrs": to_json(attrs, "attrs"),
            "owner": self._work.actor,
            "observed_at": iso(draft.observed_at or self._work.scope.now),
            "created_at": iso(self._work.scope.now),
        }
        made = self._work.put_sealed(committed_columns.RELATION, row, [], {})
        ends = {"items": [draft.source, draft.target], "relation": row["id"]}
        if settles is not None:
            detail = {"resolution": draft.attrs["action"], **ends}
            self._work.append(Action.CONTRADICTION_RESOLVE, settles, detail, [made], reason)
        elif undoes is not None:
            detail = {"undoes": undoes, **ends}
            self._work.append(Action.JUDGEMENT_UNDO, draft.target, detail, [made], reason)
        else:
            detail = {} if judged is None else judged.detail()
            self._work.append(Action.RELATION_ADD, row["id"], detail, [made], reason)
        self._work.flush()
        return relation_from(row)
