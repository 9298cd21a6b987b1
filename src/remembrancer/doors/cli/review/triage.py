"""Triage: which card is next, and which decision can still be taken back.

A decision is carried out with the next one, or at the end: until then it can be undone without a
trace, since what was approved or rejected never waits again.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

# What each key does, in the order in which they are offered.
KEYS: Final = {
    "a": "approve",
    "r": "reject",
    "m": "mandate",
    "e": "edit",
    "s": "skip",
    "u": "undo",
    "?": "help",
    "q": "quit",
}
PAST: Final = {"approve": "approved", "reject": "rejected", "mandate": "mandated", "edit": "edited"}


class TriageDecision(NamedTuple):
    """What a person wants to become of an item."""

    place: int  # of its card
    id: str
    action: str  # approve, reject or mandate
    seen: int | None = None  # the version of the item that the card showed
    reason: str | None = None
    audience: str | None = None


class Triage(NamedTuple):
    """How far a person is with the cards. Every step gives a new one."""

    ids: tuple[str, ...]  # of the cards; what has to be looked at again is in it twice
    place: int = 0  # of the card that is shown, the first being 0
    held: TriageDecision | None = None  # decided, and not carried out yet
    skipped: frozenset[int] = frozenset()

    @property
    def id(self) -> str | None:
        """The item that is shown; None: all cards have been seen."""
        return self.ids[self.place] if self.place < len(self.ids) else None

    @property
    def progress(self) -> str:
        assert self.id is not None
        items = list(dict.fromkeys(self.ids))
        again = ", again" if self.id in self.ids[: self.place] else ""
        return f"{items.index(self.id) + 1} of {len(items)}{again}"


def decided(
    triage: Triage,
    action: str,
    reason: str | None = None,
    audience: str | None = None,
    *,
    seen: int | None = None,
) -> tuple[Triage, TriageDecision | None]:
    """The next card, and the decision before this one, which is to be carried out now."""
    assert triage.id is not None
    new = TriageDecision(triage.place, triage.id, action, seen, reason, audience)
    skipped = triage.skipped - {triage.place}
    return triage._replace(place=triage.place + 1, held=new, skipped=skipped), triage.held


def passed_over(triage: Triage) -> Triage:
    """The next card; this one goes on waiting."""
    return triage._replace(place=triage.place + 1, skipped=triage.skipped | {triage.place})


def dropped(triage: Triage) -> Triage:
    """The next card; there is nothing to decide on this one any more."""
    place = triage.place
    return triage._replace(ids=(*triage.ids[:place], *triage.ids[place + 1 :]))


def once_more(triage: Triage, id: str) -> Triage:
    """This card is the next one, again: what was decided on it could not be carried out."""
    return triage._replace(ids=(*triage.ids[: triage.place], id, *triage.ids[triage.place :]))


def undone(triage: Triage) -> Triage | None:
    """One step back: the last decision or skip is taken back. None: there is none to take back."""
    before = triage.place - 1
    if triage.held is not None and triage.held.place == before:
        return triage._replace(place=before, held=None)
    if before in triage.skipped:
        return triage._replace(place=before, skipped=triage.skipped - {before})
    return None


def ended(triage: Triage) -> tuple[Triage, TriageDecision | None]:
    """Nothing is held any more; the last decision is to be carried out."""
    return triage._replace(held=None), triage.held


def summary(done: Counter[str], left: int) -> str:
    """What was done, in a sentence."""
    parts = [f"{done[action]} {word}" for action, word in PAST.items() if done[action]]
    waits = "nothing waits any more" if left == 0 else waiting(left, " still")
    return f"{', '.join(parts) or 'Nothing decided'}; {waits}."


def waiting(number: int, still: str = "") -> str:
    return f"{number:,}{still} {'waits' if number == 1 else 'wait'}"
