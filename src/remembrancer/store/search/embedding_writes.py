"""Storing vectors. They are derived from texts, so the ledger does not mention them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, not_, select, update

from remembrancer.search.port import NewVector, PackedCodes, Unembedded
from remembrancer.store.dialect import among, pack
from remembrancer.store.engine import Embedding
from remembrancer.store.schema import document, embedded, vector
from remembrancer.store.search.embedding_reads import EmbeddingReads
from remembrancer.store.search.kept_codes import KeptCodesWrites
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.unit_of_work import UnitOfWork


class EmbeddingWrites(EmbeddingReads):
    """Vectors, and the progress of embedding."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work
        self._codes = KeptCodesWrites(work)

    def put(self, model: str, made_of: Unembedded, vectors: Sequence[NewVector]) -> bool:
        """Stores vectors of texts that still exist; False: another worker was faster."""
        self._work.touch()
        self._work.connection.enter(self._work.space.number)
        before = self.embedded_upto(model)
        if before != made_of.after:
            return False
        read = {text.number: text.tokens for text in made_of.texts}
        there = self._work.all(_still_there, numbers=pack(read))
        # A text may have been erased meanwhile, and its number may now belong to another text.
        same = {number for number, tokens in there if tokens == read[number]}
        upto = self._upto_strangers(model, made_of, same)
        for new_vector in vectors:
            if new_vector.text in same:
                self._work.pending.add(
                    "vector",
                    (
                        self._work.number("vector"),
                        self._work.space.number,
                        new_vector.text,
                        model,
                        new_vector.part,
                        Embedding(array("f", new_vector.values).tobytes()),
                    ),
                )
        if before:
            self._work.run(_move_on, model=model, new_upto=upto)
        else:
            self._work.run(_begin_anew, model=model)
            self._work.pending.add("embedded", (self._work.space.number, model, upto))
        self._work.connection.note_logged()
        self._work.flush()
        return True

    def _upto_strangers(self, model: str, made_of: Unembedded, read: set[int]) -> int:
        """The last text up to which all are embedded. A text that came meanwhile with a lower
        number is not."""
        (stranger,) = self._work.one(
            _stranger,
            model=model,
            after=made_of.after,
            upto=made_of.upto,
            numbers=pack(sorted(read)),
        )
        return made_of.upto if stranger is None else int(stranger) - 1

    def drop(self, model: str) -> int:
        """Removes the vectors of an unused embedder. Returns how many there were."""
        self._work.touch()
        self._work.connection.enter(self._work.space.number)
        self._work.run(_begin_anew, model=model)
        self._codes.drop(model)
        self._work.has_erased = True
        self._work.connection.model_dropped()
        return self._work.run(_drop, model=model)

    def keep_codes(self, model: str, codes: PackedCodes) -> None:
        self._codes.put(model, codes)


def _drop() -> Any:
    return delete(vector).where(
        vector.c.space_n == bindparam("space_n"), vector.c.model == bindparam("model")
    )


def _still_there() -> Select[Any]:
    return select(document.c.number, document.c.tokens).where(
        document.c.space_n == bindparam("space_n"), among(document.c.number, "numbers")
    )


def _stranger() -> Select[Any]:
    has_vector = (
        select(vector.c.number)
        .where(
            is_row_of(vector.c.document_n, document),
            vector.c.model == bindparam("model"),
            vector.c.document_n > bindparam("after"),  # as in the backlog
        )
        .correlate(document)
        .exists()
    )
    return select(func.min(document.c.number)).where(
        document.c.space_n == bindparam("space_n"),
        document.c.number > bindparam("after"),
        document.c.number <= bindparam("upto"),
        not_(has_vector),
        not_(among(document.c.number, "numbers")),
    )


def _move_on() -> Any:
    return (
        update(embedded)
        .where(embedded.c.space_n == bindparam("space_n"), embedded.c.model == bindparam("model"))
        .values(upto=bindparam("new_upto"))
    )


def _begin_anew() -> Any:
    return delete(embedded).where(
        embedded.c.space_n == bindparam("space_n"), embedded.c.model == bindparam("model")
    )
