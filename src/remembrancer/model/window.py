"""A window: a conversation as an agent gets it, the last messages word for word."""

from __future__ import annotations

from remembrancer.model.base import Value
from remembrancer.model.digest import Point
from remembrancer.model.message import Message


class Window(Value):
    """The last messages verbatim, and one summary for everything before."""

    conversation_id: str
    summary: str | None  # one line per point; None: all messages are shown verbatim
    points: tuple[Point, ...]  # the same, each with the messages it stands for
    block: str | None  # the summary in its envelope, as it goes to a model
    messages: tuple[Message, ...]  # verbatim, oldest first
    summarised: int  # how many messages the summary stands for

    def prompt(self) -> list[dict[str, str]]:
        """Ready for a chat model: the summary as a system message, then the messages."""
        opening = [] if self.block is None else [{"role": "system", "content": self.block}]
        return opening + [{"role": one.role, "content": one.content} for one in self.messages]
