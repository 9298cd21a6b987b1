"""Delivered text: stored words as an agent is given them, whatever the way.

Every delivery passes its stored texts through here. What nobody sees is left out, and what would
pass for a mark or a heading of ours is made harmless and stays readable: the brackets of a mark
become parentheses, `#` before a heading becomes `>`, and a colon behind it a full stop. No text
gets longer by it, and twice equals once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from remembrancer.model.base import Value
from remembrancer.model.item import ORIGIN, Trust
from remembrancer.rules import envelopes
from remembrancer.rules.unseen_characters import without_unseen

T = TypeVar("T")

# Whatever a reader could take for a bracket of a mark.
_OPENING: Final = "[［【〔〖〘〚⟦⟬❲⁅⦋⦍⦏﹝︹︻﹇⌈⌊⎡⎣<＜﹤‹«〈《⟨❬❰⧼{｛﹛⦃"
_CLOSING: Final = frozenset("]］】〕〗〙〛⟧⟭❳⁆⦌⦎⦐﹞︺︼﹈⌉⌋⎤⎦>＞﹥›»〉》⟩❭❱⧽}｝﹜⦄")
_LETTER_SIGNS: Final = "\u2460-\u24ff\U0001f100-\U0001f1ff"  # letters in circles and squares
_OPENED: Final = re.compile(f"[{re.escape(_OPENING)}][^\\w{_LETTER_SIGNS}]*")
_SKIPPED_MAX: Final = 40  # signs between two letters of a mark
_SUBJECT_MAX: Final = 300  # characters between the name in a mark and its closing bracket

_HASHES: Final = frozenset("#＃﹟♯")
_COLONS: Final = frozenset(":：﹕∶ː꞉")
_HEADING: Final = re.compile(f"[{''.join(_HASHES | _COLONS)}]")
_HEADED: Final = re.compile(rf"\W*[{''.join(_HASHES)}]|.*[{''.join(_COLONS)}][\W_]*$")
_HEADING_MAX: Final = 120  # characters of a line that can be a heading of ours
_TRIGGER: Final = re.compile(f"[{re.escape(_OPENING)}{''.join(_HASHES | _COLONS)}]")


def harmless(text: str) -> str:
    """The text without what nobody sees, and without marks and headings of ours."""
    seen = without_unseen(text)
    if _TRIGGER.search(seen) is None:
        return seen
    without_marks = _without_marks(seen)
    if _HEADING.search(without_marks) is None:
        return without_marks
    return "\n".join(map(_without_heading, without_marks.split("\n")))


def harmless_title(title: str) -> str:
    """A title as a heading over stored words. One that is a heading of ours stands in quotes."""
    clean = " ".join(harmless(title).split())
    return f"“{clean}”" if letters(clean) in _headings() else clean


def delivered(value: T, *, but: Sequence[str] = ()) -> T:
    """The value with all its texts made harmless: a text, a list, a mapping, or a value of ours.

    `but` names fields and keys that stay as they are: ids, by which programs look things up, and
    texts of our own. What needs no change is the same object.
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
        told = {
            _delivered(key, but): old if key in but else _delivered(old, but)
            for key, old in value.items()
        }
        same = all(map(_is, told, value)) and all(map(_is, told.values(), value.values()))
        return value if same and len(told) == len(value) else told
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
    """The trust class of an entry in the words of a delivery; what is from outside says so."""
    told = ORIGIN.get(trust)
    return f"trust {trust.value}" if told is None else f"trust {trust.value}, {told}"


# -- marks and headings of ours


def _without_marks(text: str) -> str:
    made: list[str] | None = None
    for found in _OPENED.finditer(text):
        end = _end_of_name(text, found.end())
        if end is None:
            continue
        made = list(text) if made is None else made
        for at in range(found.start(), found.end()):
            if made[at] in _OPENING:
                made[at] = "("
        _close(made, end, sum(one in _OPENING for one in found[0]))
    return text if made is None else "".join(made)


def _end_of_name(text: str, at: int) -> int | None:
    """Where the name of a mark ends that begins here; None: it is none."""
    names, beginnings = _mark_names(), _beginnings()
    told, skipped = "", 0
    for place in range(at, len(text)):
        letter = _letter(text[place])
        if not letter:
            skipped += 1
            if skipped > _SKIPPED_MAX:
                return None
            continue
        told, skipped = told + letter, 0
        if told in names and not _letter(text[place + 1 : place + 2]):
            return place + 1
        if told not in beginnings:
            return None
    return None


def _close(made: list[str], at: int, count: int) -> None:
    """As many closing brackets as were opened, in the same line."""
    for place in range(at, min(len(made), at + _SUBJECT_MAX)):
        if count == 0 or made[place] == "\n":
            return
        if made[place] in _CLOSING:
            made[place] = ")"
            count -= 1


def _without_heading(line: str) -> str:
    if not 0 < len(line) <= _HEADING_MAX or _HEADED.match(line) is None:
        return line
    if letters(line) not in _headings():
        return line
    return "".join(">" if one in _HASHES else "." if one in _COLONS else one for one in line)


@cache
def _mark_names() -> frozenset[str]:
    return frozenset(map(letters, envelopes.mark_names()))


@cache
def _beginnings() -> frozenset[str]:
    return frozenset(name[:end] for name in _mark_names() for end in range(1, len(name) + 1))


@cache
def _headings() -> frozenset[str]:
    return frozenset(map(letters, envelopes.headings()))


# -- letters that look alike


def letters(text: str) -> str:
    """The letters and figures of a text by what they look like, whatever stands between them."""
    return "".join(map(_letter, text))


# By what they look like; what Unicode itself knows to be a form of a letter is not listed.
_LOOKALIKES: Final = {
    alike: letter
    for letter, listed in {
        "a": "аαɑᴀ",
        "b": "вЬьßβ",
        "c": "сϲᴄ",
        "d": "ԁժ",
        "e": "еєεҽ℮ё",
        "f": "ғ",
        "g": "ցɡ",
        "h": "нһհ",
        "k": "кκ",
        "l": "ιіӏıɩⅼ1|iјյ",
        "m": "мм",
        "n": "ոпռηɴи",
        "o": "оοօσ0ჿ",
        "p": "рρ",
        "q": "ԛգ",
        "r": "гʀᴦ",
        "s": "ѕꜱ",
        "t": "тτᴛ",
        "u": "υսц",
        "v": "νѵ",
        "w": "ԝѡω",
        "x": "хχ",
        "y": "уүγ",
        "z": "ᴢ",
    }.items()
    for alike in listed
}
# Capitals that look like another letter than their small forms do, and letters without small ones.
_CAPITALS: Final = dict(
    zip(
        "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХԀԚԜՕՏՍԼᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎩ",
        "abezhlkmnoptyxabesllkmhopctyxdqwosulabcdeghlklmprstvwzy",
        strict=True,
    )
)
_NAMED_LETTER: Final = re.compile(r".*LETTER (?:SMALL CAPITAL |DOTLESS |OPEN |TURNED )?([A-Z])")


@cache
def _letter(character: str) -> str:
    """The letters or figures that a character looks like; none: it is a sign or a blank."""
    return "".join(
        _CAPITALS.get(one) or "".join(map(_looks_like, one.casefold()))
        for one in unicodedata.normalize("NFKD", character)
    )


def _looks_like(character: str) -> str:
    if "a" <= character <= "z" or "0" <= character <= "9" or character == "|":
        return _LOOKALIKES.get(character, character)
    if character in _LOOKALIKES:
        return _LOOKALIKES[character]
    if unicodedata.combining(character) or character.isascii():
        return ""
    named = _NAMED_LETTER.fullmatch(unicodedata.name(character, ""))
    if named and ("LATIN" in named[0] or not character.isalpha()):
        letter = named[1].lower()
        return _LOOKALIKES.get(letter, letter)
    return character if character.isalnum() else ""
