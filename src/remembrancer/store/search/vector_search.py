"""Vector search: texts with a meaning similar to a query, and messages around others.

Vectors lead to document numbers only. The query that looks them up decides who may see them, with
the same filters inside as the text search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import Any

from sqlalchemy import Select, bindparam, select

from remembrancer.core.limits import (
    MESSAGES_CACHED_MAX,
    SCOPE_TEXTS_COMPARED_MAX,
    VECTORS_CACHED_MAX,
)
from remembrancer.items.filters import RecallFilter
from remembrancer.items.visibility import may_read_messages, may_see
from remembrancer.ports import LedgerPoint
from remembrancer.search.port import (
    CachedMessages,
    Candidate,
    PackedCodes,
    QueryVector,
    VectorMatch,
)
from remembrancer.store.caches.message_cache import ChosenTexts, Columns, Narrowed
from remembrancer.store.caches.vector_cache import Load, Similarities, VectorState
from remembrancer.store.caches.vector_codes import VectorCodes, is_outdated
from remembrancer.store.dialect import MatchQuery, is_indexed, matches, pack, search
from remembrancer.store.documents.index_words import subject_word
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import conversation, document
from remembrancer.store.search import vector_queries
from remembrancer.store.search.coded_search import CodedSimilarities, StoredVectors
from remembrancer.store.search.kept_codes import KeptCodesReads, packed
from remembrancer.store.search.narrow_times import Kind
from remembrancer.store.search.ranked_search import RankedVectorReads, nearest_first
from remembrancer.store.search.recall_filters import filter_values
from remembrancer.store.search.text_search import TextSearchReads, newest
from remembrancer.store.unit.scoped_reader import ScopedReader

_Filled = frozenset[str]
_TRIES = 3  # after so many, all texts that pass the filters are compared instead
_MORE_BY_CODES = 100  # vectors looked up beside those wanted: codes tell their order roughly


class VectorSearchReads:
    """Texts of the scope's space that its viewer may recall, by vector similarity."""

    def __init__(self, view: ScopedReader, items: ItemReads, search: TextSearchReads) -> None:
        self._view = view
        self._queries = items.queries
        self._search = search
        self._ranked = RankedVectorReads(view, search.texts)
        self._states: dict[str, VectorState] = {}  # by model, the last vector
        # The last document and the last erasure.
        self._texts_state: tuple[int | None, int | None] | None = None
        self._stored: dict[QueryVector, StoredVectors] = {}
        self._kept = KeptCodesReads(view)

    def items(
        self, meaning: QueryVector, filter: RecallFilter, *, limit: int, at: LedgerPoint | None
    ) -> list[VectorMatch]:
        return self._near("items", meaning, filter, limit, at)

    def messages(
        self,
        meaning: QueryVector,
        filter: RecallFilter,
        *,
        limit: int,
        at: LedgerPoint | None,
        author: str | None = None,
    ) -> list[VectorMatch]:
        return self._near("messages", meaning, filter, limit, at, author)

    def similarity(
        self, meaning: QueryVector, texts: Sequence[int]
    ) -> dict[int, tuple[float, float]]:
        """The similarity of each whole text and of its nearest part, for texts with vectors."""
        if not texts:
            return {}
        if not self._view.connection.ranks_vectors:
            if self._is_large(meaning.model):
                return self._stored_for(meaning).of(texts)
            key, state, load = self._matrix_of(meaning)
            return self._view.vector_cache.matrix(key, state, load).likeness_of(
                texts, meaning.vector
            )
        return self._ranked.similarity(meaning, texts)

    def cached_messages(
        self, filter: RecallFilter, *, at: LedgerPoint | None
    ) -> CachedMessages | None:
        """Every message that passes the filters; None: too many, or the engine searches."""
        if self._view.connection.ranks_vectors:
            return None
        last, gone = self._texts_state or self._view.one(vector_queries.texts_state)
        state = VectorState(last or 0, gone or 0)
        is_large = self._view.vector_cache.is_above(
            (self._view.space.number, None),
            state,
            MESSAGES_CACHED_MAX,
            lambda: self._view.one(vector_queries.message_count)[0],
        )
        if is_large or any(map(self._is_large, self._states)):
            return None
        columns = self._view.vector_cache.columns(
            self._view.space.number,
            state,
            lambda above: self._view.each(vector_queries.all_messages, above=above),
        )
        viewer, rules = self._view.scope.viewer, self._view.space.preset.recall

        def may_read(owner: str, audience: str | None, is_personal: bool) -> bool:
            return may_see(
                viewer, owner=owner, audience=audience, is_personal=is_personal
            ) and may_read_messages(viewer, rules, owner=owner)

        narrowed = Narrowed(
            filter.subject,
            self._places_named(filter.conversation_id),
            filter.since,
            filter.until,
            None if at is None else at.seq,
        )
        return ChosenTexts(columns, columns.chosen(may_read, narrowed), self._likeness_of)

    def _places_named(self, conversation_id: str | None) -> frozenset[int] | None:
        if conversation_id is None:
            return None
        rows = self._view.all(
            lambda: select(conversation.c.number).where(
                # Only the message itself decides who may see it.
                conversation.c.space_n == bindparam("space_n"),
                conversation.c.id == bindparam("id"),
            ),
            id=conversation_id,
        )
        return frozenset(row[0] for row in rows)

    def _likeness_of(self, columns: Columns, chosen: Any, meaning: QueryVector) -> tuple[Any, Any]:
        key, state, load = self._matrix_of(meaning)
        matrix = self._view.vector_cache.matrix(key, state, load)
        return matrix.likeness_in(columns, chosen, meaning.vector)

    def has_vectors(self, model: str) -> bool:
        """Some text of the space was embedded with the model."""
        return bool(self._vector_state(model).last)

    def _vector_state(self, model: str) -> VectorState:
        """The last vector and erasure, as this reader sees them."""
        known = self._states.get(model)
        if known is None:
            last, gone, last_text = self._view.one(vector_queries.vector_state, model=model)
            self._texts_state = (last_text, gone)
            known = self._states[model] = VectorState(last or 0, gone or 0)
        return known

    def _near(
        self,
        kind: Kind,
        meaning: QueryVector,
        filter: RecallFilter,
        limit: int,
        at: LedgerPoint | None,
        author: str | None = None,
    ) -> list[VectorMatch]:
        fields = filter.given
        if kind == "items":
            fields -= {"conversation_id"}
        values = {**filter_values(filter), "now": self._queries.now_at(at)}
        if author is not None:
            fields |= {"author"}
            values["author"] = author
        if at is not None:
            values["point"] = at.seq
        if self._view.connection.ranks_vectors:
            few = self._few(kind, filter, fields, values, at)
            if few is None:
                return self._ranked.nearest(kind, meaning, fields, values, limit, at)
            told = self._ranked.similarity(meaning, [row[1] for row in few])
            return _best(few, {text: near for text, (_, near) in told.items()}, limit)
        is_large = self._is_large(meaning.model)
        measured = self._coded(meaning, filter, author) if is_large else self._measured(meaning)
        if measured is None:
            return []
        rows: list[Any] = []
        is_narrow = bool(fields & {"subject", "conversation_id"})
        if not is_narrow or (is_large and not self._is_small(filter)):
            size = measured.size(messages=kind == "messages")
            count = limit + _MORE_BY_CODES if is_large else 2 * limit
            for _ in range(_TRIES):
                found = measured.nearest(messages=kind == "messages", count=count)
                rows = self._search.read_texts(kind, fields, values, at, list(found))
                if len(rows) >= limit or count >= size:
                    likeness = measured.of([row[1] for row in rows]) if is_large else found
                    return _best(rows, likeness, limit)
                count *= 4
        if not is_large:
            rows = self._within(kind, filter, fields, values, at)
            return _best(rows, measured.of([row[1] for row in rows]), limit)
        from_time = self._from_time(kind, filter, fields, values, at)
        if from_time is not None:
            return _best(from_time, measured.of([row[1] for row in from_time]), limit)
        within = self._newest_within(kind, filter, fields, values, at)
        likeness = measured.of(list(dict.fromkeys((*(row[1] for row in rows), *within))))
        nearest = nlargest(limit, likeness, key=lambda text: (likeness[text], text))
        return _best(self._search.read_texts(kind, fields, values, at, nearest), likeness, limit)

    def _few(
        self,
        kind: Kind,
        filter: RecallFilter,
        fields: _Filled,
        values: dict[str, Any],
        at: LedgerPoint | None,
    ) -> list[Any] | None:
        """All texts that pass the filters, if they are few of many; None: they are not."""
        if not fields or not self._ranked.is_large():
            return None
        if self._is_small(filter):
            return self._within(kind, filter, fields, values, at)
        from_time = self._from_time(kind, filter, fields, values, at)
        if from_time is not None:
            return from_time
        within = self._newest_within(kind, filter, fields, values, at)
        if len(within) == SCOPE_TEXTS_COMPARED_MAX:
            return None
        return self._search.read_texts(kind, fields, values, at, within)

    def _from_time(
        self,
        kind: Kind,
        filter: RecallFilter,
        fields: _Filled,
        values: dict[str, Any],
        at: LedgerPoint | None,
    ) -> list[Any] | None:
        """All texts from the filter's time that pass the other filters; None: not so few."""
        texts = None if filter.subject is not None else self._search.from_time(kind, filter)
        return None if texts is None else self._search.read_texts(kind, fields, values, at, texts)

    def _within(
        self,
        kind: Kind,
        filter: RecallFilter,
        fields: _Filled,
        values: dict[str, Any],
        at: LedgerPoint | None,
    ) -> list[Any]:
        """All texts that pass the filters; those of a subject by their shared index word."""
        is_scoped, values = self._scoped(filter, values)
        return self._view.all(
            lambda: self._all_texts(kind, fields, at, is_scoped),
            kind,
            fields,
            at is None,
            is_scoped,
            **values,
        )

    def _newest_within(
        self,
        kind: Kind,
        filter: RecallFilter,
        fields: _Filled,
        values: dict[str, Any],
        at: LedgerPoint | None,
    ) -> list[int]:
        """Numbers of the newest texts that pass the filters, in a space that has too many."""
        is_scoped, values = self._scoped(filter, values)
        rows = self._view.all(
            lambda: (
                self._all_texts(kind, fields, at, is_scoped)
                .with_only_columns(document.c.number, maintain_column_froms=True)
                .order_by(document.c.number.desc())
                .limit(bindparam("limit"))
            ),
            kind,
            fields,
            at is None,
            is_scoped,
            **values,
            limit=SCOPE_TEXTS_COMPARED_MAX,
        )
        return [row[0] for row in rows]

    def _all_texts(
        self, kind: Kind, fields: _Filled, at: LedgerPoint | None, is_scoped: bool
    ) -> Select[Any]:
        if not is_scoped:
            return self._search.texts(kind, fields, at)
        texts = search.join(document, is_indexed(document))
        return self._search.texts(kind, fields, at, texts).where(matches("match"))

    def _scoped(self, filter: RecallFilter, values: dict[str, Any]) -> tuple[bool, dict[str, Any]]:
        """Whether the filter names a subject, and the values with that subject's index word."""
        if filter.subject is None:
            return False, values
        return True, {**values, "match": self._scope_of(filter.subject)}

    def _scope_of(self, subject: str) -> MatchQuery:
        space = self._view.space
        return MatchQuery(None, [(subject_word(space.number, space.key, subject),)])

    def _is_small(self, filter: RecallFilter) -> bool:
        """So few texts are about the subject that all of them can be compared."""
        if filter.subject is None:
            return False
        rows = self._view.all(
            lambda: newest(select(search.c.rowid).where(matches("match"))),
            match=self._scope_of(filter.subject),
            limit=SCOPE_TEXTS_COMPARED_MAX + 1,
        )
        return len(rows) <= SCOPE_TEXTS_COMPARED_MAX

    # -- compared in memory: one matrix for each space and model

    def _measured(self, meaning: QueryVector) -> Similarities | None:
        return self._view.vector_cache.measured(*self._matrix_of(meaning), meaning.vector)

    def _matrix_of(self, meaning: QueryVector) -> tuple[tuple[int, str], VectorState, Load]:
        key = (self._view.space.number, meaning.model)
        state = self._vector_state(meaning.model)

        def load(above: int) -> tuple[int, Iterator[Any]]:
            values = {"model": meaning.model, "above": above}
            (count,) = self._view.one(vector_queries.vector_count, **values)
            return count, self._view.each(vector_queries.all_vectors, **values)

        return key, state, load

    # -- compared by codes: the vectors stay in the store

    def _is_large(self, model: str) -> bool:
        """The space has more vectors of the model than are held in memory."""
        return self._view.vector_cache.is_above(
            (self._view.space.number, model),
            self._vector_state(model),
            VECTORS_CACHED_MAX,
            lambda: self._view.one(vector_queries.vector_count, model=model, above=0)[0],
        )

    def _coded(
        self, meaning: QueryVector, filter: RecallFilter, author: str | None
    ) -> CodedSimilarities:
        codes, stored = self._codes(meaning.model), self._stored_for(meaning)
        return CodedSimilarities(codes, meaning, stored, filter, author)

    def _codes(self, model: str) -> VectorCodes:
        key, state = (self._view.space.number, model), self._vector_state(model)

        def load(above: int) -> tuple[int, Iterator[Any]]:
            values = {"model": model, "above": above}
            (count,) = self._view.one(vector_queries.vector_count, **values)
            return count, self._view.each(vector_queries.all_timed_vectors, **values)

        def sample(count: int) -> list[bytes]:
            every = self._view.all(vector_queries.vector_numbers, model=model)
            numbers = [number for (number,) in every[:: max(1, len(every) // count)]]
            rows = self._view.all(
                vector_queries.vectors_by_number, model=model, numbers=pack(numbers)
            )
            return [row[2] for row in rows]

        def kept() -> VectorCodes | None:
            return self._kept.codes(model, state)

        return self._view.vector_cache.codes(key, state, load, sample, kept)

    def lacks_kept_codes(self, model: str) -> bool:
        if self._view.connection.ranks_vectors or not self._is_large(model):
            return False
        mark, state = self._kept.mark(model), self._vector_state(model)
        if mark is None or mark.erased != state.erased:
            return True
        return is_outdated(mark.vectors, state.last - mark.upto)

    def codes_to_keep(self, model: str) -> PackedCodes:
        return packed(self._codes(model))

    def _stored_for(self, meaning: QueryVector) -> StoredVectors:
        known = self._stored.get(meaning)
        if known is None:
            known = self._stored[meaning] = StoredVectors(self._view, meaning)
        return known


def _best(rows: Sequence[Any], likeness: dict[int, float], limit: int) -> list[VectorMatch]:
    vector_matches = [
        VectorMatch(Candidate(*row), likeness[row[1]]) for row in rows if row[1] in likeness
    ]
    return sorted(vector_matches, key=nearest_first)[:limit]
