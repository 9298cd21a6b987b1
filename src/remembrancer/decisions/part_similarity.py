"""How alike a situation and earlier decisions are, part by part.

A decision tells several things: what set it off, what was known, what was chosen and why. One
vector of it all blurs them, so each part has its own. Where the embedder tells what each word means
in its place, every word of the situation is also compared with every word of the decision: rare
words count more. Words alone decide where there is no embedder.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import ModelFailed
from remembrancer.decisions.precedent_vectors import VECTORS, embedded
from remembrancer.language.stemming import Language
from remembrancer.ports import Embedder, WordEmbedder

# The weights of the ways to compare, beside 1 for the parts.
_WORDS_FOUND = 1.5  # the words of the situation, in the decision
_WORDS_FOUND_BACK = 0.75  # the words of the decision, in the situation
_SAME_WORDS = 0.25  # stems in common, where words have no vectors
_WORDS_TOLD = 5  # words in common that are named
# Four of five right precedents of the first set score more, and one of twenty others.
_CLOSE_SCORE = 0.35
_CLOSE_WORDS = 2  # in common, where words have no vectors

_LOG = logging.getLogger("remembrancer.decisions")


class Part(StrEnum):
    """A part of a decision, in the words that a reason names it with."""

    TRIGGER = "what set it off"
    KNOWN = "what was known"
    CHOICE = "what was chosen, and why"
    ALTERNATIVES = "what else was considered"
    TEXT = "its text"


COMPARED: Final = (Part.TRIGGER, Part.KNOWN, Part.CHOICE, Part.TEXT)  # each with its own vector


@dataclass(frozen=True, kw_only=True)
class DecisionText:
    """The words of one decision."""

    parts: Mapping[Part, str]  # those that it has
    whole: str  # all of them, with its type and what its subject was like
    is_personal: bool  # it goes to local models only


class Likeness(NamedTuple):
    """How alike a situation and one decision are."""

    score: float  # from 0 to 1
    part: Part | None  # the part that is most alike; None: none is
    words: tuple[str, ...]  # of the situation that the decision has too, the rarest first
    is_close: bool = False  # alike enough to be told of unasked


def likenesses(
    situation: str,
    texts: Sequence[DecisionText],
    words: Language,
    embedder: Embedder | None,
    among: Sequence[DecisionText] | None = None,
) -> list[Likeness]:
    """How alike the situation and each text are. `among`: the texts that say how rare a word is,
    if those are others."""
    rarity = _Rarity(words, [one.whole for one in (texts if among is None else among)])
    if embedder is not None and texts:
        try:
            return _by_meaning(situation, texts, rarity, embedder)
        except ModelFailed as error:
            _LOG.warning("%s could not compare precedents: %s", embedder.name, error)
    return [_by_words(situation, one, rarity) for one in texts]


class _Rarity:
    """The stems of texts, and how rare each is among them."""

    def __init__(self, words: Language, texts: Iterable[str]) -> None:
        self.language = words
        self._stems = {text: frozenset(words.stems(text)) for text in texts}
        self._texts = Counter(stem for stems in self._stems.values() for stem in stems)

    def weight(self, stem: str) -> float:
        """A stem in few texts weighs more."""
        count, holding = len(self._stems), self._texts[stem]
        return log(1 + (count - holding + 0.5) / (holding + 0.5))

    def share(self, asked: Sequence[str], text: str) -> float:
        """The share of the wanted stems that a text has, by weight."""
        found = self._stems.get(text)
        found = frozenset(self.language.stems(text)) if found is None else found
        total = sum(map(self.weight, asked))
        return sum(self.weight(stem) for stem in asked if stem in found) / total if total else 0.0

    def common(self, situation: str, text: str) -> tuple[str, ...]:
        """The words of the situation that a text has too, the rarest first."""
        spelt = {self.language.stem(word): word for word in _split(situation)}
        told = frozenset(self.language.stems(text))
        found = [stem for stem in spelt if stem and stem in told]
        found.sort(key=lambda stem: (-self.weight(stem), stem))
        return tuple(spelt[stem] for stem in found[:_WORDS_TOLD])


def _split(text: str) -> list[str]:
    """The words of a text in small letters, without marks."""
    words = (word.strip(".,;:!?()[]\"“”‘'’…–-").lower() for word in text.split())
    return [word for word in words if any(map(str.isalpha, word))]


def _by_words(situation: str, text: DecisionText, rarity: _Rarity) -> Likeness:
    asked = list(dict.fromkeys(rarity.language.stems(situation)))
    shares = {part: rarity.share(asked, words) for part, words in text.parts.items()}
    # The names of types and attributes are in many decisions, and tell of none.
    common = rarity.common(situation, " ".join(text.parts.values()))
    is_close = len(common) >= _CLOSE_WORDS
    return Likeness(rarity.share(asked, text.whole), _best(shares), common, is_close)


def _by_meaning(
    situation: str, texts: Sequence[DecisionText], rarity: _Rarity, embedder: Embedder
) -> list[Likeness]:
    may_read = [embedder.is_local or not one.is_personal for one in texts]
    readable = [one for one, is_allowed in zip(texts, may_read, strict=True) if is_allowed]
    near = iter(_parts_likeness(situation, readable, embedder))
    is_word_by_word = isinstance(embedder, WordEmbedder)
    aligned = iter(
        _word_likeness(situation, readable, rarity, embedder)
        if isinstance(embedder, WordEmbedder)
        else ()
    )
    made = []
    for one, is_allowed in zip(texts, may_read, strict=True):
        by_words = _by_words(situation, one, rarity)
        if not is_allowed:  # what may not be sent is compared by its words
            made.append(by_words._replace(score=_scaled(0.0, by_words.score)))
            continue
        parts, part = next(near)
        if is_word_by_word:
            found, back = next(aligned)
            total = 1 + _WORDS_FOUND + _WORDS_FOUND_BACK
            score = (parts + _WORDS_FOUND * found + _WORDS_FOUND_BACK * back) / total
            is_close = score >= _CLOSE_SCORE
        else:
            score, is_close = _scaled(parts, by_words.score), by_words.is_close
        made.append(Likeness(min(1.0, max(0.0, score)), part, by_words.words, is_close))
    return made


def _scaled(parts: float, words: float) -> float:
    return (parts + _SAME_WORDS * words) / (1 + _SAME_WORDS)


def _parts_likeness(
    situation: str, texts: Sequence[DecisionText], embedder: Embedder
) -> list[tuple[float, Part | None]]:
    """For each text, how near the mean of its parts is, and the part that is nearest."""
    listed = [
        (row, part) for row, one in enumerate(texts) for part in COMPARED if part in one.parts
    ]
    asked = _unit(embedded(embedder, [situation])[0])
    made = VECTORS.of_texts(embedder, [texts[row].parts[part] for row, part in listed])
    vectors = map(_unit, made)
    sums: dict[int, list[float]] = {}
    nearest: dict[int, dict[Part, float]] = {}
    for (row, part), vector in zip(listed, vectors, strict=True):
        known = sums.get(row)
        sums[row] = vector if known is None else [a + b for a, b in zip(known, vector, strict=True)]
        nearest.setdefault(row, {})[part] = _product(asked, vector)
    return [
        (_product(asked, _unit(sums[row])), _best(nearest[row])) if row in sums else (0.0, None)
        for row in range(len(texts))
    ]


def _word_likeness(
    situation: str, texts: Sequence[DecisionText], rarity: _Rarity, embedder: WordEmbedder
) -> list[tuple[float, float]]:
    """How well each word of the one is met by its nearest word of the other, in both directions."""
    import numpy

    (asked,) = embedder.embed_words([situation])
    told = VECTORS.of_words(embedder, [one.whole for one in texts])

    def weights(words: Sequence[str]) -> Any:
        stems = [rarity.language.stem(word) for word in words]
        listed = [rarity.weight(stem) if stem and stem.isalnum() else 0.0 for stem in stems]
        return numpy.array(listed, dtype=numpy.float32)

    own = weights(asked.words)
    made = []
    for one in told:
        their = weights(one.words)
        if not own.any() or not their.any():
            made.append((0.0, 0.0))
            continue
        # Words without a weight are no partners either: every text has an "and".
        near = asked.vectors[own > 0] @ one.vectors[their > 0].T
        there, back = own[own > 0], their[their > 0]
        found = float((near.max(axis=1) * there).sum() / there.sum())
        made.append((found, float((near.max(axis=0) * back).sum() / back.sum())))
    return made


def _unit(vector: Sequence[float]) -> list[float]:
    length = sqrt(sum(value * value for value in vector))
    return [value / length for value in vector] if length else list(vector)


def _product(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _best(shares: Mapping[Part, float]) -> Part | None:
    best = max(shares, key=lambda part: shares[part], default=None)
    return best if best is not None and shares[best] > 0 else None
