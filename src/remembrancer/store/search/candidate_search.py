"""Candidate search: existing items in the same scope that may say the same as a new one.

The scope is space, subject, domain, audience and personal flag; the query contains all of it. An
item without a domain is compared with every domain. Among shared items, those for everybody are
compared with those for a group. Rejected items are found as well: they prevent the same from being
learned again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, bindparam, func, not_, select

from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.kinds.debate_kinds import OF_DEBATES
from remembrancer.items.relation import Relation
from remembrancer.items.retention import COMPRESSION
from remembrancer.search.bm25 import Scorer, Statistics
from remembrancer.search.port import ComparisonScope
from remembrancer.store.dialect import (
    MatchQuery,
    among,
    is_indexed,
    is_one_of,
    matches,
    pack,
    search,
)
from remembrancer.store.documents.index_words import item_prefix, subject_word
from remembrancer.store.in_force import is_live
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import item_from
from remembrancer.store.rows import iso, named, relation_from
from remembrancer.store.schema import document, item, relation, version
from remembrancer.store.search.text_search import TextSearchReads, newest, telling
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

_LOOKED_AT = 60  # the newest texts with a common word that are scored
_FEW = 30  # a subject with so few items is read whole: faster than a word search
_ELSEWHERE = 3  # at most one candidate in so many has an audience other than the scope's
_COMPARED = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL, Lifecycle.DISMISSED)


class CandidateSearch:
    """Existing items to compare with a new one, and which of them contradict each other."""

    def __init__(self, view: ScopedReader, items: ItemReads, search: TextSearchReads) -> None:
        self._view = view
        self._items = items
        self._queries = items.queries
        self._search = search

    def similar(
        self, terms: Sequence[str], statistics: Statistics, place: ComparisonScope, *, limit: int
    ) -> tuple[Item, ...]:
        """Items in the scope that share words with the text, those with the rarest words first.

        They come without evidence and without what they replaced.
        """
        number, scope = self._view.space.number, None
        if place.subject is not None:
            scope = subject_word(number, self._view.space.key, place.subject)
        words = telling(terms, statistics, _LOOKED_AT, scope)
        if not words:
            return ()
        if place.subject is not None and self._has_few(place.subject):
            held = frozenset(words)
            rows = [row for row in self._in(place) if not held.isdisjoint(row[1].split())]
            del rows[_LOOKED_AT:]
        else:
            rows = self._in(
                place, MatchQuery(scope, [(item_prefix(number) + stem,) for stem in words])
            )
        scorer = Scorer(terms, statistics)
        ranked = sorted(rows, key=lambda row: (-scorer.score(row[1], row[2]), -row[0]))
        keys = [row[0] for row in _nearest(ranked, place, limit)]
        # A version never changes, so a unit of work that compares many items reads each version
        # once.
        known = self._bare
        for key in self._items.extracted.keys() & set(keys) - known.keys():
            known[key] = item_from(
                self._items.extracted[key], self._view.space.preset, self._view.scope.now
            )
        known.update(self._items.by_key([key for key in keys if key not in known], is_bare=True))
        return tuple(known[key] for key in keys if key in known)

    def unconfirmed(
        self, place: ComparisonScope, *, since: datetime, limit: int
    ) -> tuple[tuple[str, str], ...]:
        """Ids and words of active items in the scope that were not confirmed since then."""
        shape = (place.subject is None, place.audience is None)
        rows = self._view.all(
            lambda: self._unconfirmed(place),
            shape,
            place.is_personal,
            since=iso(since),
            now=self._queries.now_at(None),
            limit=limit,
            place_personal=int(place.is_personal),
            **({} if place.subject is None else {"place_subject": place.subject}),
            **({} if place.audience is None else {"place_audience": place.audience}),
        )
        return tuple((row[0], row[1]) for row in rows)

    def _unconfirmed(self, place: ComparisonScope) -> Select[Any]:
        confirmed = func.coalesce(version.c.last_confirmed_at, item.c.created_at)
        query = (
            self._queries.select(None, item.c.id, version.c.content)
            .where(
                version.c.lifecycle == Lifecycle.ACTIVE.value,
                is_live(),
                confirmed <= bindparam("since"),
                not_(is_one_of(version.c.kind, *OF_DEBATES)),
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
        """Items that were candidates before, by version number."""
        return {}

    def _has_few(self, subject: str) -> bool:
        """Whether a subject has so few items that all of them can be read."""
        if subject in self._much_known:
            return False
        found = self._view.all(_few, place_subject=subject, limit=_FEW + 1)
        if len(found) > _FEW:
            self._much_known.add(subject)
            return False
        return True

    @cached_property
    def _much_known(self) -> set[str]:
        """Subjects with more than a few items. The number of items does not decrease."""
        return set()

    def _in(self, place: ComparisonScope, match: MatchQuery | None = None) -> list[Any]:
        """Texts in the scope, the newest first, with the number of their item's version.

        All of them, or the matching ones up to the limit.
        """
        shape = tuple(value is None for value in (place.subject, place.domain, place.audience))
        values: dict[str, Any] = {
            f"place_{name}": getattr(place, name)
            for name, is_open in zip(("subject", "domain", "audience"), shape, strict=True)
            if not is_open
        }
        if match is not None:
            values |= {"match": match, "limit": _LOOKED_AT}
        if place.before is not None:
            values["before"] = place.before
        return self._view.all(
            lambda: self._beside_it(place, shape, is_matched=match is not None),
            shape,
            place.is_personal,
            match is None,
            place.before is None,
            place_personal=int(place.is_personal),
            **values,
        )

    def _beside_it(
        self, place: ComparisonScope, is_open: tuple[bool, ...], *, is_matched: bool
    ) -> Select[Any]:
        texts: FromClause = (
            self._search.held_texts(search.join(document, is_indexed(document)), None)
            if is_matched
            else self._queries.known(None).join(document, is_row_of(version.c.document_n, document))
        )
        query = (
            select(version.c.number, document.c.tokens, document.c.length, item.c.audience)
            .select_from(texts)
            .where(
                self._view.rights.visible(item),
                self._view.rights.readable(),
                item.c.erased_seq.is_(None),
                document.c.tokens.is_not(None),
                item.c.is_personal == bindparam("place_personal"),
                is_one_of(version.c.lifecycle, *_COMPARED),
                not_(is_one_of(version.c.kind, *OF_DEBATES)),  # it quotes what others state
            )
        )
        of_any_subject, of_any_domain, for_everybody = is_open
        query = query.where(_is_at(version.c.subject, "place_subject", is_open=of_any_subject))
        if not of_any_domain:  # without a domain, any domain is compared
            in_it = _is_at(version.c.domain, "place_domain", is_open=False)
            query = query.where(version.c.domain.is_(None) | in_it)
        condition = _is_at(item.c.audience, "place_audience", is_open=for_everybody)
        if place.before is not None:  # a compressed entry stands for items that are older than it
            is_earlier = item.c.number < bindparam("before")
            query = query.where(is_earlier | (version.c.source_type == COMPRESSION))
        if place.is_personal:  # excludes other people's personal items, which an admin can see
            query = query.where(condition, item.c.owner == bindparam("viewer"))
        elif not for_everybody:  # an item for everybody is compared with all visible ones
            query = query.where(item.c.audience.is_(None) | condition)
        if is_matched:
            return newest(query.where(matches("match")))
        return query.order_by(document.c.number.desc())

    def links(self, types: Sequence[str], ends: Sequence[str] | None) -> tuple[Relation, ...]:
        """Relations of these types between visible items: those of the given items, or all."""
        rows = self._view.all(
            lambda: self._links(ends is None),
            ends is None,
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
                self._view.rights.visible(first),
                self._view.rights.visible(second),
                first.c.erased_seq.is_(None),
                second.c.erased_seq.is_(None),
            )
            .order_by(relation.c.number)
        )
        if of_all:
            return query
        return query.where(among(relation.c.source, "ends") | among(relation.c.target, "ends"))


def _nearest(ranked: Sequence[Any], place: ComparisonScope, limit: int) -> list[Any]:
    """The first candidates. Those with another audience get the smaller share of the limit."""
    room = limit // _ELSEWHERE
    elsewhere = [row for row in ranked[:limit] if row[3] != place.audience]
    left_out = {row[0] for row in elsewhere[room:]}
    if not left_out:
        return list(ranked[:limit])
    kept = {row[0] for row in elsewhere[:room]}
    return [row for row in ranked if row[3] == place.audience or row[0] in kept][:limit]


def _is_at(column: ColumnElement[Any], name: str, *, is_open: bool) -> ColumnElement[bool]:
    return column.is_(None) if is_open else column == bindparam(name)


def _few() -> Select[Any]:
    """A subject's items from the index, up to a limit. They are only counted, never returned."""
    return (
        select(version.c.number)
        .where(
            version.c.space_n == bindparam("space_n"),
            version.c.subject == bindparam("place_subject"),
            version.c.until_seq.is_(None),
        )
        .limit(bindparam("limit"))
    )
