"""A composed request: the full input of a chat model, under one budget."""

from __future__ import annotations

from remembrancer.core.base import Value


class ComposedPart(Value):
    """One part of a request."""

    name: str  # system, memory, live_state, conversation, message
    tokens: int  # tokens it uses
    tokens_max: int  # tokens it may use
    text: str  # empty: not in the request
    pieces: tuple[ComposedPart, ...] = ()  # of the conversation: summary, verbatim


class Composed(Value):
    """A request for a chat model, with what each part of it takes up."""

    messages: tuple[dict[str, str], ...]  # each with role and content
    parts: tuple[ComposedPart, ...]  # in the order of the request
    token_estimate: int
    token_budget: int  # of the whole request
    window_remainder: int  # tokens of the model's window left for thinking and the reply
    receipt: str | None  # `memory.receipt(id)` returns the whole request again
    notes: tuple[str, ...] = ()  # what was shortened or left out, and why

    def part(self, name: str) -> ComposedPart:
        """The part of that name."""
        parts = [part for part in self.parts if part.name == name]
        if not parts:
            raise KeyError(f"A request has no part {name!r}: {[part.name for part in self.parts]}.")
        return parts[0]
