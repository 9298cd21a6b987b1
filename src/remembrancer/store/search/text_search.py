"""Text search: texts with the words of a query, with the visibility filter inside the search.

The engine's index supplies candidates only; `search/bm25.py` scores them. Word statistics decide
which candidates are scored, not the engine, so every engine returns the same results.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, Select, and_, bindparam, select

from remembrancer.items.filters import RecallFilter
from remembrancer.ports import LedgerPoint
from remembrancer.search.bm25 import Statistics
from remembrancer.search.port import Candidate
from remembrancer.search.word_rounds import WordRounds
from remembrancer.store.dialect import (
    MatchQuery,
    among,
    holds_all,
    holds_any,
    is_indexed,
    matches,
    pack,
    search,
    sorted_number,
)
from remembrancer.store.documents.index_words import item_prefix, message_prefix, subject_word
from remembrancer.store.in_force import in_force_at_point, is_live
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import conversation, document, head, item, message, term, version
from remembrancer.store.search.narrow_times import Kind, NarrowTimes, is_dense
from remembrancer.store.search.recall_filters import ITEM_WORD_FILTERS, filter_values, timed
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

_ROUNDS = 3
_FIRST_SHARE = 4  # the first round expects one in so many of the texts that can be scored
_CHOSEN_EACH = 4  # texts that are chosen by their number, for each that is read
_FEW_SHARE = 8  # with fewer than one in so many, a wider round follows


class _Asked(NamedTuple):
    """Which texts a search may find."""

    kind: Kind
    fields: frozenset[str]
    values: Mapping[str, Any]
    at: LedgerPoint | None

    @property
    def form(self) -> tuple[Kind, frozenset[str], bool]:
        """What the statement depends on."""
        return self.kind, self.fields, self.at is None


class TextSearchReads:
    """Texts of the scope's space that contain given words and that its viewer may recall."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries
        self._narrow = NarrowTimes(view)

    def statistics(self, terms: Sequence[str]) -> Statistics:
        documents, tokens, unfolded, folded_upto = self._view.one(_counts)
        known = dict(self._view.all(_frequencies, terms=pack(terms)))
        frequency = {stem: known.get(stem, 0) for stem in terms}
        if unfolded:
            for (text,) in self._view.all(_tail, folded_upto=folded_upto):
                held = set(text.split(" "))
                for stem in terms:
                    if stem in held:
                        frequency[stem] += 1
        return Statistics(documents=documents, tokens=tokens, frequency=frequency)

    def items(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        filter: RecallFilter,
        *,
        limit: int,
        at: LedgerPoint | None,
    ) -> list[Candidate]:
        return self._found("items", terms, statistics, filter, limit, at)

    def messages(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        filter: RecallFilter,
        *,
        limit: int,
        at: LedgerPoint | None,
    ) -> list[Candidate]:
        return self._found("messages", terms, statistics, filter, limit, at)

    def _found(
        self,
        kind: Kind,
        terms: Sequence[str],
        statistics: Statistics,
        filter: RecallFilter,
        limit: int,
        at: LedgerPoint | None,
    ) -> list[Candidate]:
        is_of_items = kind == "items"
        fields = filter.given - {"conversation_id"} if is_of_items else filter.given
        values = {**filter_values(filter), "now": self._queries.now_at(at)}
        if at is not None:
            values["point"] = at.seq
        asked = _Asked(kind, fields, values, at)
        prefix = (item_prefix if is_of_items else message_prefix)(self._view.space.number)
        if statistics.documents > limit and filter.subject is None:
            narrow = self.from_time(kind, filter)
            if narrow is not None:
                return self._among(asked, narrow, prefix, terms)
        return self._in_rounds(asked, prefix, terms, statistics, filter.subject, limit)

    def from_time(self, kind: Kind, filter: RecallFilter) -> list[int] | None:
        """Numbers of all texts from the filter's time; None: too many, or there is no time."""
        return self._narrow.texts(kind, filter)

    def _among(
        self, asked: _Asked, texts: Sequence[int], prefix: str, terms: Sequence[str]
    ) -> list[Candidate]:
        """Those of the texts that have words of the question: all of them."""
        if not texts:
            return []
        if is_dense(texts):
            rows = self._view.all(
                lambda: self._matching(asked).where(
                    search.c.rowid >= bindparam("first"), search.c.rowid <= bindparam("last")
                ),
                *asked.form,
                **asked.values,
                match=MatchQuery(None, [(prefix + stem,) for stem in terms]),
                first=min(texts),
                last=max(texts),
                limit=len(texts),
            )
            return [Candidate(*row) for row in rows]
        wanted = frozenset(terms)
        found = (Candidate(*row) for row in self.read_texts(*asked, texts))
        return [one for one in found if not wanted.isdisjoint(one.tokens.split(" "))]

    def _matching(self, asked: _Asked) -> Select[Any]:
        """The newest texts that match."""
        source = search.join(document, is_indexed(document))
        texts = self.texts(asked.kind, asked.fields, asked.at, source)
        return newest(texts.where(matches("match")))

    def _newest(self, asked: _Asked, match: MatchQuery, most: int) -> list[Any]:
        """The newest texts that match. Where the engine would read all of them for it, they are
        chosen before they are read."""
        if not self._view.connection.finds_newest_first:
            chosen = self._view.all(
                lambda: newest(select(search.c.rowid).where(matches("match"))),
                match=match,
                limit=_CHOSEN_EACH * most,
            )
            rows = self.read_texts(*asked, [number for (number,) in chosen])
            if len(rows) >= most or len(chosen) < _CHOSEN_EACH * most:
                return sorted(rows, key=lambda row: -row[1])[:most]
            # The viewer may recall few of them.
        return self._all_matching(asked, match, most)

    def _all_matching(self, asked: _Asked, match: MatchQuery, most: int) -> list[Any]:
        return self._view.all(
            lambda: self._matching(asked), *asked.form, **asked.values, match=match, limit=most
        )

    def read_texts(
        self,
        kind: Kind,
        fields: frozenset[str],
        values: Mapping[str, Any],
        at: LedgerPoint | None,
        texts: Sequence[int],
    ) -> list[Any]:
        """Those of the texts that the viewer may recall and that pass the filters."""
        return self._view.all(
            lambda: self.texts(kind, fields, at).where(among(document.c.number, "texts")),
            kind,
            fields,
            at is None,
            **values,
            texts=pack(texts),
        )

    def texts(
        self,
        kind: Kind,
        fields: frozenset[str],
        at: LedgerPoint | None,
        source: FromClause = document,
    ) -> Select[Any]:
        """Texts of a kind that the viewer may recall and that pass the filters."""
        if kind == "items":
            return self.item_texts(fields, at, source)
        return self.message_texts(fields, at, source)

    def _in_rounds(
        self,
        asked: _Asked,
        prefix: str,
        terms: Sequence[str],
        statistics: Statistics,
        subject: str | None,
        limit: int,
    ) -> list[Candidate]:
        """Texts with words of the question: all of them, or those whose words weigh most.

        A round that finds too many, of which only the newest come back, is followed by a stricter
        one. One that finds too few is followed by a wider one, which only fills up: its texts have
        a single word of the question, and are as many as chance brings.
        """
        scope = None
        if subject is not None:
            scope = subject_word(self._view.space.number, self._view.space.key, subject)
        rows: dict[int, Any] = {}

        def ask(
            combinations: Iterable[tuple[str, ...]], most: int = limit, *, is_wide: bool = False
        ) -> int:
            listed = [tuple(prefix + stem for stem in words) for words in combinations]
            find = self._newest if is_wide else self._all_matching
            answer = find(asked, MatchQuery(scope, listed), most)
            rows.update((row[1], row) for row in answer)
            return len(answer)

        # Where all texts can be scored, all words are looked up at once.
        is_small = statistics.documents <= limit
        chosen = list(terms) if is_small else telling(terms, statistics, limit, scope)
        is_whole = len(chosen) == len(terms)
        if is_whole and ask((stem,) for stem in chosen) < limit:
            return [Candidate(*row) for row in rows.values()]
        rounds = WordRounds(terms, statistics)
        threshold = rounds.heaviest / 2 if is_whole else rounds.threshold(limit / _FIRST_SHARE)
        few = limit // _FEW_SHARE
        is_widened = False
        for _ in range(_ROUNDS):
            most = few if is_widened else limit
            is_wide = is_widened and scope is None  # a subject has few texts
            count = ask(rounds.combinations(threshold), most, is_wide=is_wide)
            if len(rows) < few:
                threshold /= 2
                is_widened = True
            elif count >= most and not is_widened:
                threshold = (threshold + rounds.heaviest) / 2
            else:
                break
        else:
            if len(rows) < few:  # the viewer may see few of them
                ask((stem,) for stem in chosen)
        return [Candidate(*row) for row in rows.values()]

    def item_texts(
        self, fields: frozenset[str], at: LedgerPoint | None, texts: FromClause
    ) -> Select[Any]:
        """Texts of items that the viewer may recall, with the columns that ranking needs."""
        query: Select[Any] = select(
            version.c.number,
            document.c.number,
            document.c.tokens,
            document.c.length,
            version.c.occurred_at,
        ).select_from(self.held_texts(texts, at))
        return self._recalled(query, fields)

    def held_texts(self, texts: FromClause, at: LedgerPoint | None) -> FromClause:
        """Texts with their item and the version that contains them."""
        held_by = (
            and_(is_row_of(item.c.current, version), is_row_of(version.c.document_n, document))
            if at is None
            else and_(
                is_row_of(version.c.item_n, item),
                is_row_of(version.c.document_n, document),
                in_force_at_point(),
            )
        )
        return texts.join(item, is_row_of(document.c.item_n, item)).join(version, held_by)

    def _recalled(self, query: Select[Any], fields: frozenset[str]) -> Select[Any]:
        """Only items that the viewer may recall, that are in use, and that pass the filters."""
        query = query.where(
            self._view.rights.visible(item), self._view.rights.recallable(), is_live()
        )
        for name, column in ITEM_WORD_FILTERS.items():
            if name in fields:
                query = query.where(among(column, name))
        if "subject" in fields:
            query = query.where(version.c.subject == bindparam("subject"))
        if "tags" in fields:
            query = query.where(holds_any(version.c.tags, "tags"))
        if "metadata" in fields:
            query = query.where(holds_all(version.c.metadata, "metadata"))
        return query.where(*timed(version.c.occurred_at, fields))

    def message_texts(
        self, fields: frozenset[str], at: LedgerPoint | None, texts: FromClause
    ) -> Select[Any]:
        """Messages that the viewer may recall, with the columns that ranking needs."""
        query: Select[Any] = (
            select(
                message.c.number,
                document.c.number,
                document.c.tokens,
                document.c.length,
                message.c.timestamp,
                message.c.conversation_n,
                message.c.author_id,
                message.c.content,
            )
            .select_from(texts.join(message, is_row_of(document.c.message_n, message)))
            .where(*self.message_conditions(message, fields, at))
        )
        if "conversation_id" in fields:
            query = query.join(
                conversation, is_row_of(message.c.conversation_n, conversation)
            ).where(conversation.c.id == bindparam("conversation_id"))
        return query

    def message_conditions(
        self, table: FromClause, fields: frozenset[str], at: LedgerPoint | None
    ) -> list[ColumnElement[bool]]:
        """The conditions for a message that the viewer may recall and that passes the filters."""
        conditions = [self._view.rights.visible(table), self._view.rights.raw_readable(table)]
        if at is not None:
            conditions.append(table.c.seq <= bindparam("point"))
        if "subject" in fields:
            conditions.append(table.c.subject == bindparam("subject"))
        if "author" in fields:
            conditions.append(table.c.author_id == bindparam("author"))
        return [*conditions, *timed(table.c.timestamp, fields)]


def telling(
    terms: Sequence[str], statistics: Statistics, limit: int, scope: str | None
) -> list[str]:
    """The words to look up: all of them in a narrow search, the rarest in a wide one.

    Without a subject, a common word would match more texts than can be scored, and would add next
    to nothing to their score. The rarest word is always looked up.
    """
    if scope is not None:
        return list(terms)
    chosen: list[str] = []
    texts = 0
    for stem in sorted(terms, key=lambda stem: (statistics.frequency[stem], stem)):
        texts += statistics.frequency[stem]
        if chosen and texts > limit:
            break
        chosen.append(stem)
    return chosen


def newest(query: Select[Any]) -> Select[Any]:
    # Few texts have the words: they are sorted, and not all texts walked by their number.
    return query.order_by(sorted_number(search.c.rowid).desc()).limit(bindparam("limit"))


def _counts() -> Select[Any]:
    return select(head.c.documents, head.c.tokens, head.c.unfolded, head.c.folded_upto).where(
        head.c.space_n == bindparam("space_n")
    )


def _frequencies() -> Select[Any]:
    return select(term.c.term, term.c.documents).where(
        term.c.space_n == bindparam("space_n"), among(term.c.term, "terms")
    )


def _tail() -> Select[Any]:
    """Texts that are not in the statistics yet. There are never many."""
    return select(document.c.tokens).where(
        document.c.space_n == bindparam("space_n"),
        document.c.number > bindparam("folded_upto"),
        document.c.is_counted == 1,
        document.c.tokens.is_not(None),
    )
