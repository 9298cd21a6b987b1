"""Introductions: "I'm Sam and I live in Bergen", where somebody says who "I" is."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.language.given_names import is_given_name

_INTRODUCES: Final = re.compile(
    r"\W*(?:(?:hi|hello|hey|hej)\W+)?"
    r"(?:(?P<named>my\sname(?:\sis|'s)|jag\sheter|mitt\snamn\sär)|i\s?am|i'm|jag\sär)\s"
    r"(?P<name>(?-i:[A-ZÅÄÖ])[\w-]+(?:\s(?-i:[A-ZÅÄÖ])[\w-]+)*)"
    r"(?:(?P<joint>(?:,?\s(?:and|och)|[,;])\s)(?=(?:i|i'm|i've|my|we|our|jag|vi|min|mitt|mina|vår|vårt)\s)"
    r"|\s*(?:[.,;!–]|$))",
    re.IGNORECASE,
)

_ALSO_WORDS: Final = frozenset({"christian", "german", "roman", "dane"})  # "I'm Christian"


class Introduction(NamedTuple):
    """Somebody says their name."""

    name: str
    is_sure: bool  # it is a name, and not "I'm Swedish"
    left: int  # where the introduction ends
    right: int | None  # where a statement of the same clause starts; None: there is none


def find_introduction(text: str) -> Introduction | None:
    """The introduction that a sentence or a clause starts with; None: it is something else."""
    found = _INTRODUCES.match(text.replace("’", "'"))
    if found is None:
        return None
    is_name = is_given_name(found["name"]) and found["name"].lower() not in _ALSO_WORDS
    is_sure = found["named"] is not None or is_name
    is_joined = found["joint"] is not None
    left = found.start("joint") if is_joined else found.end("name")
    return Introduction(found["name"], is_sure, left, found.end("joint") if is_joined else None)
