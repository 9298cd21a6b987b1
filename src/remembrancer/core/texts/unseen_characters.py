"""Unseen characters: characters that are invisible to people, but that a model reads.

This is the only list of them. Deliveries remove them, pages and terminals show them as marks, and
the raw source keeps them. Joiners and selectors stay where a script or an emoji needs them, judged
by their neighbours, but never enough of them to carry a hidden message.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Format characters, fillers, selectors and tags: everything that Unicode calls default-ignorable,
# and other characters without a glyph. Visible format characters, such as the Arabic number sign
# (U+0600), are text.
UNSEEN: Final = (
    "\u00ad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001345f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Control characters are not text, except the tab and the line break. Lone surrogates are not text
# either.
_CONTROL: Final = "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff"
_BREAK: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")

_ANY: Final = re.compile(f"[{_CONTROL}{UNSEEN}\r\x0b\x0c\x85\u2028\u2029]")
_ONE: Final = re.compile(f"[{_CONTROL}{UNSEEN}]")
_ONE_ON_A_SCREEN: Final = re.compile(f"[{_CONTROL}{UNSEEN}\x0b\x0c\x85\u2028\u2029]")
_STEERING: Final = re.compile(f"[{_CONTROL}]")

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_TEXT_STYLE, _EMOJI_STYLE = "\ufe0e", "\ufe0f"
_KEYCAP: Final = "\u20e3"
_VIRAMA: Final = 9  # the combining class of the sign that joins two Indic letters
_JOINERS_PER_WORD: Final = 6
# Letters that join to their neighbours and change their form.
_CURSIVE: Final = re.compile(
    "[\u0620-\u064a\u0671-\u06d3\u06fa-\u06ff\u0710-\u072f\u074d-\u07b1\u07ca-\u07ea\u0840-\u0858"
    "\u0860-\u08c9\u1807\u1820-\u18aa\ua840-\ua871]"
)
_MONGOLIAN: Final = re.compile("[\u1820-\u18aa]")
_MONGOLIAN_SELECTOR: Final = re.compile("[\u180b-\u180d\u180f]")
# Signs that can be drawn as an emoji or as text.
_EMOJI: Final = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
# Emoji that are drawn as one picture with what is joined to them, so that the joiner is visible.
# For other emoji, a word may have a few joiners, since emoji may be new.
_ADULTS: Final = "👨👩🧑"
_FAMILY: Final = f"{_ADULTS}👦👧🧒"
_DRAWN_AS_ONE: Final = {
    base: frozenset(joined)
    for bases, joined in (
        (_ADULTS, f"{_FAMILY}❤🤝🦰🦱🦲🦳⚕⚖✈🌾🍳🍼🎄🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦯🦼🦽"),
        ("👦👧🧒", "👦👧🧒"),
        ("❤", f"💋🔥🩹{_ADULTS}"),
        ("💋🤝", _ADULTS),
        ("⛹🏃🏄🏊🏋🏌👮👯👰👱👳👷💁💂💆💇🕵🙅🙆🙇🙋🙍🙎🚣🚴🚵🚶", "♀♂➡"),
        ("🤦🤵🤷🤸🤹🤼🤽🤾🦸🦹🧍🧎🧏🧔🧖🧗🧘🧙🧚🧛🧜🧝🧞🧟", "♀♂➡"),
        ("🏳", "🌈⚧"),
        ("🏴", "☠"),
        ("👁", "🗨"),
    )
    for base in bases
}
_SEQUENCE_JOINERS_MAX: Final = 3  # in a kiss, and in a family of four
_DRAWN_WITH: Final = frozenset(f"🏻🏼🏽🏾🏿{_EMOJI_STYLE}")  # skin tones, and the style
_IDEOGRAPH: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# Per text. A name uses one variant of an ideograph, and always the same one.
_VARIANTS_MAX: Final = 6
_KEYCAP_BASE: Final = frozenset("0123456789#*")
# Unicode recommends only the flags of England, Scotland and Wales among such sequences. With any
# other sequence, a black flag could carry five invisible letters.
_FLAG: Final = "\U0001f3f4"
_FLAG_TAGS: Final = tuple(
    "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
_TAGS_MAX: Final = max(map(len, _FLAG_TAGS))


def without_unseen(text: str) -> str:
    """The text without invisible characters; every line break is a plain one."""
    if _ANY.search(text) is None:
        return text
    plain = _STEERING.sub("", _BREAK.sub("\n", text))
    return _ONE.sub(_Needed(plain).or_nothing, plain)


def as_marks(text: str) -> str:
    """The text for people, with invisible characters shown as marks: ‹U+202E›."""
    if _ANY.search(text) is None:
        return text
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ONE_ON_A_SCREEN.sub(_Needed(plain).or_mark, plain)


class _Needed:
    """Whether a script or an emoji needs a character of one text, at its position."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._joined = (0, 0)  # position of the last joiner, and joiners of its word so far
        self._variants: dict[str, str] = {}  # by ideograph: its variation selector

    def or_nothing(self, match: re.Match[str]) -> str:
        return match[0] if self._is_needed(match.start()) else ""

    def or_mark(self, match: re.Match[str]) -> str:
        return match[0] if self._is_needed(match.start()) else f"‹U+{ord(match[0]):04X}›"

    def _is_needed(self, at: int) -> bool:
        character = self._text[at]
        if character in (_TEXT_STYLE, _EMOJI_STYLE):
            return self._selects_a_style(at)
        if character in (_JOINER, _NON_JOINER):
            if character == _JOINER and self._is_drawn_as_one(at):
                return True
            return self._joins(at, character) and self._is_among_the_first(at)
        if _MONGOLIAN_SELECTOR.match(character):
            return bool(_MONGOLIAN.match(self._before(at))) and self._is_among_the_first(at)
        if "\U000e0100" <= character <= "\U000e01ef":
            return self._selects_a_drawing(at)
        return "\U000e0000" < character < "\U000e0080" and self._is_of_a_flag(at)

    def _before(self, at: int) -> str:
        return self._text[at - 1] if at else ""

    def _behind(self, at: int) -> str:
        return self._text[at + 1 : at + 2]

    def _selects_a_style(self, at: int) -> bool:
        base = self._before(at)
        if base in _KEYCAP_BASE:
            return base != "" and self._behind(at) == _KEYCAP
        return bool(_EMOJI.match(base))

    def _selects_a_drawing(self, at: int) -> bool:
        """Whether it selects the variant of an ideograph. Changing variants could be a message."""
        base = self._before(at)
        if not _IDEOGRAPH.match(base):
            return False
        if base not in self._variants and len(self._variants) < _VARIANTS_MAX:
            self._variants[base] = self._text[at]
        return self._variants.get(base) == self._text[at]

    def _is_drawn_as_one(self, at: int) -> bool:
        """Whether it joins one picture, with no more joiners than such a picture has."""
        base = self._base(at)
        joined = _DRAWN_AS_ONE.get(self._text[base] if base >= 0 else "", ())
        if self._behind(at) not in joined:
            return False
        for _ in range(_SEQUENCE_JOINERS_MAX - 1):
            if base < 1 or self._text[base - 1] != _JOINER:
                return True
            base = self._base(base - 1)
        return base < 1 or self._text[base - 1] != _JOINER

    def _base(self, at: int) -> int:
        """The position of the emoji that ends before here, without its style and skin tone."""
        is_drawn = self._before(at) in _DRAWN_WITH
        return at - 2 if is_drawn else at - 1

    def _joins(self, at: int, joiner: str) -> bool:
        before, behind = self._before(at), self._behind(at)
        if before and unicodedata.combining(before) == _VIRAMA:
            return True
        if _is_cursive(self._text, at):
            return True
        if joiner == _NON_JOINER:
            return False
        if behind and unicodedata.combining(behind) == _VIRAMA:
            return bool(before) and before.isalpha()
        is_styled = before == _EMOJI_STYLE and self._selects_a_style(at - 1)
        return bool(_EMOJI.match(behind)) and (is_styled or bool(_EMOJI.match(before)))

    def _is_among_the_first(self, at: int) -> bool:
        """Whether it is one of the first of its word. A long row of them could be a message."""
        last, count = self._joined
        if any(value.isspace() for value in self._text[last:at]):
            count = 0
        self._joined = (at, count + 1)
        return count < _JOINERS_PER_WORD

    def _is_of_a_flag(self, at: int) -> bool:
        start = self._text.rfind(_FLAG, max(0, at - _TAGS_MAX), at)
        return start >= 0 and self._text.startswith(_FLAG_TAGS, start + 1) and at <= start + 6


def _is_cursive(text: str, at: int) -> bool:
    """Whether joining letters are on both sides, ignoring vowel marks."""
    before = at - 1
    while before >= 0 and at - before < 4 and unicodedata.combining(text[before]):
        before -= 1
    behind = text[at + 1 : at + 2]
    return bool(before >= 0 and _CURSIVE.match(text[before]) and _CURSIVE.match(behind))
