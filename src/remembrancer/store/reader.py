"""The reader: everything of a space that is not an item, and the counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import FromClause, Select, bindparam, func, literal_column, or_, select

from remembrancer.core.ledger import Head, Verification
from remembrancer.core.principal import Person
from remembrancer.core.validation import is_text
from remembrancer.items.entity import Entity
from remembrancer.items.relation import Relation
from remembrancer.items.source import Source
from remembrancer.items.vote import Votes
from remembrancer.ports import Progress
from remembrancer.recall.summary import COUNTED_BY, Stats
from remembrancer.store import dump, schema
from remembrancer.store.access.idempotency_keys import AnswerReads
from remembrancer.store.access.tokens import TokenReads
from remembrancer.store.deliveries.deliveries import DeliveryReads
from remembrancer.store.deliveries.handed import HandedReads
from remembrancer.store.deliveries.walk_uses import WalkUses
from remembrancer.store.deliveries.walks import WalkReads
from remembrancer.store.dialect import among, pack
from remembrancer.store.erasure.erasures import ErasureReads
from remembrancer.store.items.accepted import AcceptedReads
from remembrancer.store.items.tasks import TaskReads
from remembrancer.store.jobs.feeds import FeedReads
from remembrancer.store.jobs.jobs import JobReads
from remembrancer.store.ledger import verify
from remembrancer.store.ledger.ledger import LedgerReads
from remembrancer.store.names import NameReads
from remembrancer.store.rows import (
    entity_from,
    named,
    person_from,
    relation_from,
    source_from,
)
from remembrancer.store.schema import (
    entity,
    item,
    message,
    person,
    relation,
    source,
    version,
    vote,
)
from remembrancer.store.search.embedding_backlog import VectorReads


class SqlReader(
    VectorReads,
    LedgerReads,
    ErasureReads,
    JobReads,
    FeedReads,
    WalkReads,
    WalkUses,
    DeliveryReads,
    HandedReads,
    AcceptedReads,
    TaskReads,
    TokenReads,
    AnswerReads,
    NameReads,
):
    """One consistent look at the store, through one scope."""

    def sources(self, ids: Iterable[str]) -> tuple[Source, ...]:
        rows = self._all(
            "sources",
            lambda: self._visible_rows(source).where(
                self._rights.raw_readable(source), among(source.c.id, "ids")
            ),
            ids=pack(ids),
        )
        return tuple(source_from(named(source, row)) for row in rows)

    def sources_of(self, type: str, given: str) -> tuple[Source, ...]:
        if not is_text(given):
            return ()
        rows = self._all(
            "sources.of",
            lambda: (
                self._visible_rows(source)
                .where(
                    self._rights.raw_readable(source),
                    source.c.type == bindparam("type"),
                    or_(
                        source.c.id == bindparam("given"),
                        source.c.external_id == bindparam("given"),
                    ),
                )
                .order_by(source.c.number.desc())
            ),
            type=type,
            given=given,
        )
        return tuple(source_from(named(source, row)) for row in rows)

    def votes(self, id: str) -> Votes:
        up, down, mine = self._one("votes", self._tally, id=id)
        return Votes(item_id=id, up=up, down=down, mine=mine)

    def tallies(self, ids: Sequence[str]) -> tuple[Votes, ...]:
        rows = self._all("votes.many", self._tallies, ids=pack(ids))
        found = {id: (up, down, mine) for id, up, down, mine in rows}
        none = (0, 0, None)
        return tuple(
            Votes(item_id=id, up=up, down=down, mine=mine)
            for id in ids
            for up, down, mine in (found.get(id, none),)
        )

    def stats(self, by: Collection[str]) -> Stats:
        """Counts of what is shared and visible. What is personal counts for nobody."""
        counts: dict[str, dict[str, int]] = {name: {} for name in COUNTED_BY}
        names = [name for name in COUNTED_BY if name in by]
        if names:
            for *words, count in self._counts_by(names):
                for name, word in zip(names, words, strict=True):
                    if word is not None:
                        counts[name][word] = counts[name].get(word, 0) + count
        items = self._one("stats.items", self._shared_items)
        messages = self._one("stats.messages", lambda: self._shared_raw(message))
        sources = self._one("stats.sources", lambda: self._shared_raw(source))
        return Stats(
            items=items[0],
            messages=messages[0],
            sources=sources[0],
            **{f"by_{name}": counted for name, counted in counts.items()},
        )

    def people(self) -> tuple[Person, ...]:
        rows = self._all("people", lambda: _people().order_by(person.c.name))
        return tuple(person_from(named(person, row)) for row in rows)

    def person(self, name: str) -> Person | None:
        if not is_text(name):
            return None
        row = self._one(
            "person", lambda: _people().where(person.c.name == bindparam("name")), name=name
        )
        return person_from(named(person, row)) if row else None

    def entities(self, *, kind: str | None = None) -> tuple[Entity, ...]:
        def build() -> Select[Any]:
            query = self._visible_rows(entity).where(entity.c.salt.is_not(None))
            if kind is not None:
                query = query.where(entity.c.kind == bindparam("kind"))
            return query.order_by(entity.c.number)

        rows = self._all(("entities", kind is None), build, **({"kind": kind} if kind else {}))
        return tuple(entity_from(named(entity, row)) for row in rows)

    def relations(self, *, end: str | None = None) -> tuple[Relation, ...]:
        """Relations of which the viewer may see both ends."""

        def build() -> Select[Any]:
            nodes = (
                self._select(None, item.c.id)
                .union_all(
                    select(entity.c.id).where(
                        self._rights.visible(entity), entity.c.salt.is_not(None)
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

        rows = self._all(("relations", end is None), build, **({"end_id": end} if end else {}))
        return tuple(relation_from(named(relation, row)) for row in rows)

    def has_texts(self) -> bool:
        """Something in the space can be searched for."""
        texts = schema.document.c
        return bool(
            self._all(
                "texts",
                lambda: select(texts.number).where(texts.space_n == bindparam("space_n")).limit(1),
            )
        )

    def verify(self, head: Head | None, *, progress: Progress | None = None) -> Verification:
        self._enter()  # a chain holds as a whole, whoever may see what of it
        return verify.walk(self._connection, self._statements, self._space, head, progress)

    def index_problems(self) -> tuple[str, ...]:
        from remembrancer.store.search import index  # which stands on the rooms above this one

        self._enter()
        return tuple(index.problems(self._connection, self._statements, self._space))

    def _enter(self) -> None:
        """From here on the engine hides nothing of the space; what queries hide is still hidden."""
        self._touch()
        self._connection.enter(self._space.number)

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        return dump.rows(self._connection, self._statements, self._space)

    # -- building statements

    def _visible_rows(self, table: FromClause) -> Select[Any]:
        return select(table).where(self._rights.visible(table))

    def _tally(self) -> Select[Any]:
        return self._voted().where(item.c.id == bindparam("id"))

    def _tallies(self) -> Select[Any]:
        return self._voted(item.c.id).where(among(item.c.id, "ids")).group_by(item.c.id)

    def _voted(self, *columns: Any) -> Select[Any]:
        return self._select(
            None,
            *columns,
            func.count().filter(vote.c.value == 1),
            func.count().filter(vote.c.value == -1),
            func.max(vote.c.value).filter(vote.c.principal == bindparam("viewer")),
        ).join(vote, vote.c.item_n == item.c.number)

    def _counts_by(self, names: Sequence[str]) -> list[Any]:
        """All that is asked for in one walk through the items."""
        columns = {
            "kind": version.c.kind,
            "status": self._status(),
            "domain": version.c.domain,
            "category": version.c.category,
        }
        count: Any = func.count()
        return self._all(
            ("stats", self._space.preset.status_axis, *names),
            lambda: (
                self._select(None, *(columns[name].label(f"by_{name}") for name in names), count)
                .where(item.c.is_personal == 0)
                .group_by(*(literal_column(f"by_{name}") for name in names))
            ),
            now=self._now_at(None),
            historical=self._historical_before(None),
        )

    def _shared_items(self) -> Select[Any]:
        """Without a look at what they say."""
        count: Any = func.count()
        return select(count).where(
            self._rights.visible(item),
            self._rights.readable(),
            item.c.is_personal == 0,
            item.c.erased_seq.is_(None),
        )

    def _shared_raw(self, table: FromClause) -> Select[Any]:
        count: Any = func.count()
        return select(count).where(
            self._rights.visible(table),
            self._rights.raw_readable(table),
            table.c.is_personal == 0,
            table.c.salt.is_not(None),
        )


def _people() -> Select[Any]:
    return select(person).where(person.c.space_n == bindparam("space_n"))
