"""A small question to a model, and its answer."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from remembrancer.core.base import Value

TEXT = "the canary sings"
WELL: dict[str, Any] = {"birds": [{"kind": "canary", "count": 2}]}


class Kind(StrEnum):
    CANARY = "canary"
    CROW = "crow"


class Bird(Value):
    kind: Kind
    count: Annotated[int, Field(ge=0)] = 1


class Birds(Value):
    birds: Annotated[tuple[Bird, ...], Field(max_length=3)] = ()


class Waits(list[float]):
    """How long it was waited; nothing waits."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)
