"""The interface of the taint check on texts that a program received and passes on.

A program that reads a low-trust text and then remembers the same thing, in the same or in other
words, is no second source. Its item gets the trust of the text and names it as its origin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from remembrancer.items.item import Trust
from remembrancer.items.message import MessageDraft
from remembrancer.items.port import NewItem
from remembrancer.search.port import QueryVector

Near = dict[int, tuple[float, float]]
SimilarityLookup = Callable[[QueryVector, Sequence[int]], Near]  # by document number


def text_lines(*given: Any) -> str:
    """Content, title and the values of data as lines of text."""
    lines: list[str] = []
    waiting = list(reversed(given))
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            waiting += reversed(list(one.values()))
        elif isinstance(one, list | tuple):
            waiting += reversed(one)
        elif isinstance(one, str | int | float) and not isinstance(one, bool):
            lines.append(str(one))
    return "\n".join(lines)


class TaintCheck:
    """A taint check that lowers nothing: for people, and for programs that received no texts."""

    def item(self, new: NewItem) -> NewItem:
        """The item, with the trust of the least trusted text that it may repeat."""
        return new

    def drawn(self, new: NewItem) -> NewItem:
        """The same by words alone, for one of many items or one whose source was checked."""
        return new

    def label(self, text: str, subject: str | None) -> Trust | None:
        """The trust of the least trusted text that a raw text may repeat; None: it repeats none."""
        return None

    def messages(self, drafts: Sequence[MessageDraft], subject: str | None) -> list[MessageDraft]:
        """The messages, each with the trust of the text that it may repeat."""
        return list(drafts)
