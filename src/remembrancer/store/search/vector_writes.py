"""Storing vectors. They follow from texts, so the ledger does not name them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, not_, select, update

from remembrancer.ports import NewVector, Unembedded
from remembrancer.store.dialect import among, pack
from remembrancer.store.engine import Embedding
from remembrancer.store.ledger.unit_of_work import Chain
from remembrancer.store.schema import document, embedded, vector


class VectorWrites(Chain):
    """Vectors, and how far the texts were embedded."""

    def put_vectors(self, model: str, made_of: Unembedded, vectors: Sequence[NewVector]) -> bool:
        """Stores vectors of texts that are still there; False: another worker was faster."""
        self._touch()
        self._connection.enter(self._space.number)
        before = self._embedded_upto(model)
        if before != made_of.after:
            return False
        read = {text.number: text.tokens for text in made_of.texts}
        there = self._all("vector.texts", _still_there, numbers=pack(read))
        # A text that was erased meanwhile is gone, and its number may be another's by now.
        same = {number for number, tokens in there if tokens == read[number]}
        upto = self._upto_strangers(model, made_of, same)
        for one in vectors:
            if one.text in same:
                self._pending.add(
                    "vector",
                    (
                        self._number("vector"),
                        self._space.number,
                        one.text,
                        model,
                        one.part,
                        Embedding(array("f", one.values).tobytes()),
                    ),
                )
        if before:
            self._run("embedded.on", _move_on, model=model, new_upto=upto)
        else:
            self._run("embedded.anew", _begin_anew, model=model)
            self._pending.add("embedded", (self._space.number, model, upto))
        self._flush()
        return True

    def _upto_strangers(self, model: str, made_of: Unembedded, read: set[int]) -> int:
        """How far all is embedded: a text that came meanwhile under an old number is not."""
        (stranger,) = self._one(
            "vector.stranger",
            _stranger,
            model=model,
            after=made_of.after,
            upto=made_of.upto,
            numbers=pack(sorted(read)),
        )
        return made_of.upto if stranger is None else int(stranger) - 1

    def drop_vectors(self, model: str) -> int:
        """Removes the vectors of an embedder that is not used any more; how many there were."""
        self._touch()
        self._connection.enter(self._space.number)
        self._run("embedded.drop", _begin_anew, model=model)
        self._has_erased = True
        return self._run("vector.drop", _drop, model=model)


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
        .where(vector.c.document_n == document.c.number, vector.c.model == bindparam("model"))
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
