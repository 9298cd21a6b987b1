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

from remembrancer.extract import live, spoken, telling
from remembrancer.extract.reading import HEDGED, Found, Talk, Unsure
from remembrancer.extract.wording import without_filler
from remembrancer.extract.worth_signs import Place, signs
from remembrancer.model.brief import Brief, Family
from remembrancer.model.message import Message
from remembrancer.rules.statements import clauses
from remembrancer.rules.statements.masks import Masked
from remembrancer.rules.statements.statement import chosen

WORTH_AT: Final = 1.0  # odds; precision first: what is missed is still in the raw text
ODDS_MIN: Final = -2.0  # below them no other reading makes up for it
CONFIDENCE: Final = 0.7  # of what no rule vouches for
WORDS_MIN: Final = 3  # in fewer words nothing is said that stands alone
NAMES_MAX: Final = 2000  # known ones that are looked for

UNKNOWN: Final = 0.03  # how often a sentence of one or two words is worth keeping
USUAL: Final = 0.25  # how often one is, of which nothing is known
USUAL_COUNT: Final = 3  # as many such stand around every sentence
AROUND: Final = 8  # sentences on each side that tell whether a talk is about anything
BESIDE: Final = 2
HIGHEST: Final = 3  # of the scores around, that count for themselves
CEILING: Final = 0.999

# What rules forbid is not let in by this way either.
BARRED: Final = frozenset({"supposed", "joke", "asks", "news", "about chat"})

_WEIGHTS: Final = Path(__file__).with_name("worth_weights.json")
_UNSPOKEN: Final = frozenset({"tool", "system"})
_OPEN_WHEN_HEDGED: Final = frozenset({Family.DECISION, Family.ACTION})


class Unit(NamedTuple):
    """A sentence that somebody spoke, and what it shows of itself."""

    message: Message
    start: int  # in the message
    end: int
    text: str  # word for word, without filler before it
    speaker: str | None  # named in a transcript pasted as one text
    signs: frozenset[str]  # empty: it is too short to show any
    is_barred: bool  # whatever its worth is


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
    listed: Sequence[Unsure], firm: Sequence[Found], told: Sequence[Message], talk: Talk
) -> list[tuple[Unsure, Found | None]]:
    """Each sentence that no rule settles with what is kept of it; None: nothing is.

    Two readings have their say: that of its own signs, and this one, which knows its neighbours.
    """
    spoken_units = list(units(told, talk.brief))
    alone = [score(one.signs) if one.signs else UNKNOWN for one in spoken_units]
    numbers: dict[str, list[int]] = {}
    for index, unit in enumerate(spoken_units):
        numbers.setdefault(unit.message.id, []).append(index)
    made: list[tuple[Unsure, Found | None]] = []
    for one, place in zip(listed, telling.places(listed, firm, told, talk), strict=True):
        found = None
        near = [
            index for index in numbers.get(one.message.id, ()) if _meets(spoken_units[index], one)
        ]
        if near and not (unit := spoken_units[near[0]]).is_barred:
            odds = _odds(together(alone, near[0]))
            if odds >= ODDS_MIN:
                shown = telling.seen(one, place, talk)
                if (odds + telling.score(shown.signs)) / 2 >= WORTH_AT:
                    found = _found(unit, one, shown.said, talk)
        made.append((one, found))
    return made


def _meets(unit: Unit, one: Unsure) -> bool:
    return unit.start < one.end and one.start < unit.end


def units(messages: Sequence[Message], brief: Brief) -> Iterator[Unit]:
    """The sentences of those who speak; of an assistant only where no person takes part."""
    roles = frozenset(message.role for message in messages)
    names = frozenset(name.lower() for name in brief.names[:NAMES_MAX])
    lows = [one.content.strip().lower() for one in messages]
    for number, message in enumerate(messages):
        if message.role != "user" and ("user" in roles or message.role in _UNSPOKEN):
            continue
        listed = clauses.sentences(spoken.visible(message.content))
        before, after = _other(messages, lows, number, -1), _other(messages, lows, number, 1)
        for index, one in enumerate(listed):
            offset = without_filler(one.text)
            said = one.text[offset:]
            shown: frozenset[str] = frozenset()
            if one.text.count(" ") >= WORDS_MIN - 1:
                place = Place(
                    number=number,
                    messages=len(messages),
                    order=index,
                    sentences=len(listed),
                    is_listed=one.is_listed,
                    has_label=one.label is not None,
                    has_section=one.section is not None,
                    is_chat={"user", "assistant"} <= roles,
                    is_session="tool" in roles,
                    before=before,
                    after=after,
                    names=names,
                )
                shown = signs(one.text, place)
            is_barred = not shown or one.is_question or not BARRED.isdisjoint(shown)
            yield Unit(message, one.start + offset, one.end, said, one.speaker, shown, is_barred)


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
    """How likely a sentence is worth keeping, given what stands around it."""
    weighed = weights().around
    return _chance(sum(weighed[name] * value for name, value in around(alone, index).items()))


def _found(unit: Unit, one: Unsure, said: Masked, talk: Talk) -> Found | None:
    """The sentence as something to keep; None: this space does not keep its sort, or has it."""
    brief = talk.brief
    kept_as = family(unit.signs)
    is_hedged = "hedged" in unit.signs
    if is_hedged and kept_as in _OPEN_WHEN_HEDGED:
        kept_as = Family.UNRESOLVED
    if kept_as not in brief.kinds:
        return None
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
        unit.speaker,
        is_hedged,
    )


def _other(messages: Sequence[Message], lows: Sequence[str], number: int, step: int) -> str:
    """What another said right before or right after; empty: nobody did."""
    at = number + step
    if 0 <= at < len(messages) and messages[at].author_id != messages[number].author_id:
        return lows[at]
    return ""


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
