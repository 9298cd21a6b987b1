"""Words of the search index. Each contains its space, so no search reaches another space."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from remembrancer.core.hashing import keyed_hash


def item_prefix(space_n: int) -> str:
    """The prefix of each stem of an item's text in the index. It contains the space."""
    return f"{space_n}i"


def message_prefix(space_n: int) -> str:
    return f"{space_n}m"


@lru_cache(maxsize=4096)
def subject_word(space_n: int, key: bytes, subject: str) -> str:
    """The word that all texts about one subject share."""
    return f"{space_n}s{keyed_hash(key, ['subject', subject])}"


def index_words(
    space_n: int, key: bytes, stems: Iterable[str], subject: str | None, *, is_item: bool
) -> list[str]:
    """The index words of a text: its stems and its subject, each with its space."""
    prefix = item_prefix(space_n) if is_item else message_prefix(space_n)
    words = [prefix + stem for stem in (stems if isinstance(stems, set) else set(stems))]
    if subject is not None:
        words.append(subject_word(space_n, key, subject))
    return words
