"""A window: a conversation as an agent gets it, with the last messages verbatim."""

from __future__ import annotations

from remembrancer.conversations.digest import Point
from remembrancer.core.base import Value
from remembrancer.items.item import ORIGIN, Trust
from remembrancer.items.message import Message


class Window(Value):
    """The last messages verbatim, and one summary for everything before."""

    conversation_id: str
    summary: str | None  # one line per point; None: all messages are shown verbatim
    points: tuple[Point, ...]  # the same, each with the messages it stands for
    block: str | None  # the summary in its envelope, as it goes to a model
    messages: tuple[Message, ...]  # verbatim, oldest first
    summarised: int  # how many messages the summary stands for

    def prompt(self) -> list[dict[str, str]]:
        """The messages for a chat model: the summary as a system message, then the messages."""
        opening = [] if self.block is None else [{"role": "system", "content": self.block}]
        return opening + [
            {"role": role_of(message), "content": turn_of(message)} for message in self.messages
        ]


def role_of(message: Message) -> str:
    """The role of the message, unless it is from outside and claims a role that a model obeys."""
    is_ours = message.trust in (Trust.PERSON, Trust.AGENT)
    return message.role if is_ours or message.role == "assistant" else "user"


def turn_of(message: Message) -> str:
    """A message as a chat turn. Text from outside or from a document is marked.

    The role says whether a person or a program speaks.
    """
    origin = ORIGIN.get(message.trust)
    return message.content if origin is None else f"({origin}) {message.content}"
