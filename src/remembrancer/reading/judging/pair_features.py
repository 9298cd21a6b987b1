"""The features of a pair of texts for the pair model. They do not depend on the order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from remembrancer.reading.judging.pair_alignment import MATCH_MIN, SAME, Alignment, Nearness, align
from remembrancer.reading.judging.pair_lexicon import PairLexicon
from remembrancer.reading.judging.pair_parsing import (
    NAME,
    PREPOSITION,
    ParsedClause,
    ParsedText,
    ParsedWord,
)

_SOFT_FROM, _SOFT_TO = 0.25, 0.75  # word similarity, from unrelated to equal
_NO_LETTERS = re.compile(r"[\W_]+")
_DENIED = (
    *("deny_near", "deny_cover", "deny_all", "deny_back", "deny_never"),
    *("deny_topic", "deny_topics"),
)
_NEVER_FIRST = 0.15  # a sentence with "never" is taken first
_TOPIC_MIN = 0.7  # similarity from which two words share a topic
_DENIED_MAX = 3  # pairs of a negated and an affirmed clause that are aligned
_EXCHANGED_MIN = 0.75  # similarity from which an exchanged word keeps the meaning
_MIDDLING = 0.6
_OPEN = 0.9  # weight from which a word is a content word


class VectorSimilarity(NamedTuple):
    """Vector similarity of whole texts and of words."""

    texts: Callable[[str, str], float]
    words: Nearness
    bags: Callable[[Sequence[ParsedWord], Sequence[ParsedWord]], float]


class PairFeatures(NamedTuple):
    """The features of two texts, and what keeps them apart."""

    features: dict[str, float]
    is_apart: bool  # they differ in a number, date, negation or opposite
    is_exchanged: bool  # they may differ in a name, an exchanged word or swapped roles


def compare_pair(
    one: ParsedText, other: ParsedText, words: PairLexicon, meaning: VectorSimilarity | None
) -> PairFeatures:
    focus = _focus(one, other, words, meaning)
    whole = align(one.whole, other.whole, words, meaning.words if meaning else None)
    found = _aligned("w_", one.whole, other.whole, whole, meaning)
    if focus == (one.whole, other.whole):
        near = whole
        found |= {"f_" + name.removeprefix("w_"): value for name, value in found.items()}
    else:
        near = align(*focus, words, meaning.words if meaning else None)
        found |= _aligned("f_", *focus, near, meaning)
    found |= _denied(one, other, meaning)
    found["sentences"] = float(one.sentences > 1) + float(other.sentences > 1)
    sizes = sorted((len(one.whole.words), len(other.whole.words)))
    found["size_short"] = min(sizes[0], 40) / 20
    found["size_long"] = min(sizes[1], 80) / 40
    found["size_ratio"] = (sizes[0] + 1) / (sizes[1] + 1)
    found |= _letters(one.whole, other.whole)
    found |= _subject(one.whole, other.whole)
    if meaning is not None:
        found["cos_squared"] = found["w_cos"] ** 2
    is_exchanged = (
        bool(whole.name_conflicts)
        or (whole.exchanged is not None and whole.exchanged < _EXCHANGED_MIN)
        or _is_turned_round(one.whole, other.whole)
    )
    return PairFeatures(found, _is_apart(one.whole, other.whole, whole), is_exchanged)


def _focus(
    one: ParsedText, other: ParsedText, words: PairLexicon, meaning: VectorSimilarity | None
) -> tuple[ParsedClause, ParsedClause]:
    """The two clauses with the most similar topic."""
    if len(one.parts) == 1 and len(other.parts) == 1:
        return one.whole, other.whole
    return max(
        ((here, there) for here in one.parts for there in other.parts),
        key=lambda pair: (
            _nearness(pair[0], pair[1], meaning)
            + 0.05 * (pair[0].is_negative != pair[1].is_negative),
            pair[0].text,
            pair[1].text,
        ),
    )


def _nearness(here: ParsedClause, there: ParsedClause, meaning: VectorSimilarity | None) -> float:
    if meaning is not None:
        return meaning.texts(here.plain, there.plain)
    mine = {word.stem for word in here.words if word.weight >= _OPEN}
    yours = {word.stem for word in there.words if word.weight >= _OPEN}
    return len(mine & yours) / (3 + len(mine | yours))


def _aligned(
    prefix: str,
    one: ParsedClause,
    other: ParsedClause,
    found: Alignment,
    meaning: VectorSimilarity | None,
) -> dict[str, float]:
    """Features of two aligned sentences."""
    ours, theirs = found.ours, found.theirs
    mine = _cover(ours, found.best_of_ours)
    yours = _cover(theirs, found.best_of_theirs)
    hard = sorted(
        (_hard_cover(ours, found.best_of_ours), _hard_cover(theirs, found.best_of_theirs))
    )
    low, high = sorted((mine, yours))
    left = [w for w, b in zip(ours, found.best_of_ours, strict=True) if _is_left(w, b)]
    left_theirs = [w for w, b in zip(theirs, found.best_of_theirs, strict=True) if _is_left(w, b)]
    weak = sorted((_weakest(ours, found.best_of_ours), _weakest(theirs, found.best_of_theirs)))
    is_ours_short = len(ours) <= len(theirs)
    differ, crossed, matched = _turned(found)
    negative = float(one.is_negative != other.is_negative)
    values = {
        "cover_low": low,
        "cover_high": high,
        "cover_short": mine if is_ours_short else yours,
        "hard_low": hard[0],
        "hard_high": hard[1],
        "weak_low": weak[0],
        "weak_high": weak[1],
        "left_low": min(len(left), len(left_theirs), 6) / 3,
        "left_high": min(max(len(left), len(left_theirs)), 12) / 6,
        "swap": _swap(found, left, left_theirs, meaning),
        "negative": negative,
        "both_negative": float(one.is_negative and other.is_negative),
        "doubt": float((one.doubts % 2) != (other.doubts % 2)),
        "differ": differ,
        "crossed": crossed,
        "matched": min(matched, 10) / 5,
        "opposite": min(found.opposite, 2.0),
        "opposite_denied": min(found.opposite_denied, 2.0),
        "contrast": min(found.contrast, 2.0),
        "numbers": found.number_conflicts,
        "counted": found.counted_conflicts,
        "dates": found.date_conflicts,
        "names": found.name_conflicts,
        "one_sided": min(found.one_sided_numbers, 3.0),
        "exclusive": float(one.is_exclusive != other.is_exclusive),
        "question": float(one.is_question != other.is_question),
        "prepositions": _prepositions(found),
        "exchange": float(found.exchanged is not None),
        "exchanged": _MIDDLING if found.exchanged is None else found.exchanged,
    }
    if meaning is not None:
        values["cos"] = meaning.texts(one.text, other.text)
        values["cos_plain"] = meaning.texts(one.plain, other.plain)
        values["cos_bags"] = meaning.bags(ours, theirs)
        values["cos_left"] = meaning.bags(left, left_theirs) if left and left_theirs else 0.5
    return {prefix + name: value for name, value in values.items()}


def _letters(one: ParsedClause, other: ParsedClause) -> dict[str, float]:
    """Overlap of the texts as written."""
    together = len(one.stems | other.stems)
    shared = len(one.stems & other.stems)
    mine, yours = _triples(one.text), _triples(other.text)
    product = sum(count * yours.get(triple, 0) for triple, count in mine.items())
    norm = sum(n * n for n in mine.values()) * sum(n * n for n in yours.values())
    return {
        "shared": shared / together if together else 1.0,
        "unshared": min(together - shared, 40) / 20,
        "letters": product / norm**0.5 if norm else 0.0,
        "first": float(_first(one) == _first(other)),
        "neighbours": _neighbours(one, other),
        "passive": float(one.is_passive != other.is_passive),
        "voices": float(one.is_passive and other.is_passive),
    }


def _triples(text: str) -> Counter[str]:
    text = f" {_NO_LETTERS.sub(' ', text.lower()).strip()} "
    return Counter(text[place : place + 3] for place in range(len(text) - 2))


def _neighbours(one: ParsedClause, other: ParsedClause) -> float:
    """The share of common bigrams."""
    beside = []
    for part in (one, other):
        stems = [word.stem for word in part.words if word.sort != PREPOSITION]
        beside.append({frozenset(pair) for pair in pairwise(stems)})
    together = len(beside[0] | beside[1])
    return len(beside[0] & beside[1]) / together if together else 0.5


def _first(part: ParsedClause) -> str:
    return next((word.stem for word in part.words if word.weight >= _OPEN), "")


def _subject(one: ParsedClause, other: ParsedClause) -> dict[str, float]:
    """Whether both can be about the same known subject, without which nothing contradicts."""
    mine = {word.stem for word in one.words if word.sort == NAME}
    yours = {word.stem for word in other.words if word.sort == NAME}
    either = mine | yours
    all_ours = {word.stem for word in one.words}
    all_theirs = {word.stem for word in other.words}
    return {
        "names_shared": min(len(either & all_ours & all_theirs), 3) / 2,
        "names_any": float(bool(either)),
        "own": float(one.is_own) * float(other.is_own),
        "one_valued": float(bool(one.one_valued & other.one_valued)),
        "many_valued": float(bool(one.many_valued & other.many_valued)),
        "vague": (float(one.is_vague) + float(other.is_vague)) / 2,
    }


def _denied(
    one: ParsedText, other: ParsedText, meaning: VectorSimilarity | None
) -> dict[str, float]:
    """How far one text affirms what the other denies."""
    near = sorted(
        (
            (_denied_near(part, said, meaning), place, part, said, theirs)
            for place, (ours, theirs) in enumerate(((one, other), (other, one)))
            for part in ours.parts
            if part.is_negative and part.denied and not part.is_question
            for said in theirs.parts
            if not said.is_negative and said.words
        ),
        key=lambda found: (
            -found[0] - _NEVER_FIRST * found[2].is_never,
            found[1],
            found[2].text,
            found[3].text,
        ),
    )[:_DENIED_MAX]
    best = (0.0,) * len(_DENIED)
    for nearness, _, part, said, theirs in near:
        denied = [w for w in part.words if w.is_denied and w.sort != PREPOSITION] or part.words
        covered = _covered(denied, said.words, meaning)
        found = (
            nearness,
            covered,
            _covered(denied, theirs.whole.words, meaning),
            _covered(said.words, part.words, meaning),
            float(part.is_never) * nearness,
            *_topic(denied, theirs.whole.words, meaning),
        )
        best = max(best, found, key=lambda one: one[0] + 0.5 * one[1] + _NEVER_FIRST * (one[4] > 0))
    return dict(zip(_DENIED, best, strict=True))


def _topic(
    denied: Sequence[ParsedWord], said: Sequence[ParsedWord], meaning: VectorSimilarity | None
) -> tuple[float, float]:
    """The share of negated words, verbs excluded, that the other mentions, and their weight."""
    topic = [word for word in denied[1:] if word.weight >= _OPEN]
    if not topic or not said:
        return 0.0, 0.0
    stems = {word.stem for word in said}
    near = meaning.words(topic, said) if meaning else None
    spoken = sum(
        word.stem in stems or (near is not None and max(near[row]) >= _TOPIC_MIN)
        for row, word in enumerate(topic)
    )
    return spoken / len(topic), min(spoken, 4) / 2


def _denied_near(part: ParsedClause, said: ParsedClause, meaning: VectorSimilarity | None) -> float:
    if meaning is not None:
        return meaning.texts(part.denied, said.plain)
    mine = {word.stem for word in part.words if word.is_denied and word.weight >= _OPEN}
    yours = {word.stem for word in said.words}
    return len(mine & yours) / (1 + len(mine))


def _covered(
    mine: Sequence[ParsedWord], yours: Sequence[ParsedWord], meaning: VectorSimilarity | None
) -> float:
    """The share of words that have a match among others."""
    if not mine or not yours:
        return 0.0
    stems = {word.stem for word in yours}
    near = meaning.words(mine, yours) if meaning else None
    total = reached = 0.0
    for row, word in enumerate(mine):
        total += word.weight
        if word.stem in stems:
            reached += word.weight
        elif near is not None:
            reached += word.weight * _soft(max(near[row]))
    return reached / total if total else 0.0


def _cover(words: Sequence[ParsedWord], best: Sequence[float]) -> float:
    total = sum(word.weight for word in words)
    reached = sum(w.weight * _soft(b) for w, b in zip(words, best, strict=True))
    return reached / total if total else 0.0


def _hard_cover(words: Sequence[ParsedWord], best: Sequence[float]) -> float:
    total = sum(word.weight for word in words)
    reached = sum(w.weight for w, b in zip(words, best, strict=True) if b >= SAME)
    return reached / total if total else 0.0


def _soft(nearness: float) -> float:
    return min(1.0, max(0.0, (nearness - _SOFT_FROM) / (_SOFT_TO - _SOFT_FROM)))


def _is_left(word: ParsedWord, best: float) -> bool:
    return best < 0.7 and word.weight >= _OPEN


def _weakest(words: Sequence[ParsedWord], best: Sequence[float]) -> float:
    """The similarity of the word with the weakest match."""
    open_ = [b for w, b in zip(words, best, strict=True) if w.weight >= _OPEN]
    return min(open_, default=0.5)


def _swap(
    found: Alignment,
    left: list[ParsedWord],
    left_theirs: list[ParsedWord],
    meaning: VectorSimilarity | None,
) -> float:
    """The highest similarity between unmatched words of both sides: a possible exchange."""
    if not left or not left_theirs or meaning is None:
        return 0.0
    return max(max(row) for row in meaning.words(left, left_theirs))


def _turned(found: Alignment) -> tuple[float, float, float]:
    """Of the matched words: the share that one side negates, and the share out of order."""
    pairs = [
        (row, column)
        for row, column in found.matches
        if found.ours[row].sort != PREPOSITION and found.similarity[row][column] > MATCH_MIN
    ]
    weight = sum(found.ours[row].weight for row, _ in pairs)
    if not weight:
        return 0.0, 0.0, 0.0
    differ = sum(
        found.ours[row].weight
        for row, column in pairs
        if found.ours[row].is_denied != found.theirs[column].is_denied
    )
    pairs.sort()
    crossed = sum(
        1
        for place, (_, column) in enumerate(pairs)
        for _, later in pairs[place + 1 :]
        if later < column
    )
    all_pairs = len(pairs) * (len(pairs) - 1) / 2
    return differ / weight, crossed / all_pairs if all_pairs else 0.0, float(len(pairs))


def _prepositions(found: Alignment) -> float:
    mine = {word.text for word in found.ours if word.sort == PREPOSITION}
    yours = {word.text for word in found.theirs if word.sort == PREPOSITION}
    return min(2, len(mine - yours), len(yours - mine)) / 2


def _is_turned_round(one: ParsedClause, other: ParsedClause) -> bool:
    """Whether first and last word changed places, as in who did something to whom."""
    mine, yours = ([w.stem for w in part.words if w.sort != PREPOSITION] for part in (one, other))
    return (
        len(mine) == len(yours) > 2
        and (mine[0], mine[-1]) == (yours[-1], yours[0])
        and mine[0] != mine[-1]
        and mine[1:-1] == yours[1:-1]
        and one.is_passive == other.is_passive
    )


def _is_apart(one: ParsedClause, other: ParsedClause, found: Alignment) -> bool:
    """Whether a number, a date, a negation or an opposite keeps two texts apart."""
    differ, _, _ = _turned(found)
    return bool(
        found.number_conflicts
        or found.counted_conflicts
        or found.date_conflicts
        or (one.is_negative != other.is_negative and not found.opposite_denied)
        or found.opposite >= 1
        or (differ > 0.5 and not found.opposite_denied)
    )
