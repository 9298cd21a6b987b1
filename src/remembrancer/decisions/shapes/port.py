"""The port of stored shapes: vectors of a space's decisions, with the state they were made of."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple, Protocol


class ShapesMark(NamedTuple):
    """The state of the space that shapes were made of."""

    position: int  # of the ledger
    seal: str | None  # the ledger's hash there, and the settings: of another history another one
    next_change_at: datetime | None  # when the clock alone changes the graph


class ShapesReader(Protocol):
    """Reads the stored shapes of a space. Everybody in it may."""

    def mark(self) -> ShapesMark | None:
        """What they were made of; None: there are none."""

    def body(self) -> bytes: ...


class ShapesWriter(ShapesReader, Protocol):
    def put(self, mark: ShapesMark, body: bytes) -> None:
        """Replaces them. They are derived, so the ledger does not mention them."""

    def drop(self) -> int:
        """Removes them; how many parts there were."""
