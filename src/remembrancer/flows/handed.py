"""What a program was handed from outside and passes on: it is trusted no more for that.

A program that read a text of low trust and then remembers the same thing, in the same or in other
words, is no second source. What it brings has the trust of the text, and says from which it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from remembrancer.flows import units
from remembrancer.flows.task import Tools
from remembrancer.loading import load
from remembrancer.model.item import Trust
from remembrancer.model.message import MessageDraft
from remembrancer.model.scope import Scope
from remembrancer.ports import Handed, Meaning, NewItem, Reader, Store
from remembrancer.rules.limits import HANDED_DAYS_MAX, HANDED_TEXTS_MAX

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


def heard(store: Store, scope: Scope, tools: Tools) -> Heard:
    """What the caller was handed. A person may say what they have read: nothing is looked up."""
    if scope.viewer.is_person:
        return Heard()
    found, _ = units.read(store, scope, lambda reader: _handed(reader, scope))

    def near(meaning: Meaning, texts: Sequence[int]) -> Near:
        return units.read(store, scope, lambda reader: reader.likeness(meaning, texts))[0]

    return _heard(scope, tools, found, near)


def heard_by(reader: Reader, scope: Scope, tools: Tools) -> Heard:
    """The same, of a store that is being read or written."""
    if scope.viewer.is_person:
        return Heard()
    return _heard(scope, tools, _handed(reader, scope), reader.likeness)


def _handed(reader: Reader, scope: Scope) -> tuple[Handed, ...]:
    since = scope.now - timedelta(days=HANDED_DAYS_MAX)
    return reader.handed(since=since, limit=HANDED_TEXTS_MAX)


def _heard(scope: Scope, tools: Tools, handed: tuple[Handed, ...], near: Likeness) -> Heard:
    if not handed:
        return Heard()
    # Comparing takes many rules, which are loaded by those who need them.
    made: Heard = load("remembrancer.flows.derive").Derived(scope, tools, handed, near)
    return made
