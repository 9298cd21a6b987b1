"""The salience classifier: decides which undecided sentences are worth keeping.

The weights were trained on labelled documents (`scripts/train_salience.py`). The features are
readable, so that `explain_score` can explain each score.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.message import Message
from remembrancer.language.statement_reader import best_slot, mask_statement
from remembrancer.reading.offline.clause_classifier import HEDGED
from remembrancer.reading.offline.filters import live_data_filter
from remembrancer.reading.offline.findings import (
    ReadingContext,
    RuleFinding,
    SentenceReading,
    UndecidedSentence,
)
from remembrancer.reading.offline.sentence_features import SentencePosition, sentence_features

KEEP_ODDS_MIN: Final = 1.15  # log odds; precision first: what is missed stays in the raw text
CONFIDENCE: Final = 0.7  # of items that no rule found
NAMES_MAX: Final = 2000  # known names that are looked up

SETTLED: Final = 0.8  # the score of a neighbour that rules keep
FORBIDDEN: Final = 0.03  # and of one that they reject
USUAL: Final = 0.25  # the prior of a sentence
USUAL_COUNT: Final = 3  # weight of the prior among the neighbours
AROUND: Final = 14  # neighbours on each side
BESIDE: Final = 2
HIGHEST: Final = 3  # best neighbours that are a feature of their own
CEILING: Final = 0.999
FLOOR: Final = 0.1  # a sentence below this score is never kept

_WEIGHTS: Final = Path(__file__).with_name("salience_weights.json")
_OPEN_WHEN_HEDGED: Final = frozenset({Family.DECISION, Family.ACTION})


class SalienceWeights(NamedTuple):
    """The weight of each feature. Every sentence has the feature "any"."""

    salience: Mapping[str, float]
    around: Mapping[str, float]  # of the neighbour features
    families: Mapping[Family, Mapping[str, float]]


def salience_score(shown: Iterable[str]) -> float:
    """The probability that a sentence is worth keeping, without its neighbours."""
    worth = load_weights().salience
    return _sigmoid(sum(worth.get(sign, 0.0) for sign in shown))


def explain_score(shown: Iterable[str]) -> tuple[tuple[str, float], ...]:
    """The features with their weights, the strongest first."""
    worth = load_weights().salience
    told = [(sign, worth[sign]) for sign in shown if worth.get(sign)]
    return tuple(sorted(told, key=lambda one: (-abs(one[1]), one[0])))


def predict_family(shown: frozenset[str]) -> Family:
    """The most likely family of a sentence."""
    families = load_weights().families
    return max(families, key=lambda one: sum(families[one].get(sign, 0.0) for sign in shown))


def keep_salient(
    lines: Sequence[SentenceReading], told: Sequence[Message], talk: ReadingContext
) -> Iterator[tuple[UndecidedSentence, RuleFinding | None]]:
    """Each undecided sentence with its finding; None: it is not kept."""
    shown = [
        sentence_features(line.sentence.text, place) if line.undecided is not None else None
        for line, place in zip(lines, sentence_positions(lines, told, talk.brief), strict=True)
    ]
    alone = [
        SETTLED if line.is_kept else FORBIDDEN if seen is None else salience_score(seen)
        for line, seen in zip(lines, shown, strict=True)
    ]
    for index, (line, seen) in enumerate(zip(lines, shown, strict=True)):
        if (one := line.undecided) is not None and seen is not None:
            is_worth = alone[index] >= FLOOR and salience_odds(alone, index) >= KEEP_ODDS_MIN
            yield one, _finding(line, one, seen, talk) if is_worth else None


def sentence_positions(
    lines: Sequence[SentenceReading], told: Sequence[Message], brief: Brief
) -> Iterator[SentencePosition]:
    """The position of each sentence in the conversation."""
    roles = frozenset(message.role for message in told)
    names = frozenset(name.lower() for name in brief.names[:NAMES_MAX])
    lows = [message.content.strip().lower() for message in told]
    numbers = {id(message): number for number, message in enumerate(told)}
    for line in lines:
        number = numbers[id(line.message)]
        yield SentencePosition(
            number=number,
            messages=len(told),
            order=line.order,
            sentences=line.sentences,
            is_listed=line.sentence.is_listed,
            has_label=line.sentence.label is not None,
            has_section=line.sentence.section is not None,
            is_chat={"user", "assistant"} <= roles,
            is_session="tool" in roles,
            before=lows[number - 1] if _is_other_author(told, number, number - 1) else "",
            after=lows[number + 1] if _is_other_author(told, number, number + 1) else "",
            names=names,
        )


def neighbour_features(alone: Sequence[float], index: int) -> dict[str, float]:
    """The scores of a sentence and its neighbours as features."""
    near = [*alone[max(0, index - AROUND) : index], *alone[index + 1 : index + 1 + AROUND]]
    close = [*alone[max(0, index - BESIDE) : index], *alone[index + 1 : index + 1 + BESIDE]]
    best = sorted([*near, *[USUAL] * HIGHEST], reverse=True)[:HIGHEST]
    return {
        "any": 1.0,
        "own": _logit(alone[index]),
        "near": _logit(_mean(near)),
        "beside": _logit(_mean(close)),
        "best": sum(best) / HIGHEST,
    }


def salience_odds(alone: Sequence[float], index: int) -> float:
    """The log odds that a sentence is worth keeping, with its neighbours."""
    weighed = load_weights().around
    return sum(weighed[name] * value for name, value in neighbour_features(alone, index).items())


def _finding(
    line: SentenceReading, one: UndecidedSentence, shown: frozenset[str], talk: ReadingContext
) -> RuleFinding | None:
    """The sentence as a finding; None: the space has no such kind, or live data covers it."""
    brief = talk.brief
    kept_as = predict_family(shown)
    is_hedged = "hedged" in shown
    if is_hedged and kept_as in _OPEN_WHEN_HEDGED:
        kept_as = Family.UNRESOLVED
    if kept_as not in brief.kinds:
        return None
    text = one.message.content[one.start : one.end]
    said = mask_statement(text, language=brief.language, at=one.message.timestamp)
    filled = best_slot(said)
    if filled is not None and (filled.is_weak or is_hedged):
        filled = None
    if kept_as is Family.FACT:
        if live_data_filter.is_covered(said, filled, talk.live_fields):
            return None
        if brief.skips_figures and live_data_filter.is_book_figure(said, filled):
            return None
    return RuleFinding(
        one.message,
        kept_as,
        one.start,
        one.end,
        said,
        HEDGED if is_hedged else CONFIDENCE,
        filled,
        line.sentence.speaker,
        is_hedged,
    )


def _is_other_author(told: Sequence[Message], number: int, at: int) -> bool:
    """Whether the message at a position has another author."""
    return 0 <= at < len(told) and told[at].author_id != told[number].author_id


def _mean(scores: Sequence[float]) -> float:
    return (sum(scores) + USUAL_COUNT * USUAL) / (len(scores) + USUAL_COUNT)


def _logit(chance: float) -> float:
    chance = min(max(chance, 1 - CEILING), CEILING)
    return math.log(chance / (1 - chance))


def _sigmoid(odds: float) -> float:
    return 1 / (1 + math.exp(-max(min(odds, 30.0), -30.0)))


@cache
def load_weights() -> SalienceWeights:
    """The trained weights."""
    told: dict[str, dict[str, Any]] = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    families = {Family(name): one for name, one in told["families"].items()}
    return SalienceWeights(told["worth"], told["around"], families)
