"""Embedding job: texts get their vectors after they are stored, so that no write waits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from remembrancer.core.errors import ModelFailed
from remembrancer.core.limits import (
    EMBED_BATCH_PARTS,
    EMBED_BATCH_TEXTS,
    VECTORS_WITHOUT_INDEX_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.chunking import parts
from remembrancer.jobs.schedule import ALL, EMBED
from remembrancer.jobs.task import Task
from remembrancer.ports import Embedder, MeanEmbedder, Store, Writer
from remembrancer.search.port import NewVector, Unembedded
from remembrancer.search.vectors import check_vectors, mean_vector

WHOLE = 0  # the part of a text that is the text itself, or its beginning


class _Piece(NamedTuple):
    """A text part that gets a vector."""

    text: int  # the number of its text
    part: int
    words: str


def handle(task: Task) -> None:
    """Embeds every text of the space that has no vector of this embedder yet. Where there are many,
    it makes what search needs then: the index over the vectors, or codes for the next process."""
    embedder = task.tools.embedder
    if embedder is None:
        raise ModelFailed("No embedder is set up here. Open the memory with one.")
    model, scope, done = embedder.name, task.own_scope(), 0
    texts, _ = transactions.read(
        task.store, scope, lambda reader: reader.search.statistics(()).documents
    )
    lacks_index = texts > VECTORS_WITHOUT_INDEX_MAX and task.store.lacks_vector_index(model)
    may_keep = True  # once is enough: what comes meanwhile is for the next time
    while True:
        (unembedded, lacks_codes), _ = transactions.read(
            task.store,
            scope,
            lambda reader: (
                reader.embeddings.backlog(model, limit=EMBED_BATCH_TEXTS),
                reader.vector_search.lacks_kept_codes(model),
            ),
        )
        lacks_codes = lacks_codes and may_keep
        task.report(done, done + unembedded.left)
        unembedded, pieces = _batch(embedder, unembedded)
        vectors = _embedded(embedder, pieces)

        def act(
            unit: Writer,
            found: Unembedded = unembedded,
            made: Sequence[NewVector] = vectors,
            goes_on: bool = lacks_index or lacks_codes,
        ) -> bool:
            unit.embeddings.put(model, found, made)
            # Nobody can add a text before this unit ends, so no text is missed.
            is_done = unit.embeddings.is_complete(model)
            if is_done and not goes_on:
                task.finish(unit)
            return is_done

        done += len(unembedded.texts)
        if not transactions.written(task.store, scope, act):
            continue
        task.report(done, done)
        if not (lacks_index or lacks_codes):
            return
        # The job is held meanwhile, and done again if it fails. Texts that came are embedded next.
        if lacks_index:
            task.store.index_vectors(model)
        if lacks_codes:
            _keep_codes(task, scope, model)
        lacks_index = may_keep = False


def _keep_codes(task: Task, scope: Scope, model: str) -> None:
    codes, _ = transactions.read(
        task.store, scope, lambda reader: reader.vector_search.codes_to_keep(model)
    )

    def act(unit: Writer) -> None:
        unit.embeddings.keep_codes(model, codes)

    transactions.written(task.store, scope, act)


def make_due(
    store: Store, scope: Scope, embedder: Embedder, told: transactions.Told | None
) -> None:
    """Creates a job for texts that were stored without this embedder."""
    model = embedder.name
    is_embedded, _ = transactions.read(
        store, scope, lambda reader: reader.embeddings.is_complete(model)
    )
    # Of a space that was moved away the rest is embedded where it is now.
    if not is_embedded and store.moved_to(scope.space) is None:
        transactions.written(
            store, scope, lambda unit: unit.jobs.make_due_once(EMBED, ALL), told=told
        )


def _batch(embedder: Embedder, unembedded: Unembedded) -> tuple[Unembedded, list[_Piece]]:
    """The first texts and their parts, in a small batch: closing the memory waits for it.

    An embedder gets only what it may see: personal text stays on this machine.
    """
    is_mean = isinstance(embedder, MeanEmbedder) and embedder.is_mean_of_tokens
    pieces: list[_Piece] = []
    for place, text in enumerate(unembedded.texts):
        if not text.content or (text.is_personal and not embedder.is_local):
            continue
        more = [_Piece(text.number, *value) for value in enumerate(parts(text.content))]
        if is_mean and len(more) > 1 and more[0].words == text.content:
            del more[0]  # the whole, which its sentences tell
        if pieces and len(pieces) + len(more) > EMBED_BATCH_PARTS:
            texts = unembedded.texts[:place]
            return unembedded._replace(texts=texts, upto=texts[-1].number), pieces
        pieces += more
    return unembedded, pieces


def _embedded(embedder: Embedder, pieces: Sequence[_Piece]) -> list[NewVector]:
    if not pieces:
        return []
    try:
        made = embedder.embed([piece.words for piece in pieces])
    except ModelFailed:
        raise
    except Exception as error:  # its message may quote a text, and others read job errors
        raise ModelFailed(f"{embedder.name} failed with {type(error).__name__}.") from error
    check_vectors(embedder.name, made, len(pieces))
    vectors: list[NewVector] = []
    for _, group in groupby(zip(pieces, made, strict=True), key=lambda each: each[0].text):
        sentences = list(group)
        if sentences[0][0].part != WHOLE:
            vectors.append(_whole(sentences))
        vectors += [NewVector(piece.text, piece.part, values) for piece, values in sentences]
    return vectors


def _whole(sentences: Sequence[tuple[_Piece, Sequence[float]]]) -> NewVector:
    """The vector of a text from its sentences, each as heavy as it is long."""
    words = [len(piece.words.split()) for piece, _ in sentences]
    values = mean_vector([values for _, values in sentences], words)
    return NewVector(sentences[0][0].text, WHOLE, values)
