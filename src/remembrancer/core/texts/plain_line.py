"""Text on one plain line: no brackets that could open an envelope, and a limited length."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from remembrancer.core.texts.unseen_characters import without_unseen

# Everything that a reader could take for a square bracket: only the envelope may have them.
_OPENING_BRACKETS: Final = "[［【〔〖〘〚⟦⟬❲⁅⦋⦍⦏﹝︹︻﹇⌈⌊⎡⎣"
_CLOSING_BRACKETS: Final = "]］】〕〗〙〛⟧⟭❳⁆⦌⦎⦐﹞︺︼﹈⌉⌋⎤⎦"
_PARENTHESES: Final = str.maketrans(
    _OPENING_BRACKETS + _CLOSING_BRACKETS,
    "(" * len(_OPENING_BRACKETS) + ")" * len(_CLOSING_BRACKETS),
)
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def neutral(text: str) -> str:
    """The text on one line, without anything that could open or close an envelope."""
    plain = unicodedata.normalize("NFC", without_unseen(_CONTROL.sub(" ", text)))
    return " ".join(plain.translate(_PARENTHESES).split())


def shortened(text: str, characters_max: int) -> str:
    """The beginning of the text, cut between two words if possible."""
    if len(text) <= characters_max:
        return text
    cut = text[: characters_max - 1]
    if not text[characters_max - 1].isspace():
        whole = cut.rpartition(" ")[0]
        # Cutting inside a long word keeps more than the short text before it.
        cut = whole if len(whole) > characters_max // 2 else cut
    # A joiner at the end has nothing to join.
    return without_unseen(cut.rstrip(" ,;:.–—-")) + "…"
