"""Look-alikes: the letters that a text seems to have, whatever script they are taken from.

Unicode itself tells most of them: forms of a letter by their decomposition, Latin letters with a
stroke, a hook or a tail by their names. The tables hold what it does not tell: letters of other
scripts that are drawn as a Latin one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

# By what they look like. Small letters; capitals that look like their small ones are found by them.
_LOOKALIKES: Final = {
    alike: letter
    for letter, listed in {
        "a": "аαɑᴀⲁ",
        "b": "вЬьßβⲃ",
        "c": "сϲᴄⲥ",
        "d": "ԁժ",
        "e": "еєεҽ℮ёⲉ",
        "f": "ғ",
        "g": "ցɡ",
        "h": "нһհⲏ",
        "k": "кκⲕ",
        "l": "ιіӏıɩⅼ1|iјյⲓⳑ",
        "m": "ммⲙ",
        "n": "ոпռηɴиⲛ",
        "o": "оοօσ0ჿⲟ",
        "p": "рρⲣ",
        "q": "ԛգ",
        "r": "гʀᴦⲅ",
        "s": "ѕꜱ",
        "t": "тτᴛⲧ",
        "u": "υսц",
        "v": "νѵ",
        "w": "ԝѡωⲱ",
        "x": "хχⲭ",
        "y": "уүγⲩ",
        "z": "ᴢⲍ",
    }.items()
    for alike in listed
}
# Capitals that look like another letter than their small forms do, and letters of scripts that
# have one form of each, drawn as Latin capitals: Cherokee, Lisu and the Canadian syllabics.
_CAPITALS: Final = {
    alike: letter
    for drawn, letters_of in (
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx"),  # Greek
        ("АВЕЅІЈКМНОРСТУХԀԚԜ", "abesllkmhopctyxdqw"),  # Cyrillic
        ("ՕՏՍԼ", "osul"),  # Armenian
        ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎩ", "abcdeghlklmprstvwzy"),  # Cherokee
        ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgklczfmnlsrvhwxyaelou"),  # Lisu
        ("ᗅᗩᗷᑕᗞᗪᗴᖴᕼᒍᒪᗰᑎᑭᑫᖇᑌᐯᗯ᙭ᘔ", "aabcddefhllmnpqruvwxz"),  # Canadian syllabics
    )
    for alike, letter in zip(drawn, letters_of, strict=True)
}
# LATIN SMALL LETTER O WITH STROKE, LATIN LETTER SMALL CAPITAL R, REGIONAL INDICATOR SYMBOL LETTER C
_NAMED_LETTER: Final = re.compile(r".*LETTER (?:[A-Z-]+ )*([A-Z])(?: WITH .+)?")
_UNSURE_IN_A_ROW: Final = 3  # letters that may be drawn as any; more are words of another language
_UNSURE_FROM: Final = 8  # letters: in a shorter name, too much would be alike


def letters(text: str) -> str:
    """The letters and figures of a text by what they look like, whatever stands between them."""
    return "".join(map(letter_of, text))


@cache
def letter_of(character: str) -> str:
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


class Names:
    """Names as the letters that they seem to have, in whatever script somebody writes them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: Final = frozenset(map(letters, names))
        self._lengths: Final = frozenset(map(len, self._names))
        self._beginnings: Final = frozenset(
            name[:end] for name in self._names for end in range(1, len(name) + 1)
        )
        self.letters_max: Final = max(map(len, self._names))
        self._at_place: Final = [
            frozenset(name[place] for name in self._names if place < len(name))
            for place in range(self.letters_max)
        ]

    def may_begin_with(self, told: str) -> bool:
        """Whether one may begin with these letters, as far as the last of them tells."""
        if told.isascii():
            return told in self._beginnings
        if len(told) > self.letters_max:
            return False
        if told[-1].isascii():
            return told[-1] in self._at_place[len(told) - 1]
        return len(told) <= _UNSURE_IN_A_ROW or any(map(str.isascii, told[-_UNSURE_IN_A_ROW - 1 :]))

    def __contains__(self, told: object) -> bool:
        """Whether these letters pass for one: its own, or at least half of them and in the places
        of the others letters of scripts that no table has."""
        if not isinstance(told, str) or told in self._names or told.isascii():
            return told in self._names
        if len(told) not in self._lengths or len(told) < _UNSURE_FROM:
            return False
        if 2 * sum(not one.isascii() for one in told) > len(told):
            return False
        return any(_fits(told, name) for name in self._names if len(told) == len(name))


def _fits(told: str, name: str) -> bool:
    """Whether they are the same, a letter that no table has being drawn as any."""
    return all(one == other or not one.isascii() for one, other in zip(told, name, strict=True))
