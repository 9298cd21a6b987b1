"""Embedding: texts get their vectors after they were stored, so that no write waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.errors import ModelFailed
from remembrancer.flows import units
from remembrancer.flows.task import Task
from remembrancer.model.scope import Scope
from remembrancer.ports import Embedder, NewVector, Store, Unembedded, Writer
from remembrancer.rules.limits import EMBED_BATCH_TEXTS
from remembrancer.rules.parts import parts
from remembrancer.rules.vectors import check_vectors
from remembrancer.rules.work import ALL, EMBED


def handle(task: Task) -> None:
    """Embeds every text of the space that has no vector of this embedder yet."""
    embedder = task.tools.embedder
    if embedder is None:
        raise ModelFailed("No embedder is set up here. Open the memory with one.")
    model, scope, done = embedder.name, task.own_scope(), 0
    while True:
        found, _ = units.read(
            task.store,
            scope,
            lambda reader: reader.unembedded(model, limit=EMBED_BATCH_TEXTS),
        )
        task.report(done, done + found.left)
        vectors = _embedded(embedder, found)

        def act(
            unit: Writer, found: Unembedded = found, made: Sequence[NewVector] = vectors
        ) -> bool:
            unit.put_vectors(model, found, made)
            # Nobody can add a text before this unit ends, so that none is left behind.
            is_done = unit.is_embedded(model)
            if is_done:
                task.finish(unit)
            return is_done

        done += len(found.texts)
        if units.written(task.store, scope, act):
            task.report(done, done)
            return


def make_due(store: Store, scope: Scope, embedder: Embedder, told: units.Told | None) -> None:
    """Texts that were stored without this embedder become due for it."""
    model = embedder.name
    is_embedded, _ = units.read(store, scope, lambda reader: reader.is_embedded(model))
    if not is_embedded:
        units.written(store, scope, lambda unit: unit.make_due_once(EMBED, ALL), told=told)


def _embedded(embedder: Embedder, found: Unembedded) -> list[NewVector]:
    """The vectors of the texts that the embedder may see: personal text stays on this machine."""
    pieces = [
        (text.number, part, piece)
        for text in found.texts
        if text.content and (embedder.is_local or not text.is_personal)
        for part, piece in enumerate(parts(text.content))
    ]
    if not pieces:
        return []
    try:
        made = embedder.embed([piece for _, _, piece in pieces])
    except ModelFailed:
        raise
    except Exception as error:  # its words may quote a text, and others read why work failed
        raise ModelFailed(f"{embedder.name} failed with {type(error).__name__}.") from error
    check_vectors(embedder.name, made, len(pieces))
    return [
        NewVector(number, part, values)
        for (number, part, _), values in zip(pieces, made, strict=True)
    ]
