"""Said twice: whether a memory says no more than one that is in a prompt already."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from remembrancer.loading import load
from remembrancer.model.item import Item
from remembrancer.rules.language import language
from remembrancer.rules.limits import SAID_TWICE_KNOWN_MAX

_JUDGE: Final = "remembrancer.reconcile.pair"  # loaded where two texts are alike enough to ask
_SHARED_MIN: Final = 0.5  # of the words of the longer; with fewer, two texts are not compared
_SHARED_BY_SAME: Final = 0.9  # of the words of long texts that say the same
_JUDGED_CHARACTERS_MAX: Final = 400  # of a text that is short enough to be judged word for word
_COMPARED_MAX: Final = 2  # texts that one is compared with: those that share the most words

# Judging a pair takes some milliseconds, and the next request asks about the same ones. No text is
# kept for it, and nothing that outside of this process says anything about one.
_KEY: Final = secrets.token_bytes(32)
_known: dict[bytes, bool] = {}


class SaidTwice:
    """Compares memories with each other. Words alone decide, on this machine."""

    def __init__(self, spoken: str) -> None:
        self._spoken = spoken
        self._language = language(spoken)
        self._words: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def is_near(self, item: Item, others: Sequence[Item]) -> bool:
        """Whether one of the others says the same of the same subject."""
        text = item.content
        shared = [
            (self._shared(text, one.content), one.content)
            for one in others
            if one.subject == item.subject
        ]
        alike = sorted((one for one in shared if one[0] >= _SHARED_MIN), key=lambda one: -one[0])
        return any(self._is_same(text, other) for _, other in alike[:_COMPARED_MAX])

    def _shared(self, one: str, other: str) -> float:
        """The share of words that both have; none where they name different figures."""
        if one == other:
            return 1.0
        ours, figures = self._read(one)
        theirs, other_figures = self._read(other)
        if figures and other_figures and figures != other_figures:
            return 0.0
        longer = max(len(ours), len(theirs))
        return len(ours & theirs) / longer if longer else 0.0

    def _is_same(self, one: str, other: str) -> bool:
        if one == other:
            return True
        if max(len(one), len(other)) > _JUDGED_CHARACTERS_MAX:
            return self._shared(one, other) >= _SHARED_BY_SAME
        asked = "\0".join((self._spoken, *sorted((one, other))))
        key = blake2b(asked.encode(), key=_KEY, digest_size=16).digest()
        found = _known.get(key)
        if found is None:
            judge = load(_JUDGE)
            (likeness,) = judge.compare([(one, other)], embedder=None, language=self._spoken)
            found = bool(likeness.same >= judge.SAME_AT)
            if len(_known) >= SAID_TWICE_KNOWN_MAX:
                _known.clear()
            _known[key] = found
        return found

    def _read(self, text: str) -> tuple[frozenset[str], frozenset[str]]:
        """The words of a text, and those among them that are figures."""
        found = self._words.get(text)
        if found is None:
            words = frozenset(self._language.stems(text))
            figures = frozenset(one for one in words if any(map(str.isdigit, one)))
            found = self._words[text] = words, figures
        return found
