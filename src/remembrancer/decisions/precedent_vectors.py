"""Vectors of the texts of decisions, kept in memory: a precedent is compared many times.

They are kept by the hash of the text, up to a limit, and forgotten with an erasure.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from remembrancer.core.errors import ModelFailed
from remembrancer.core.limits import PRECEDENT_VECTORS_MAX
from remembrancer.ports import Embedder, WordEmbedder, WordVectors
from remembrancer.search.vectors import check_vectors

_Key = tuple[str, str, bytes]


class PrecedentVectors:
    """Remembers what an embedder made of a text. Thread-safe."""

    def __init__(self, texts_max: int = PRECEDENT_VECTORS_MAX) -> None:
        self._made: OrderedDict[_Key, Any] = OrderedDict()
        self._texts_max = texts_max
        self._lock = Lock()
        self._forgotten = 0  # grows with each erasure, so that none made before it is kept

    def of_texts(self, embedder: Embedder, texts: Sequence[str]) -> list[Sequence[float]]:
        """The vector of each text."""

        def make(missing: Sequence[str]) -> list[Any]:
            return [array("f", vector) for vector in embedded(embedder, missing)]

        return self._found("text", embedder.name, texts, make)

    def of_words(self, embedder: WordEmbedder, texts: Sequence[str]) -> list[WordVectors]:
        """The vectors of the words of each text."""

        def make(missing: Sequence[str]) -> list[Any]:
            return list(embedder.embed_words(missing))

        return self._found("words", embedder.name, texts, make)

    def forget(self) -> None:
        """Drops all of them: some may be of erased texts."""
        with self._lock:
            self._made.clear()
            self._forgotten += 1

    def _found(
        self, kind: str, name: str, texts: Sequence[str], make: Callable[[Sequence[str]], list[Any]]
    ) -> list[Any]:
        keys = [(kind, name, sha256(text.encode("utf-8", "replace")).digest()) for text in texts]
        with self._lock:
            forgotten = self._forgotten
            known = {key: self._made[key] for key in keys if key in self._made}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            made = dict(zip(missing, make(list(missing.values())), strict=True))
            known.update(made)
        with self._lock:
            for key in keys if forgotten == self._forgotten else ():
                self._made[key] = known[key]
                self._made.move_to_end(key)
            while len(self._made) > self._texts_max:
                self._made.popitem(last=False)
        return [known[key] for key in keys]


def embedded(embedder: Embedder, texts: Sequence[str]) -> list[list[float]]:
    """The vectors of texts. Every failure becomes `ModelFailed`."""
    try:
        vectors = embedder.embed(texts)
    except ModelFailed:
        raise
    except Exception as error:
        raise ModelFailed(f"{embedder.name} failed: {type(error).__name__}: {error}") from error
    check_vectors(embedder.name, vectors, len(texts))
    return vectors


VECTORS: Final = PrecedentVectors()
