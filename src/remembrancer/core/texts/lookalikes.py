"""Look-alikes: the letters that a text seems to have, whatever script they come from.

Unicode data gives most of them: forms of a letter by their decomposition, Latin letters with a
stroke, a hook or a tail by their names. The tables hold the rest: letters of other scripts that
look like a Latin one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

# Keyed by the letter they look like. Lower case only; capitals that look like their lower-case form
# are found through it.
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
# Capitals that look like another letter than their lower-case form does, and letters of scripts
# without case that look like Latin capitals: Cherokee, Lisu and the Canadian syllabics.
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
_UNSURE_IN_A_ROW: Final = 3  # unknown letters; more of them are words of another language
_UNSURE_FROM: Final = 8  # letters: shorter names would match too much


def letters(text: str) -> str:
    """The letters and digits of a text by what they look like, ignoring everything between them."""
    return "".join(map(letter_of, text))


@cache
def letter_of(character: str) -> str:
    """The letters or digits that a character looks like; empty: it is a sign or a blank."""
    return "".join(
        _CAPITALS.get(value) or "".join(map(_looks_like, value.casefold()))
        for value in unicodedata.normalize("NFKD", character)
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
    """Names by the letters that they seem to have, whatever script they are written in."""

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

    def may_begin_with(self, text: str) -> bool:
        """Whether a name may begin with these letters, judged by the last of them."""
        if text.isascii():
            return text in self._beginnings
        if len(text) > self.letters_max:
            return False
        if text[-1].isascii():
            return text[-1] in self._at_place[len(text) - 1]
        return len(text) <= _UNSURE_IN_A_ROW or any(map(str.isascii, text[-_UNSURE_IN_A_ROW - 1 :]))

    def __contains__(self, told: object) -> bool:
        """Whether these letters pass for a name.

        They do if they are its letters, or if at least half are and the others are letters of
        scripts that no table covers.
        """
        if not isinstance(told, str) or told in self._names or told.isascii():
            return told in self._names
        if len(told) not in self._lengths or len(told) < _UNSURE_FROM:
            return False
        if 2 * sum(not value.isascii() for value in told) > len(told):
            return False
        return any(_fits(told, name) for name in self._names if len(told) == len(name))


def _fits(text: str, name: str) -> bool:
    """Whether they are the same, where a letter that no table covers matches any letter."""
    return all(
        value == other or not value.isascii() for value, other in zip(text, name, strict=True)
    )
