"""Families of words that a search must take for one another, written down by hand.

No stemmer is asked: that these families hold together is part of what is proved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FAMILIES: dict[str, tuple[tuple[str, ...], ...]] = {
    "english": (
        ("retire", "retiring", "retired"),
        ("pension", "pensions"),
        ("mortgage", "mortgages"),
        ("flat", "flats"),
        ("invoice", "invoices", "invoiced"),
        ("deploy", "deployed", "deploying"),
        ("garden", "gardens", "gardening"),
    ),
    "swedish": (
        ("faktura", "fakturor"),
        ("bil", "bilar", "bilen"),
        ("kund", "kunder", "kunden"),
        ("lön", "löner", "lönen"),
        ("avtal", "avtalet", "avtalen"),
        ("hyra", "hyror"),
        ("leveranser", "leveransen"),
    ),
}

# Words that carry no subject: nothing is found by them.
SILENT: dict[str, tuple[str, ...]] = {
    "english": ("the", "and", "which"),
    "swedish": ("och", "inte", "någon"),
}

_HEADS = {
    language: {word: family[0] for family in families for word in family}
    for language, families in FAMILIES.items()
}
_WORD = re.compile(r"[a-z0-9åäöé]+")


def families_in(texts: Iterable[str | None], language: str) -> set[str]:
    """What the texts can be found by: a family's first word, and any other word as it stands."""
    heads, silent = _HEADS[language], SILENT[language]
    words = (word for text in texts if text for word in _WORD.findall(text.lower()))
    return {heads.get(word, word) for word in words if word not in silent}
