"""A caching embedder: a text that occurs in many documents is embedded once."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from remembrancer.build_tools import check_tools
from remembrancer.core.errors import InvalidInput
from remembrancer.ports import Embedder, MeanEmbedder, QuestionEmbedder
from remembrancer.testing import HashingEmbedder

HASHING = "hashing"  # vectors from word stems, for runs without a model
DIMENSIONS = 384  # of the default embedder
WORDS_ALONE = "none"  # no embedder, whatever the settings say
_NAME, _KEYS, _VECTORS = "embedder", "keys", "vectors"  # arrays of a cache file


class CachingEmbedder:
    """Caches the vectors of another embedder, under that embedder's name.

    The cache can be kept in a file between runs. Questions use `unaided()`, so that their time
    is the time a user would wait.
    """

    def __init__(self, inner: Embedder, file: Path | None = None) -> None:
        self._inner = inner
        self._file = file
        self._known: dict[bytes, array[float]] = {}  # arrays take an eighth of the memory of lists
        self._is_used = True
        self._is_changed = False
        if file is not None and file.exists():
            self._read(file)

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def is_local(self) -> bool:
        return self._inner.is_local

    @property
    def is_mean_of_tokens(self) -> bool:
        return isinstance(self._inner, MeanEmbedder) and self._inner.is_mean_of_tokens

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if not self._is_used:
            return self._inner.embed(texts)
        keys = [_key(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            made = self._inner.embed(list(new.values()))
            self._known.update(
                (key, array("f", vector)) for key, vector in zip(new, made, strict=True)
            )
            self._is_changed = True
        return [self._known[key].tolist() for key in keys]

    def embed_questions(self, texts: Sequence[str]) -> list[list[float]]:
        if isinstance(self._inner, QuestionEmbedder):
            return self._inner.embed_questions(texts)
        return self.embed(texts)

    @contextmanager
    def unaided(self) -> Iterator[None]:
        """Within the block the cache is not used."""
        self._is_used = False
        try:
            yield
        finally:
            self._is_used = True

    def save(self) -> None:
        """Writes the cache to its file, if there is one and it changed."""
        if self._file is None or not self._is_changed:
            return
        import numpy

        with self._file.open("wb") as opened:
            held: dict[str, Any] = {
                _NAME: numpy.array(self.name),
                _KEYS: numpy.array(list(self._known), dtype="S16"),
                _VECTORS: numpy.array(list(self._known.values()), dtype="float32"),
            }
            numpy.savez(opened, **held)
        self._is_changed = False

    def _read(self, file: Path) -> None:
        import numpy

        try:
            with numpy.load(file, allow_pickle=False) as kept:
                made_by = str(kept[_NAME])
                keys, vectors = kept[_KEYS], kept[_VECTORS]
        except (ValueError, KeyError, EOFError, TypeError) as error:
            raise InvalidInput(
                f"{file} is no cache of vectors. Name a new file with --cache, or remove this one."
            ) from error
        if made_by != self.name:
            raise InvalidInput(
                f"{file} holds vectors of {made_by!r}, and this run embeds with {self.name!r}. "
                "Name another file with --cache."
            )
        # NumPy strips trailing zero bytes, and a key may end with one.
        self._known = {
            bytes(key).ljust(16, b"\0"): array("f", vector.tobytes())
            for key, vector in zip(keys, vectors.astype("float32"), strict=True)
        }


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def caching_embedder(embedder: Embedder | None, file: Path | None) -> CachingEmbedder | None:
    """The embedder with a cache. None stays None: words only."""
    if embedder is not None:
        return CachingEmbedder(embedder, file)
    if file is not None:
        raise InvalidInput(
            "There are no vectors to keep: this run goes by words alone. Leave --cache out, or "
            "choose an embedder with --embedder."
        )
    return None


def create_bench_embedder(name: str | None) -> Embedder | None:
    """The embedder of that name, or of the settings; None: words only."""
    if name == HASHING:
        return HashingEmbedder(DIMENSIONS)
    return check_tools(None, None, name, None).embedder
