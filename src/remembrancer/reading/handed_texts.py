"""What a program was handed from outside and passes on: it is trusted no more for that.

A program that read a text of low trust and then remembers the same thing, in the same or in other
words, is no second source. What it brings has the trust of the text, and says from which it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from remembrancer.items.item import Trust
from remembrancer.items.message import MessageDraft
from remembrancer.items.port import NewItem
from remembrancer.search.port import Meaning

Near = dict[int, tuple[float, float]]
Likeness = Callable[[Meaning, Sequence[int]], Near]  # of texts, by the store's numbers of them


def words_of(*given: Any) -> str:
    """Title, content and the text values of data, each on a line of its own."""
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


class Heard:
    """What one caller was handed: nothing that lowers the trust of what they say."""

    def item(self, new: NewItem) -> NewItem:
        """The item, with the trust of the least trusted text that it may repeat."""
        return new

    def drawn(self, new: NewItem) -> NewItem:
        """The same of one among many, or of a text that was compared as a whole: by words alone."""
        return new

    def label(self, text: str, subject: str | None) -> Trust | None:
        """The trust of the least trusted text that a raw text may repeat; None: it repeats none."""
        return None

    def messages(self, drafts: Sequence[MessageDraft], subject: str | None) -> list[MessageDraft]:
        """The messages, each with the trust of what it may repeat."""
        return list(drafts)
