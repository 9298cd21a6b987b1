"""The embedding backlog: the texts of a space without a vector of a model."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, bindparam, func, select

from remembrancer.search.port import Unembedded, UnembeddedText
from remembrancer.store.schema import document, embedded, item, message, vector, version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

_COUNTED_MAX = 10_000  # texts that are left; of more, about how many


class EmbeddingReads:
    """The embedding backlog."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def backlog(self, model: str, *, limit: int) -> Unembedded:
        """The oldest texts without a vector of the model, whoever may see them.

        Only the worker calls this, because it reads for everybody.
        """
        self._view.touch()
        self._view.connection.enter(self._view.space.number)
        after = self.embedded_upto(model)
        rows = self._view.all(_missing, model=model, after=after, limit=limit)
        left, last = self._view.one(_left_or_more, after=after, enough=_COUNTED_MAX)
        if left >= _COUNTED_MAX:  # counting a million for each batch would take longer than it
            left = last - after
        texts = tuple(UnembeddedText(row[0], row[1], bool(row[2]), row[3]) for row in rows)
        upto = rows[-1][0] if len(rows) == limit else max(after, last or 0)
        return Unembedded(after, upto, int(left), texts)

    def counts(self) -> dict[str, tuple[int, int]]:
        """By model: the number of vectors, and the number of texts still to be embedded."""
        counts = dict(self._view.all(_by_model))
        upto = dict(self._view.all(_upto_by_model))
        return {
            model: (counts.get(model, 0), self._left_after(upto.get(model, 0)))
            for model in sorted({*counts, *upto})
        }

    def _left_after(self, number: int) -> int:
        return int(self._view.one(_left, after=number)[0])

    def embedded_upto(self, model: str) -> int:
        row = self._view.one(_upto, model=model)
        return 0 if row is None else int(row[0])

    def has_texts(self) -> bool:
        """The space has searchable texts."""
        return bool(
            self._view.all(
                lambda: (
                    select(document.c.number)
                    .where(document.c.space_n == bindparam("space_n"))
                    .limit(1)
                )
            )
        )

    def is_complete(self, model: str) -> bool:
        """Every text of the space was embedded with the model, or is not meant for it."""
        after = self.embedded_upto(model)
        return self._view.one(_one_behind, after=after) is None


def _missing() -> Any:
    """The texts, with their content and their personal flag. Several versions of an item may share
    one text, with the same content."""
    said = (
        select(func.coalesce(version.c.title + ". ", "") + version.c.content)
        .where(version.c.item_n == document.c.item_n, is_row_of(version.c.document_n, document))
        .order_by(version.c.number)
        .limit(1)
        .correlate(document)
        .scalar_subquery()
    )
    has_vector = (
        select(vector.c.number)
        .where(
            is_row_of(vector.c.document_n, document),
            vector.c.model == bindparam("model"),
            # True of all of them; without it, PostgreSQL reads every vector before them as well.
            vector.c.document_n > bindparam("after"),
        )
        .correlate(document)
        .exists()
    )
    return (
        select(
            document.c.number,
            func.coalesce(message.c.content, said).label("said"),
            func.coalesce(message.c.is_personal, item.c.is_personal, 1),
            document.c.tokens,
        )
        .select_from(
            document.outerjoin(message, is_row_of(document.c.message_n, message)).outerjoin(
                item, is_row_of(document.c.item_n, item)
            )
        )
        .where(
            document.c.space_n == bindparam("space_n"),
            document.c.number > bindparam("after"),
            ~has_vector,
        )
        .order_by(document.c.number)
        .limit(bindparam("limit"))
    )


def _left() -> Any:
    return select(func.count(), func.max(document.c.number)).where(
        document.c.space_n == bindparam("space_n"), document.c.number > bindparam("after")
    )


def _left_or_more() -> Any:
    some = (
        select(document.c.number)
        .where(document.c.space_n == bindparam("space_n"), document.c.number > bindparam("after"))
        .limit(bindparam("enough"))
        .subquery()
    )
    last = select(func.max(document.c.number)).where(document.c.space_n == bindparam("space_n"))
    count: Any = func.count()
    return select(select(count).select_from(some).scalar_subquery(), last.scalar_subquery())


def _by_model() -> Any:
    return (
        select(vector.c.model, func.count())
        .where(vector.c.space_n == bindparam("space_n"))
        .group_by(vector.c.model)
    )


def _upto_by_model() -> Select[Any]:
    return select(embedded.c.model, embedded.c.upto).where(
        embedded.c.space_n == bindparam("space_n")
    )


def _one_behind() -> Select[Any]:
    return (
        select(document.c.number)
        .where(document.c.space_n == bindparam("space_n"), document.c.number > bindparam("after"))
        .limit(1)
    )


def _upto() -> Select[Any]:
    return select(embedded.c.upto).where(
        embedded.c.space_n == bindparam("space_n"), embedded.c.model == bindparam("model")
    )
