"""The embedder that remembers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from remembrancer.bench.caching_embedder import CachingEmbedder, caching_embedder
from remembrancer.core.errors import InvalidInput
from remembrancer.ports import Embedder
from remembrancer.testing import HashingEmbedder


class Counting(HashingEmbedder):
    """Notes every text it is given."""

    def __init__(self, dimensions: int = 16) -> None:
        super().__init__(dimensions)
        self.given: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.given += texts
        return super().embed(texts)


def test_a_text_is_embedded_once() -> None:
    """The same text is given to the embedder once, and its vectors are what it would give."""
    inner = Counting()
    caching = CachingEmbedder(inner)
    assert isinstance(caching, Embedder)
    assert caching.name == inner.name
    assert caching.embed(["bees", "barn", "bees"]) == HashingEmbedder(16).embed(
        ["bees", "barn", "bees"]
    )
    caching.embed(["barn", "roof"])
    assert inner.given == ["bees", "barn", "roof"]


def test_questions_are_embedded_each_time() -> None:
    """Inside `unaided()` nothing is remembered, so that its time is the true one."""
    inner = Counting()
    caching = CachingEmbedder(inner)
    caching.embed(["bees"])
    with caching.unaided():
        caching.embed(["bees"])
    caching.embed(["bees"])
    assert inner.given == ["bees", "bees"]


def test_vectors_last_from_run_to_run(tmp_path: Path) -> None:
    """A cache file spares a later run the embedding, and vectors come back as they were."""
    pytest.importorskip("numpy", reason="the cache file is an array of NumPy")
    file = tmp_path / "vectors.npz"
    texts = [f"text {number}" for number in range(600)]  # some keys end with a zero byte
    first = CachingEmbedder(Counting(), file)
    vectors = first.embed(texts)
    first.save()
    inner = Counting()
    second = CachingEmbedder(inner, file)
    assert [[pytest.approx(value) for value in one] for one in second.embed(texts)] == vectors
    assert inner.given == []


def test_a_cache_of_another_embedder_is_refused(tmp_path: Path) -> None:
    """Vectors of two embedders are never mixed, and a file of something else is no cache."""
    pytest.importorskip("numpy", reason="the cache file is an array of NumPy")
    file = tmp_path / "vectors.npz"
    first = CachingEmbedder(Counting(), file)
    first.embed(["bees"])
    first.save()
    with pytest.raises(InvalidInput, match="hashing-english-16"):
        CachingEmbedder(Counting(32), file)
    file.write_text("notes")
    with pytest.raises(InvalidInput, match="is no cache of vectors"):
        CachingEmbedder(Counting(), file)


def test_words_alone_have_no_cache(tmp_path: Path) -> None:
    """Without an embedder there is nothing to remember, and a cache file is refused."""
    assert caching_embedder(None, None) is None
    with pytest.raises(InvalidInput, match="Leave --cache out"):
        caching_embedder(None, tmp_path / "vectors.npz")
