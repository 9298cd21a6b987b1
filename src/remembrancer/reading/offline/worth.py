"""Worth: sentences that no rule knows, and that look by their form like those people keep.

The weights were learned from labelled documents (`scripts/train_worth.py`). They weigh signs that
can be read, so that each score can be told in words: `reasons`.
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
from remembrancer.language.statement_reader import chosen, look
from remembrancer.reading.offline import live
from remembrancer.reading.offline.findings import Found, Line, Talk, Unsure
from remembrancer.reading.offline.reading import HEDGED
from remembrancer.reading.offline.signs import Place, signs

WORTH_AT: Final = 1.15  # odds; precision first: what is missed is still in the raw text
CONFIDENCE: Final = 0.7  # of what no rule vouches for
NAMES_MAX: Final = 2000  # known ones that are looked for

SETTLED: Final = 0.8  # what a sentence counts among its neighbours that rules keep
FORBIDDEN: Final = 0.03  # and one that they leave
USUAL: Final = 0.25  # how often one is worth keeping, of which nothing is known
USUAL_COUNT: Final = 3  # as many such stand around every sentence
AROUND: Final = 14  # sentences on each side that tell whether a talk is about anything
BESIDE: Final = 2
HIGHEST: Final = 3  # of the scores around, that count for themselves
CEILING: Final = 0.999
FLOOR: Final = 0.1  # whatever stands around, a sentence below it is not kept

_WEIGHTS: Final = Path(__file__).with_name("worth_weights.json")
_OPEN_WHEN_HEDGED: Final = frozenset({Family.DECISION, Family.ACTION})


class Weights(NamedTuple):
    """What each sign weighs. The sign "any" is shown by every sentence."""

    worth: Mapping[str, float]
    around: Mapping[str, float]  # of the scores that stand around a sentence
    families: Mapping[Family, Mapping[str, float]]


def score(shown: Iterable[str]) -> float:
    """How likely a sentence with these signs is worth keeping, whatever stands around it."""
    worth = weights().worth
    return _chance(sum(worth.get(sign, 0.0) for sign in shown))


def reasons(shown: Iterable[str]) -> tuple[tuple[str, float], ...]:
    """The signs that speak for keeping a sentence or against it, the weightiest first."""
    worth = weights().worth
    told = [(sign, worth[sign]) for sign in shown if worth.get(sign)]
    return tuple(sorted(told, key=lambda one: (-abs(one[1]), one[0])))


def family(shown: frozenset[str]) -> Family:
    """What sort of thing a sentence with these signs most likely says."""
    families = weights().families
    return max(families, key=lambda one: sum(families[one].get(sign, 0.0) for sign in shown))


def kept(
    lines: Sequence[Line], told: Sequence[Message], talk: Talk
) -> Iterator[tuple[Unsure, Found | None]]:
    """Each sentence that no rule settles with what is kept of it; None: nothing is."""
    shown = [
        signs(line.sentence.text, place) if line.unsure is not None else None
        for line, place in zip(lines, places(lines, told, talk.brief), strict=True)
    ]
    alone = [
        SETTLED if line.is_kept else FORBIDDEN if seen is None else score(seen)
        for line, seen in zip(lines, shown, strict=True)
    ]
    for index, (line, seen) in enumerate(zip(lines, shown, strict=True)):
        if (one := line.unsure) is not None and seen is not None:
            is_worth = alone[index] >= FLOOR and together(alone, index) >= WORTH_AT
            yield one, _found(line, one, seen, talk) if is_worth else None


def places(lines: Sequence[Line], told: Sequence[Message], brief: Brief) -> Iterator[Place]:
    """Where each of the sentences stands in what was told."""
    roles = frozenset(message.role for message in told)
    names = frozenset(name.lower() for name in brief.names[:NAMES_MAX])
    lows = [message.content.strip().lower() for message in told]
    numbers = {id(message): number for number, message in enumerate(told)}
    for line in lines:
        number = numbers[id(line.message)]
        yield Place(
            number=number,
            messages=len(told),
            order=line.order,
            sentences=line.sentences,
            is_listed=line.sentence.is_listed,
            has_label=line.sentence.label is not None,
            has_section=line.sentence.section is not None,
            is_chat={"user", "assistant"} <= roles,
            is_session="tool" in roles,
            before=lows[number - 1] if _is_other(told, number, number - 1) else "",
            after=lows[number + 1] if _is_other(told, number, number + 1) else "",
            names=names,
        )


def around(alone: Sequence[float], index: int) -> dict[str, float]:
    """How a sentence scores, and those that stand around it."""
    near = [*alone[max(0, index - AROUND) : index], *alone[index + 1 : index + 1 + AROUND]]
    close = [*alone[max(0, index - BESIDE) : index], *alone[index + 1 : index + 1 + BESIDE]]
    best = sorted([*near, *[USUAL] * HIGHEST], reverse=True)[:HIGHEST]
    return {
        "any": 1.0,
        "own": _odds(alone[index]),
        "near": _odds(_mean(near)),
        "beside": _odds(_mean(close)),
        "best": sum(best) / HIGHEST,
    }


def together(alone: Sequence[float], index: int) -> float:
    """The odds that a sentence is worth keeping, given what stands around it."""
    weighed = weights().around
    return sum(weighed[name] * value for name, value in around(alone, index).items())


def _found(line: Line, one: Unsure, shown: frozenset[str], talk: Talk) -> Found | None:
    """The sentence as something to keep; None: this space does not keep its sort, or has it."""
    brief = talk.brief
    kept_as = family(shown)
    is_hedged = "hedged" in shown
    if is_hedged and kept_as in _OPEN_WHEN_HEDGED:
        kept_as = Family.UNRESOLVED
    if kept_as not in brief.kinds:
        return None
    text = one.message.content[one.start : one.end]
    said = look(text, language=brief.language, at=one.message.timestamp)
    filled = chosen(said)
    if filled is not None and (filled.is_weak or is_hedged):
        filled = None
    if kept_as is Family.FACT:
        if live.is_covered(said, filled, talk.state):
            return None
        if brief.skips_figures and live.is_figure(said, filled):
            return None
    return Found(
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


def _is_other(told: Sequence[Message], number: int, at: int) -> bool:
    """Whether somebody else speaks there."""
    return 0 <= at < len(told) and told[at].author_id != told[number].author_id


def _mean(scores: Sequence[float]) -> float:
    return (sum(scores) + USUAL_COUNT * USUAL) / (len(scores) + USUAL_COUNT)


def _odds(chance: float) -> float:
    chance = min(max(chance, 1 - CEILING), CEILING)
    return math.log(chance / (1 - chance))


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-max(min(odds, 30.0), -30.0)))


@cache
def weights() -> Weights:
    """The weights that were learned."""
    told: dict[str, dict[str, Any]] = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    families = {Family(name): one for name, one in told["families"].items()}
    return Weights(told["worth"], told["around"], families)
