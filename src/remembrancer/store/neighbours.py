"""Neighbours: what is known in the same place that may say the same as something new.

The place is space, subject, domain, audience and personal flag; all of it is in the query. What
was turned down is found as well: it keeps the same from being learned again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, func, select

from remembrancer.model.item import Item, Lifecycle
from remembrancer.model.relation import Relation
from remembrancer.ports import Place
from remembrancer.rules.ranking import Scorer, Statistics
from remembrancer.store.dialect import Match, among, is_one_of, matches, pack, search
from remembrancer.store.items import is_live
from remembrancer.store.near import NearReads
from remembrancer.store.rows import iso, named, relation_from
from remembrancer.store.schema import document, item, relation, version
from remembrancer.store.search import item_prefix, newest, subject_word, telling

_LOOKED_AT = 60  # texts with a common word that are weighed, the newest
_COMPARED = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL, Lifecycle.DISMISSED)


class NeighbourReads(NearReads):
    """What stands beside something new, and which of it contradict each other."""

    def neighbours(
        self, terms: Sequence[str], statistics: Statistics, place: Place, *, limit: int
    ) -> tuple[Item, ...]:
        """Items of the place that share words with it, those with the most telling words first.

        They come bare: without evidence and without what they replaced.
        """
        number = self._space.number
        scope = None
        if place.subject is not None:
            scope = subject_word(number, self._space.key, place.subject)
        words = telling(terms, statistics, _LOOKED_AT, scope)
        if not words:
            return ()
        shape = tuple(value is None for value in (place.subject, place.domain, place.audience))
        values = {
            "match": Match(scope, [item_prefix(number) + stem for stem in words]),
            "limit": _LOOKED_AT,
            "place_personal": int(place.is_personal),
            **{
                f"place_{name}": getattr(place, name)
                for name, is_open in zip(("subject", "domain", "audience"), shape, strict=True)
                if not is_open
            },
        }
        rows = self._all(
            ("neighbours", shape, place.is_personal),
            lambda: self._beside_it(shape, place.is_personal),
            **values,
        )
        scorer = Scorer(terms, statistics)
        ranked = sorted(rows, key=lambda row: (-scorer.score(row[1], row[2]), -row[0]))
        keys = [row[0] for row in ranked[:limit]]
        # A version says the same as long as it is there: whoever files many things reads it once.
        known = self._bare
        known.update(self.items_by_key([key for key in keys if key not in known], is_bare=True))
        return tuple(known[key] for key in keys if key in known)

    def unconfirmed(
        self, place: Place, *, since: datetime, limit: int
    ) -> tuple[tuple[str, str], ...]:
        """Ids and words of active items there that were not confirmed since."""
        shape = (place.subject is None, place.audience is None)
        rows = self._all(
            ("neighbours.unconfirmed", shape, place.is_personal),
            lambda: self._unconfirmed(place),
            since=iso(since),
            now=self._now_at(None),
            limit=limit,
            place_personal=int(place.is_personal),
            **({} if place.subject is None else {"place_subject": place.subject}),
            **({} if place.audience is None else {"place_audience": place.audience}),
        )
        return tuple((row[0], row[1]) for row in rows)

    def _unconfirmed(self, place: Place) -> Select[Any]:
        confirmed = func.coalesce(version.c.last_confirmed_at, item.c.created_at)
        query = (
            self._select(None, item.c.id, version.c.content)
            .where(
                version.c.lifecycle == Lifecycle.ACTIVE.value,
                is_live(),
                confirmed <= bindparam("since"),
                item.c.is_personal == bindparam("place_personal"),
                _is_at(version.c.subject, "place_subject", is_open=place.subject is None),
                _is_at(item.c.audience, "place_audience", is_open=place.audience is None),
            )
            .order_by(version.c.expires_at.is_(None), version.c.expires_at, item.c.number.desc())
            .limit(bindparam("limit"))
        )
        if place.is_personal:
            query = query.where(item.c.owner == bindparam("viewer"))
        return query

    @cached_property
    def _bare(self) -> dict[int, Item]:
        """Items that were neighbours before, by the number of their version."""
        return {}

    def _beside_it(self, is_open: tuple[bool, ...], is_personal: bool) -> Select[Any]:
        columns: tuple[ColumnElement[Any], ...] = (
            version.c.subject,
            version.c.domain,
            item.c.audience,
        )
        texts = search.join(document, document.c.number == search.c.rowid)
        query = (
            select(version.c.number, document.c.tokens, document.c.length)
            .select_from(self._held(texts, None))
            .where(
                matches("match"),
                self._rights.visible(item),
                self._rights.readable(),
                item.c.erased_seq.is_(None),
                item.c.is_personal == bindparam("place_personal"),
                is_one_of(version.c.lifecycle, *_COMPARED),
            )
        )
        for name, column, unset in zip(
            ("subject", "domain", "audience"), columns, is_open, strict=True
        ):
            query = query.where(_is_at(column, f"place_{name}", is_open=unset))
        if is_personal:  # an admin sees what is personal to others; it is none of this
            query = query.where(item.c.owner == bindparam("viewer"))
        return newest(query)

    def links(self, types: Sequence[str], ends: Sequence[str] | None) -> tuple[Relation, ...]:
        """Relations of these types between items the viewer may see; of these items, or of all."""
        rows = self._all(
            ("links", ends is None),
            lambda: self._links(ends is None),
            types=pack(types),
            **({} if ends is None else {"ends": pack(ends)}),
        )
        return tuple(relation_from(named(relation, row)) for row in rows)

    def _links(self, of_all: bool) -> Select[Any]:
        first, second = item.alias("first_end"), item.alias("second_end")
        joined = relation.join(
            first, (first.c.space_n == relation.c.space_n) & (first.c.id == relation.c.source)
        ).join(
            second, (second.c.space_n == relation.c.space_n) & (second.c.id == relation.c.target)
        )
        query = (
            select(relation)
            .select_from(joined)
            .where(
                relation.c.space_n == bindparam("space_n"),
                relation.c.salt.is_not(None),
                among(relation.c.type, "types"),
                self._rights.visible(first),
                self._rights.visible(second),
                first.c.erased_seq.is_(None),
                second.c.erased_seq.is_(None),
            )
            .order_by(relation.c.number)
        )
        if of_all:
            return query
        return query.where(among(relation.c.source, "ends") | among(relation.c.target, "ends"))


def _is_at(column: ColumnElement[Any], name: str, *, is_open: bool) -> ColumnElement[bool]:
    return column.is_(None) if is_open else column == bindparam(name)
