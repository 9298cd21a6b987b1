"""Aligns the words of two sentences and finds conflicts between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final, NamedTuple

from remembrancer.reading.judging.pair_lexicon import PairLexicon
from remembrancer.reading.judging.pair_parsing import (
    DAY,
    FIXED,
    MONTH,
    NAME,
    NUMBER,
    PREPOSITION,
    YEAR,
    ParsedClause,
    ParsedWord,
)

Nearness = Callable[
    [Sequence[ParsedWord], Sequence[ParsedWord]], list[list[float]]
]  # of words, by vectors

SAME: Final = 1.0
SYNONYM: Final = 0.9
ALIKE: Final = 0.8  # words with a common stem
MATCH_MIN: Final = 0.5  # from which two words match
_FAMILY_LETTERS = 5
_OTHER_NUMBER = 0.01


class Alignment(NamedTuple):
    """The aligned words of two sentences."""

    ours: tuple[ParsedWord, ...]
    theirs: tuple[ParsedWord, ...]
    similarity: list[list[float]]  # ours by theirs, 0 to 1
    best_of_ours: list[float]
    best_of_theirs: list[float]
    matches: list[tuple[int, int]]  # one to one, the nearest first
    opposite: float  # pairs of opposites, both affirmed or both negated
    opposite_denied: float  # pairs of opposites of which one is negated
    contrast: float
    number_conflicts: float
    counted_conflicts: float  # with the same unit or counted noun
    date_conflicts: float
    name_conflicts: float
    one_sided_numbers: float
    exchanged: float | None  # similarity of the only two words that differ


def align(
    one: ParsedClause, other: ParsedClause, words: PairLexicon, near: Nearness | None
) -> Alignment:
    ours, theirs = one.words, other.words
    vectors = near(ours, theirs) if near is not None and ours and theirs else None
    alike = [
        [
            _similarity(here, there, words, vectors[row][column] if vectors else 0.0)
            for column, there in enumerate(theirs)
        ]
        for row, here in enumerate(ours)
    ]
    best_of_ours = [max(row, default=0.0) for row in alike]
    best_of_theirs = [
        max((row[column] for row in alike), default=0.0) for column in range(len(theirs))
    ]
    opposite, opposite_denied, contrast = _opposites(ours, theirs, alike, words)
    numbers, counted, dates, one_sided = _fixed(ours, theirs)
    return Alignment(
        ours,
        theirs,
        alike,
        best_of_ours,
        best_of_theirs,
        _matches(alike),
        opposite,
        opposite_denied,
        contrast,
        numbers,
        counted,
        dates,
        _names(one, other),
        one_sided,
        _exchanged(ours, theirs, alike),
    )


def _similarity(here: ParsedWord, there: ParsedWord, words: PairLexicon, cosine: float) -> float:
    if here.sort in FIXED or there.sort in FIXED:
        is_same = here.sort == there.sort and here.value == there.value
        return SAME if is_same else _OTHER_NUMBER
    if here.stem == there.stem:
        return SAME
    if here.sort == PREPOSITION or there.sort == PREPOSITION:
        return 0.0
    if there.text in words.synonyms.get(here.text, ()):
        return max(SYNONYM, cosine)
    if _is_family(here.stem, there.stem):
        return max(ALIKE, cosine)
    # Vectors of names are similar, whoever they belong to.
    return 0.0 if here.sort == NAME and there.sort == NAME else max(0.0, cosine)


def _is_family(one: str, other: str) -> bool:
    """Whether one word is likely derived from the other."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) < _FAMILY_LETTERS:
        return False
    if long.endswith(short):  # a compound and its head
        return True
    letters = max(_FAMILY_LETTERS, ceil(0.75 * len(short)))
    return long[:letters] == short[:letters]


def _matches(alike: list[list[float]]) -> list[tuple[int, int]]:
    """The best one-to-one matches."""
    ranked = sorted(
        (-value, row, column)
        for row, values in enumerate(alike)
        for column, value in enumerate(values)
        if value >= MATCH_MIN
    )
    rows: set[int] = set()
    columns: set[int] = set()
    found = []
    for _, row, column in ranked:
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            found.append((row, column))
    return found


def _opposites(
    ours: Sequence[ParsedWord],
    theirs: Sequence[ParsedWord],
    alike: list[list[float]],
    words: PairLexicon,
) -> tuple[float, float, float]:
    """Counts opposites (both affirmed, one negated) and contrasts."""
    said = denied = contrast = 0.0
    mine, yours = ({word.stem for word in side} for side in (ours, theirs))
    for row, here in enumerate(ours):
        if here.stem in yours:
            continue
        opposites = words.opposites.get(here.text) or words.opposites.get(here.stem) or ()
        contrasts = words.contrasts.get(here.text) or words.contrasts.get(here.stem) or ()
        for column, there in enumerate(theirs):
            if there.stem in mine:
                continue
            weight = 0.5 if PREPOSITION in (here.sort, there.sort) else 1.0
            if (
                there.text in opposites
                or there.stem in opposites
                or _is_made_opposite(here.text, there.text, words)
            ):
                alike[row][column] = min(alike[row][column], MATCH_MIN)
                if here.is_denied == there.is_denied:
                    said += weight
                else:
                    denied += weight
            elif there.text in contrasts or there.stem in contrasts:
                contrast += weight
    return said, denied, contrast


def _is_made_opposite(one: str, other: str, words: PairLexicon) -> bool:
    """Whether one word negates the other by a prefix or a suffix."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if long.endswith(short):
        return len(short) > 3 and long[: -len(short)] in words.prefixes
    return long[:4] == short[:4] and (
        (long.endswith("less") and short.endswith("ful")) or long.endswith(("lös", "löst", "lösa"))
    )


def _fixed(
    ours: Sequence[ParsedWord], theirs: Sequence[ParsedWord]
) -> tuple[float, float, float, float]:
    """Conflicts of numbers, of numbers with one unit, and of dates; one-sided numbers."""
    numbers = dates = one_sided = 0.0
    for sort in (NUMBER, MONTH, DAY, YEAR):
        mine = {word.value for word in ours if word.sort == sort and word.weight >= 1}
        yours = {word.value for word in theirs if word.sort == sort and word.weight >= 1}
        if mine - yours and yours - mine:
            conflict = 1.0 if not mine & yours else 0.5
            if sort == NUMBER:
                numbers = conflict
            else:
                dates = max(dates, conflict)
        elif mine != yours:
            one_sided += 1.0
    counted = 0.0
    for here in ours:
        if here.sort == NUMBER and here.unit:
            same = [one for one in theirs if one.sort == NUMBER and one.unit == here.unit]
            if same and all(one.value != here.value for one in same):
                counted = 1.0
    return numbers, counted, dates, one_sided


def _names(one: ParsedClause, other: ParsedClause) -> float:
    """Names on each side that the other side lacks, compared as text."""
    stems = [{word.stem for word in part.words} for part in (one, other)]
    missed = [
        sum(
            word.stem == part.opening or word.sort == NAME
            for word in part.words
            if not any(word.stem == stem or _is_family(word.stem, stem) for stem in there)
        )
        for part, there in ((one, stems[1]), (other, stems[0]))
    ]
    return float(min(*missed, 2))


def _exchanged(
    ours: Sequence[ParsedWord], theirs: Sequence[ParsedWord], alike: list[list[float]]
) -> float | None:
    """The similarity of the two differing words, if only one word differs on each side."""
    stems = {word.stem for word in ours}, {word.stem for word in theirs}
    mine = [n for n, w in enumerate(ours) if w.weight >= 1 and w.stem not in stems[1]]
    yours = [n for n, w in enumerate(theirs) if w.weight >= 1 and w.stem not in stems[0]]
    if len(mine) != 1 or len(yours) != 1 or len(ours) < 2 or len(theirs) < 2:
        return None
    return alike[mine[0]][yours[0]]
