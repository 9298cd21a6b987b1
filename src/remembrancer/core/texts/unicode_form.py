"""Unicode form: the one form in which rules read a text, whatever form it came in.

The same sentence may be composed or decomposed, in full-width letters, with other blanks or with
invisible characters. Rules read it in one form; quotes keep the original form. Characters that
change the text direction stay: they show that somebody hides something.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

_BLANKS: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_DROPPED: Final = frozenset("\u00ad\u034f\u200b\u2060\ufeff")
_WIDE: Final = (0xFF01, 0xFF5E, 0xFEE0)  # the first, the last, and the offset from ASCII
_OTHERWISE: Final = re.compile(f"[{_BLANKS}{''.join(_DROPPED)}\uff01-\uff5e’ʼ]|[^\\s] {{2,}}")
_SAME_AS: Final = {
    **{ord(value): "" for value in _DROPPED},
    **{ord(value): "'" for value in "’ʼ"},
    **{code: chr(code - _WIDE[2]) for code in range(_WIDE[0], _WIDE[1] + 1)},
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
}


class NormalizedText(NamedTuple):
    """A normalized text, with the original position of each letter."""

    text: str
    places: tuple[int, ...]  # in the original text; one more for its end

    def as_given(self, value: str, start: int | None, quote: str) -> tuple[int, str] | None:
        """The position and the words of a quote in the original text."""
        if start is None or not self.text.startswith(quote, start):
            start = self.text.find(quote)
        if start < 0 or not quote:
            return None
        first, end = self.places[start], self.places[start + len(quote)]
        return first, value[first:end]


def form_of(text: str) -> NormalizedText | None:
    """The normalized text; None: the text is already in this form."""
    is_normal = text.isascii() or unicodedata.is_normalized("NFC", text)
    if is_normal and _OTHERWISE.search(text) is None:
        return None
    made: list[str] = []
    places: list[int] = []
    is_indented = True  # blanks at the start of a line are significant
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and _goes_with_the_letter_before(text[end]):
            end += 1
        letters = _read(text[start:end])
        if letters == " " and made and made[-1] == " " and not is_indented:
            letters = ""
        is_indented = letters == "\n" or (is_indented and letters in ("", " ", "\t"))
        made += letters
        places += [start] * len(letters)
        start = end
    return NormalizedText("".join(made), (*places, len(text)))


def _goes_with_the_letter_before(character: str) -> bool:
    """Marks, the vowels and finals of decomposed Korean syllables, and invisible characters."""
    is_part = "\u1160" <= character <= "\u11ff"
    return is_part or character in _DROPPED or unicodedata.combining(character) != 0


def _read(cluster: str) -> str:
    """A letter composed with its marks, in its plain shape; empty for invisible characters."""
    return unicodedata.normalize("NFC", cluster.translate(_SAME_AS))
