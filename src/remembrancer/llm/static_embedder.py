"""The static embedder: one vector for each token, and for a text their weighted mean.

It is made from the local model: each token of the vocabulary goes through the model once, alone.
A linear map, fitted on made-up texts, brings the means of tokens near the vectors that the model
gives. That takes some seconds, and the table is kept in the user's cache folder. From then on no
model runs for a text, which is much faster; questions are few and still go through the model. Words
mean the same in every text, so recall is a little worse.
"""

from __future__ import annotations

import hashlib
import logging
import os
import random
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from remembrancer.llm.minilm import MiniLM

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

NAME = "all-MiniLM-L6-v2/static/1"  # changes with the weights and with how the table is made
UNRELATED = 0.15

TOKENS_MAX = 512  # of one text; the rest is cut

# The vocabulary is ordered by frequency. Common tokens say little and weigh less:
# COMMON / (COMMON + frequency), with the frequency of a token taken from its rank.
COMMON = 1e-3

# Texts of words drawn by frequency, on which the map is fitted. The draw is the same everywhere, so
# that all programs of a store have the same vectors.
FITTED_TEXTS = 6_000
FITTED_WORDS = (4, 50)  # of a text, the fewest and the most
FITTED_POWER = 0.7  # frequencies fall with this power of the rank
RIDGE = 0.01  # how much the map is held back
_SEED = 7

_LEAST = 1e-12  # of a length to divide by

log = logging.getLogger("remembrancer.llm")


class TokenModel(Protocol):
    """A model with a vocabulary that tells what each token means alone."""

    @property
    def name(self) -> str: ...

    @property
    def first_word(self) -> int:
        """The first token that is part of a text; those before it are marks."""

    def token_vectors(self) -> NDArray[float32]:
        """One row for each token of the vocabulary."""

    def tokens(self, texts: Sequence[str], *, at_most: int) -> list[list[int]]:
        """The tokens of each text, without marks."""

    def plain_words(self) -> list[str]:
        """The tokens that are whole words, the most common first."""

    def embed_array(self, texts: Sequence[str]) -> NDArray[float32]:
        """The unit vectors of texts."""


class StaticEmbedder:
    """Unit vectors, close for texts whose words mean the same.

    Nothing is loaded before the first text. Thread-safe.
    """

    name = NAME
    is_local = True
    provider = "local"
    unrelated = UNRELATED
    is_mean_of_tokens = True

    def __init__(self, *, model: TokenModel | None = None, folder: Path | None = None) -> None:
        self._model = MiniLM() if model is None else model
        self._folder = folder
        self._lock = Lock()
        self._table: NDArray[float32] | None = None

    def __repr__(self) -> str:
        return f"StaticEmbedder({self.name!r})"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        vectors: list[list[float]] = self.embed_array(texts).tolist() if texts else []
        return vectors

    def embed_array(self, texts: Sequence[str]) -> NDArray[float32]:
        """The same vectors as rows of one array. A text without a known word has a zero vector."""
        import numpy

        table = self._load()
        vectors = numpy.zeros((len(texts), table.shape[1]), dtype=numpy.float32)
        for row, tokens in enumerate(self._model.tokens(texts, at_most=TOKENS_MAX)):
            vectors[row] = table[tokens].sum(axis=0)
        lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
        made: NDArray[float32] = vectors / numpy.maximum(lengths, _LEAST)
        return made

    def embed_questions(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of the model itself: a question is worth its time."""
        vectors: list[list[float]] = self._model.embed_array(texts).tolist() if texts else []
        return vectors

    def _load(self) -> NDArray[float32]:
        if self._table is None:
            with self._lock:
                if self._table is None:
                    self._table = self._read()
        return self._table

    def _read(self) -> NDArray[float32]:
        folder = cache_folder() if self._folder is None else self._folder
        made_of = hashlib.sha256(f"{self._model.name}\n{self.name}".encode()).hexdigest()
        file = folder / f"static-{made_of[:16]}.npy"
        table = _kept(file)
        if table is None:
            table = fitted(
                weighted(self._model.token_vectors(), self._model.first_word), self._model
            )
            _keep(file, table)
        return table


def fitted(table: NDArray[float32], model: TokenModel) -> NDArray[float32]:
    """The table with its rows mapped, so that means of them are near the model's vectors."""
    import numpy

    texts = _drawn(model.plain_words())
    means = numpy.zeros((len(texts), table.shape[1]))
    for row, tokens in enumerate(model.tokens(texts, at_most=TOKENS_MAX)):
        means[row] = table[tokens].mean(axis=0)
    wanted = model.embed_array(texts)
    products = means.T @ means
    held_back = RIDGE * products.trace() / len(products) * numpy.eye(len(products))
    mapping = numpy.linalg.solve(products + held_back, means.T @ wanted)
    made: NDArray[float32] = (table @ mapping).astype(numpy.float32)
    return made


def _drawn(words: Sequence[str]) -> list[str]:
    chance = random.Random(_SEED)
    sums = list(accumulate(rank**-FITTED_POWER for rank in range(1, len(words) + 1)))
    fewest, most = FITTED_WORDS
    lengths = [int(fewest * (most / fewest) ** chance.random()) for _ in range(FITTED_TEXTS)]
    return [" ".join(chance.choices(words, cum_weights=sums, k=length)) for length in lengths]


def weighted(vectors: NDArray[float32], first_word: int) -> NDArray[float32]:
    """The table: what all tokens have in common is taken away, and common tokens weigh less."""
    import numpy

    count = len(vectors) - first_word
    words = vectors[first_word:].astype(numpy.float64)
    words -= words.mean(axis=0)
    frequency = 1 / numpy.arange(1, count + 1)
    frequency /= frequency.sum()
    table = numpy.zeros(vectors.shape, dtype=numpy.float32)
    table[first_word:] = words * (COMMON / (COMMON + frequency))[:, None]
    return table


def cache_folder() -> Path:
    """Where tables are kept: one folder of each user of the machine."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "remembrancer"


def _kept(file: Path) -> NDArray[float32] | None:
    """The table in a file; None: there is none, or it is no table."""
    import numpy

    try:
        # Processes share the pages of the file.
        table: Any = numpy.load(file, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return table if table.ndim == 2 and table.dtype == numpy.float32 and len(table) else None


def _keep(file: Path, table: NDArray[float32]) -> None:
    """Writes the table whole or not at all. Without a file it is made again by the next process."""
    import numpy

    new = file.with_name(f".{file.name}.{uuid4().hex}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with new.open("xb") as opened:
                numpy.save(opened, table, allow_pickle=False)
            new.replace(file)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        log.warning(
            "The table of the static embedder cannot be kept in %s (%s), so each process makes it "
            "anew. Set XDG_CACHE_HOME to a folder that can be written.",
            file.parent,
            error.strerror or error,
        )
