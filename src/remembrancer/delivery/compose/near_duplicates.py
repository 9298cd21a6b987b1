"""Near-duplicate filter: whether an item only repeats one that is already in a prompt."""

from __future__ import annotations

import secrets
from functools import cache
from hashlib import blake2b
from typing import Any, Final

from remembrancer.core.kinds import Family
from remembrancer.core.limits import SAID_TWICE_KNOWN_MAX
from remembrancer.core.preset import Preset
from remembrancer.items.item import Item
from remembrancer.items.kinds.kind_groups import kinds
from remembrancer.language.stemming import detect_language, language
from remembrancer.reading.judging import gist, pair_model

_SPOKEN: Final = ("english", "swedish")  # an item may be in either, whatever the space's language
_SHARED_MIN: Final = 0.5  # share of the longer text's words; below it, texts are not compared
_SHARED_BY_SAME: Final = 0.9  # share of common words that makes long texts duplicates
_JUDGED_CHARACTERS_MAX: Final = 400  # a text up to this length is judged word by word


# Judging takes some milliseconds, and the next request compares the same texts, so results are
# cached. The cache holds no text, and its keys reveal nothing outside this process.
@cache
def _key_of_this_process() -> bytes:
    return secrets.token_bytes(32)


@cache
def _known() -> dict[bytes, Any]:
    return {}


_Words = tuple[frozenset[str], frozenset[str]]  # the words of a text, and those that are figures


class NearDuplicateFilter:
    """Compares items with each other, by words only and on this machine."""

    def __init__(self, preset: Preset) -> None:
        usual = preset.language
        self._spoken = tuple(dict.fromkeys((usual, *_SPOKEN)))
        self._open = frozenset(kinds(preset, (Family.UNRESOLVED, Family.ACTION)))
        self._words: dict[str, tuple[_Words, ...]] = {}
        self._gists: dict[str, Any] = {}

    def says_more(self, item: Item, other: Item) -> bool | None:
        """Whether an item says more than another one that it repeats; None: they differ."""
        if item.subject != other.subject or (item.kind in self._open) != (other.kind in self._open):
            return None
        one, two = item.content, other.content
        if one == two:
            return False
        if max(len(one), len(two)) > _JUDGED_CHARACTERS_MAX:
            return False if self._shared(one, two) >= _SHARED_BY_SAME else None
        ours, theirs = self._gist(item), self._gist(other)
        if not ours.slots.isdisjoint(theirs.slots):
            alike = gist.compare_gists(ours, theirs)
            if alike is not None:
                both = alike.first_says_more and alike.second_says_more
                return None if both else bool(alike.first_says_more)
        if self._shared(one, two) >= _SHARED_MIN and self._is_same(one, two):
            return False
        return None

    def _gist(self, item: Item) -> Any:
        found = self._gists.get(item.id)
        if found is None:
            found = self._gists[item.id] = self._read_gist(item)
        return found

    def _read_gist(self, item: Item) -> Any:
        text = item.content
        tongue = detect_language(text) or self._spoken[0]
        key = _key("gist", tongue, item.occurred_at.date().isoformat(), text)
        found = _known().get(key)
        if found is None:
            found = gist.read_gist(text, language=tongue, at=item.occurred_at)
            _keep(key, found)
        return found

    def _is_same(self, text: str, other: str) -> bool:
        """Whether the pair comparison finds no difference between them."""
        spoken = {detect_language(text), detect_language(other)}
        tongues = self._spoken if None in spoken else tuple(sorted(map(str, spoken)))
        key = _key("pair", *tongues, *sorted((text, other)))
        found = _known().get(key)
        if found is None:
            found = any(
                pair_model.compare([(text, other)], embedder=None, language=tongue)[0].same
                >= pair_model.SAME_AT
                for tongue in tongues
            )
            _keep(key, found)
        return bool(found)

    def _shared(self, text: str, other: str) -> float:
        """The share of common words; 0 if they contain different figures."""
        return max(map(_share, self._read(text), self._read(other)))

    def _read(self, text: str) -> tuple[_Words, ...]:
        """By language, the words of a text, and those that are figures."""
        found = self._words.get(text)
        if found is None:
            by_language = [frozenset(language(tongue).stems(text)) for tongue in self._spoken]
            found = self._words[text] = tuple((words, _figures(words)) for words in by_language)
        return found


def _share(one: _Words, other: _Words) -> float:
    (ours, figures), (theirs, other_figures) = one, other
    longer = max(len(ours), len(theirs))
    if not longer or (figures and other_figures and figures != other_figures):
        return 0.0
    return len(ours & theirs) / longer


def _figures(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if any(map(str.isdigit, word)))


def _key(*asked: str) -> bytes:
    return blake2b("\0".join(asked).encode(), key=_key_of_this_process(), digest_size=16).digest()


def _keep(key: bytes, found: Any) -> None:
    known = _known()
    if len(known) >= SAID_TWICE_KNOWN_MAX:
        known.clear()
    known[key] = found
