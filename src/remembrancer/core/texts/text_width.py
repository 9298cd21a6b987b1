"""How wide a text is in usual fonts, for drawings whose labels do not cover each other."""

from __future__ import annotations

import unicodedata

from remembrancer.core.texts.unseen_characters import as_marks


def fitted(text: str, room: float, size: float = 13) -> str:
    """As much of a text as has room in a line; no label reaches another one."""
    said = as_marks(text)
    if width(said, size) <= room:
        return said
    while said and width(f"{said}…", size) > room:
        said = said[:-1]
    return f"{said.rstrip()}…"


def lines(text: str, room: float, size: float, count: int) -> tuple[str, ...]:
    """A text broken into at most so many lines; the last one is cut where there is more."""
    made: list[str] = []
    waiting = as_marks(text).split()
    while waiting and len(made) < count - 1:
        line = waiting.pop(0)
        while waiting and width(f"{line} {waiting[0]}", size) <= room:
            line = f"{line} {waiting.pop(0)}"
        made.append(fitted(line, room, size))
    if waiting:
        made.append(fitted(" ".join(waiting), room, size))
    return tuple(made)


def width(text: str, size: float) -> float:
    """The width of a line at most."""
    return size * sum(map(_share, text))


def _share(letter: str) -> float:
    """How wide a letter is at most in usual fonts, as a share of its height."""
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in "ilj.,:;'|! ":
        return 0.32
    return 0.74 if letter.isupper() or letter in "mw@%…—" else 0.57
