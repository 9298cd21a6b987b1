"""Vectors as embedders return them: only comparable ones are used."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, sqrt
from operator import mul

from remembrancer.core.errors import ModelFailed


def mean_vector(vectors: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """The weighted mean of unit vectors, of length one where it is not zero."""
    sums = [sum(map(mul, weights, column)) for column in zip(*vectors, strict=True)]
    length = sqrt(sum(map(mul, sums, sums))) or 1.0
    return [value / length for value in sums]


def check_vectors(name: str, vectors: Sequence[Sequence[float]], count: int) -> None:
    """Checks that there is one vector per text, all of one length and of finite numbers."""
    if len(vectors) != count:
        raise ModelFailed(
            f"{name} gave {len(vectors)} vectors for {count} texts. None of them was used."
        )
    lengths = {len(vector) for vector in vectors}
    if len(lengths) > 1 or 0 in lengths:
        raise ModelFailed(f"{name} gave vectors of several lengths, or empty ones. None was used.")
    if not all(isfinite(sum(vector)) for vector in vectors):
        raise ModelFailed(f"{name} gave a vector that is not made of numbers. None was used.")
