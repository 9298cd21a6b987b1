"""Talks for the tests of extraction: a line for each turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal

AT = datetime(2026, 2, 27, 10, 0, tzinfo=UTC)
AGENT = "agent"  # who speaks under this name is an assistant
KINDS = {Family.FACT: "fact", Family.TRACE: "decision_trace"}


def brief(**given: Any) -> Brief:
    """A brief that keeps facts and traces."""
    return Brief(**{"kinds": KINDS, "now": AT, **given})


def turn(author: str, content: str, number: int = 0, **given: Any) -> Message:
    """One message, a minute after the one before it."""
    fields: dict[str, Any] = {
        "id": f"msg-{number}",
        "conversation_id": "talk",
        "channel_id": None,
        "author_id": author,
        "role": "assistant" if author == AGENT else "user",
        "content": content,
        "timestamp": AT + timedelta(minutes=number),
        "owner": "anna",
        "subject": None,
        "audience": None,
        "is_personal": False,
        "trust": Trust.PERSON,
    }
    return Message(**{**fields, **given})


def talk(text: str) -> list[Message]:
    """The messages of a talk, written as "name: words" with a line for each."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    parted = [line.partition(": ") for line in lines]
    return [turn(name, words, number) for number, (name, _, words) in enumerate(parted)]


def stands_where_it_says(proposal: Proposal, messages: list[Message]) -> bool:
    """Whether every quote stands in its message, at its place."""
    said = {message.id: message.content for message in messages}
    quotes = [(proposal.message_id, proposal.quote, proposal.start)]
    quotes += [(one.message_id, one.quote, one.start) for one in proposal.also]
    return all(
        start is not None and said[id][start : start + len(quote)] == quote
        for id, quote, start in quotes
    )
