"""Delivered text: stored text in the form in which every delivery gives it to an agent.

Every delivery passes its stored texts through this module. It removes invisible characters and
neutralises text that looks like one of our marks or headings, so that it stays readable: the
brackets of a mark become parentheses, `#` before a heading becomes `>`, and a colon after it
becomes a full stop. No text gets longer, and the function is idempotent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

from remembrancer.core.base import Value
from remembrancer.core.texts import envelopes
from remembrancer.core.texts.lookalikes import Names, letter_of, letters
from remembrancer.core.texts.unseen_characters import without_unseen
from remembrancer.items.item import ORIGIN, Trust

T = TypeVar("T")

# Everything that a reader could take for the bracket of a mark: all opening and closing punctuation
# of Unicode except quotation marks, and characters that look alike. They become parentheses.
_OPENING: Final = (
    "[{«༺༼᚛‹⁅⁽₍⌈⌊〈❨❪❬❮❰❲❴⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘"
    "⧚⧼⸂⸄⸉⸌⸜⸠⸢⸤⸦⸨⹕⹗⹙⹛〈《「『【〔〖〘〚﴿︗︵︷︹︻︽︿﹁﹃﹇﹙﹛"
    "﹝（［｛｟｢<＜﹤⎡⎣"
)
_CLOSING: Final = (
    "]}»༻༽᚜›⁆⁾₎⌉⌋〉❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦎⦐⦒⦔⦖⦘⧙"
    "⧛⧽⸃⸅⸊⸍⸝⸡⸣⸥⸧⸩⹖⹘⹚⹜〉》」』】〕〗〙〛﴾︘︶︸︺︼︾﹀﹂﹄﹈﹚﹜"
    "﹞）］｝｠｣>＞﹥⎤⎦"
)
_OPENERS: Final = frozenset(_OPENING)
_CLOSERS: Final = frozenset(_CLOSING)
_LETTER_SIGNS: Final = "\u2460-\u24ff\U0001f100-\U0001f1ff"  # letters in circles and squares
_OPENED: Final = re.compile(f"[{re.escape(_OPENING)}][^\\w{_LETTER_SIGNS}]*")
_SUBJECT_MAX: Final = 300  # characters between the name in a mark and its closing bracket

_HASHES: Final = frozenset("#＃﹟♯")
_COLONS: Final = frozenset(":：﹕∶ː꞉")
_HEADING: Final = re.compile(f"[{''.join(_HASHES | _COLONS)}]")
_TRIGGER: Final = re.compile(f"[{re.escape(_OPENING)}{''.join(_HASHES | _COLONS)}]")
# The number before or after a heading: 1, 2.3, iv, b, (2).
_NUMBER: Final = re.compile(r"\d{1,2}|[\u2460-\u249b\u2776-\u2793]")
_NUMERAL: Final = re.compile("[a-z]|[ivx]{1,4}", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\s*[.)\]:]")  # follows a numeral; without it the numeral is a word
_NUMBERS_MAX: Final = 3  # parts of a number before a heading


def harmless(text: str) -> str:
    """The text without invisible characters and without our marks and headings."""
    seen = without_unseen(text)
    if _TRIGGER.search(seen) is None:
        return seen
    without_marks = _without_marks(seen)
    if _HEADING.search(without_marks) is None:
        return without_marks
    return "\n".join(map(_without_heading, without_marks.split("\n")))


def harmless_title(title: str) -> str:
    """A title that is safe as a heading over stored text. Our own headings and marks are quoted."""
    clean = " ".join(harmless(title).split())
    is_ours = _is_heading(_words(clean)) or letters(clean) in _mark_names()
    return f"“{clean}”" if is_ours else clean


def harmless_kind(kind: str) -> str:
    """The name of a kind as a heading over its items. Our own headings are marked as a kind."""
    clean = harmless_title(kind)
    return clean if clean == " ".join(harmless(kind).split()) else f"kind {clean}"


def delivered(value: T, *, but: Sequence[str] = ()) -> T:
    """The value with all its texts made harmless: a text, a list, a mapping or a `Value`.

    `but` names fields and keys that stay unchanged: ids, which programs use for lookups, and texts
    of our own. A value that needs no change is returned as the same object.
    """
    changed: Any = _delivered(value, frozenset(but))
    return changed  # type: ignore[no-any-return]


def _delivered(value: Any, but: frozenset[str]) -> Any:
    if isinstance(value, str):
        clean = harmless(value)
        return value if clean == value else clean
    if isinstance(value, Value):
        changes = {
            name: clean
            for name, old in value.__dict__.items()
            if name not in but and (clean := _delivered(old, but)) is not old
        }
        return value.changed(**changes) if changes else value
    if isinstance(value, Mapping):
        fields = {
            _delivered(key, but): old if key in but else _delivered(old, but)
            for key, old in value.items()
        }
        same = all(map(_is, fields, value)) and all(map(_is, fields.values(), value.values()))
        return value if same and len(fields) == len(value) else fields
    if isinstance(value, list | tuple):
        listed = [_delivered(one, but) for one in value]
        if all(map(_is, listed, value)):
            return value
        return listed if isinstance(value, list) else tuple(listed)
    return value


def _is(left: Any, right: Any) -> bool:
    return left is right


# -- trust


def trust_words(trust: Trust) -> str:
    """The trust class of an entry as a delivery words it; outside sources are named as such."""
    told = ORIGIN.get(trust)
    return f"trust {trust.value}" if told is None else f"trust {trust.value}, {told}"


# -- our marks and headings


def _without_marks(text: str) -> str:
    made: list[str] | None = None
    for match in _OPENED.finditer(text):
        opened = [value for value in match[0] if value in _OPENERS]
        end = _end_of_name(text, match.end(), _closing_of(opened[-1]))
        if end is None:
            continue
        made = list(text) if made is None else made
        for at in range(match.start(), match.end()):
            if made[at] in _OPENERS:
                made[at] = "("
        _close(made, end, len(opened))
    return text if made is None else "".join(made)


def _end_of_name(text: str, at: int, closing: str) -> int | None:
    """The end of the mark name that starts here; None: it is no mark.

    Any number of blanks and signs is ignored, because a display may collapse them.
    """
    told, names = "", _mark_names()
    for place in range(at, len(text)):
        letter = letter_of(text[place])
        if not letter:
            if text[place] == closing:
                return None
            continue
        told += letter
        if not names.may_begin_with(told):
            return None
        if told in names and not letter_of(text[place + 1 : place + 2]):
            return place + 1
    return None


def _closing_of(opening: str) -> str:
    """The matching closing bracket: one of the next characters of its Unicode block."""
    if opening == "«":
        return "»"
    following = (chr(ord(opening) + step) for step in (1, 2))
    return next((value for value in following if value in _CLOSERS), "")


def _close(made: list[str], at: int, count: int) -> None:
    """Replaces as many closing brackets as were opened, within the same line."""
    for place in range(at, min(len(made), at + _SUBJECT_MAX)):
        if count == 0 or made[place] == "\n":
            return
        if made[place] in _CLOSERS:
            made[place] = ")"
            count -= 1


def _without_heading(line: str) -> str:
    if _HEADING.search(line) is None:
        return line
    words = _words(line)
    if not words:
        return line
    before, behind = line[: words[0].start], line[words[-1].end :]
    is_headed = not _HASHES.isdisjoint(before) or not _COLONS.isdisjoint(behind)
    if not is_headed or not _is_heading(words):
        return line
    return "".join(
        ">" if value in _HASHES else "." if value in _COLONS else value for value in line
    )


class _Word(NamedTuple):
    """Consecutive letters in a line."""

    start: int
    end: int
    text: str
    is_numeral: bool  # True: a sign follows it, as after the number of a list


def _words(line: str) -> list[_Word]:
    """The words of a line that may be one of our headings, without blanks and signs.

    The list is empty if the line has too many letters for a heading.
    """
    words: list[_Word] = []
    start, count = None, 0
    most = _headings().letters_max + 4 * (_NUMBERS_MAX + 1)
    for at, one in enumerate(f"{line} "):
        letter = letter_of(one)
        count += len(letter)
        if count > most:
            return []
        if letter and start is None:
            start = at
        elif not letter and start is not None:
            is_numeral = _NUMBERED.match(line, at) is not None
            words.append(_Word(start, at, line[start:at], is_numeral))
            start = None
    return words


def _is_heading(words: Sequence[_Word]) -> bool:
    """Whether the words are one of our headings, with or without a number."""
    numbers = 0
    while numbers < min(len(words), _NUMBERS_MAX) and _is_number(words[numbers]):
        numbers += 1
    for first in range(numbers + 1):
        lines = [letters(word.text) for word in words[first:]]
        if "".join(lines) in _headings():
            return True
        is_numbered = lines and _NUMBER.fullmatch(words[-1].text)
        if is_numbered and "".join(lines[:-1]) in _headings():
            return True
    return False


def _is_number(word: _Word) -> bool:
    if _NUMBER.fullmatch(word.text):
        return True
    return word.is_numeral and _NUMERAL.fullmatch(word.text) is not None


@cache
def _mark_names() -> Names:
    return Names(envelopes.mark_names())


@cache
def _headings() -> Names:
    return Names(envelopes.headings())
