"""Hybrid precedents: words and shape together, for a decision at hand.

Both scores lie between 0 and 1: that of the text is the score of a plain question, that of the
structure is the cosine of two shapes, and 0 where it is below. The weights are divided by their
sum, so that the mean lies between 0 and 1 as well and grows with each of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import PrecedentWeights

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

_EXAMPLE: Final = 'such as {"text": 0.7, "structure": 0.3}'


@dataclass(frozen=True, kw_only=True)
class ShapeAtHand:
    """The decision before us, whose shape counts beside the words of its situation."""

    decision: str  # its id; it is no precedent of its own
    weights: PrecedentWeights
    index: ShapeIndex | None  # None: structure counts for nothing

    def nearest(self, count: int) -> list[str]:
        """The decisions of the most similar shape."""
        if self.index is None or self.decision not in self.index:
            return []
        return [id for id, score in self.index.nearest(self.decision, count) if score]

    def scores(self, ids: Iterable[str]) -> dict[str, float]:
        """How alike the shapes are. What has no shape is left out."""
        if self.index is None or self.decision not in self.index:
            return {}
        return self.index.similarities(self.decision, ids)

    def combined(self, text: float, structure: float) -> float:
        total = self.weights.text + self.weights.structure
        return (self.weights.text * text + self.weights.structure * structure) / total

    def sentence(self, text: float, structure: float) -> str:
        """What the score is made of."""
        return (
            f"The score is made of words {text:.2f} (weight {self.weights.text:g}) and shape "
            f"{structure:.2f} (weight {self.weights.structure:g})."
        )


def checked_weights(preset: PrecedentWeights, given: Any) -> PrecedentWeights:
    """The weights that a caller gave; None: those of the preset."""
    if given is None:
        return preset
    names = tuple(PrecedentWeights.model_fields)
    if not isinstance(given, Mapping) or set(given) != set(names):
        raise InvalidInput(
            f"weights names both {' and '.join(names)}, {_EXAMPLE}.", field="weights"
        )
    for name in names:
        value = given[name]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not isfinite(value) or not 0 <= value <= 1:
            raise InvalidInput(
                f"The weight {name} is a number from 0 to 1, not {value!r}.", field="weights"
            )
    if not any(given.values()):
        raise InvalidInput(
            f"Both weights are 0, so that nothing would count. Give at least one, {_EXAMPLE}.",
            field="weights",
        )
    return PrecedentWeights(**{name: float(given[name]) for name in names})
