"""Telling: which of the sentences that no rule settles are worth keeping, and as what.

Weights of signs add up. They were fitted to labelled texts; what they weigh are groups of words,
figures, days, names and places, and never a single word.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.extract import junk, live
from remembrancer.extract.reading import Found, Talk, Unsure
from remembrancer.extract.signs import Place, signs
from remembrancer.model.brief import Family
from remembrancer.model.message import Message
from remembrancer.rules.statements import clauses
from remembrancer.rules.statements.masks import Masked
from remembrancer.rules.statements.statement import all_filled, look

KEPT_AT: Final = 0.5  # of a sentence
TALK_AT: Final = 0.24  # of the talk around it
TALK_ALONE_AT: Final = 0.31  # of one in which nothing else is kept
WORDS_MIN: Final = 3
SHORT: Final = -3.0  # the score of a sentence of fewer words
WINDOW: Final = 12  # messages before and behind
WEIGHED: Final = 0.7  # confidence of what only its signs speak for
_WEIGHTS: Final = Path(__file__).with_name("telling_weights.json")
_NEAR: Final = 2  # messages
_SCORE_MAX: Final = 30.0
_EDGE: Final = 2


def places(
    listed: Sequence[Unsure], firm: Iterable[Found], told: Sequence[Message], talk: Talk
) -> list[Place]:
    """Where each of the sentences stands in its talk."""
    at = {id(message): index for index, message in enumerate(told)}
    firms = sorted(at[id(one.message)] for one in firm)
    made = []
    for one in listed:
        index = at[id(one.message)]
        before = told[index - 1] if index else None
        asked = (
            before is not None
            and before.author_id != one.message.author_id
            and before.content.rstrip().endswith("?")
        )
        made.append(
            Place(
                talk.brief,
                talk.chats,
                len(talk.authors),
                is_note=len(told) == 1,
                after_question=asked,
                is_first=one.is_first,
                sentences=one.sentences,
                is_edge=min(index, len(told) - 1 - index) < _EDGE and len(told) > 2 * _EDGE,
                is_listed=one.sentence.is_listed,
                is_labelled=one.sentence.label is not None,
                firm=len(firms),
                firm_near=_near(firms, index, _NEAR),
            )
        )
    return made


class Seen(NamedTuple):
    """A sentence as it is read, with its signs."""

    said: Masked
    place: Place
    signs: frozenset[str]


def seen(one: Unsure, place: Place, talk: Talk) -> Seen:
    """What a sentence shows."""
    text = one.message.content[one.start : one.end]
    said = look(text, language=talk.brief.language, at=one.message.timestamp)
    found = set(signs(said, place))
    for name, holds in (
        ("task", junk.is_one_task(said.low)),
        ("trouble", junk.is_trouble(said.low, said.words)),
        ("passing", junk.is_passing(said.low, said.words)),
        ("general", junk.is_general(said.words)),
    ):
        if holds:
            found.add(f"junk {name}")
    return Seen(said, place, frozenset(found))


@lru_cache(maxsize=1)
def weights() -> Mapping[str, Any]:
    """What each sign weighs, for keeping and for each sort."""
    return json.loads(_WEIGHTS.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def score(found: frozenset[str]) -> float:
    """How much the signs speak for keeping; from KEPT_AT on they do."""
    keep = weights()["keep"]
    return float(keep[""] + sum(keep.get(sign, 0.0) for sign in found))


def family(found: frozenset[str], kinds: Iterable[Family]) -> Family:
    """What sort the signs speak for, among those that are kept here."""
    sorts = weights()["family"]
    return max(kinds, key=lambda one: sum(sorts[one.value].get(sign, 0.0) for sign in ("", *found)))


def kept(
    listed: Sequence[Unsure], firm: Sequence[Found], told: Sequence[Message], talk: Talk
) -> list[tuple[Unsure, Found | None]]:
    """Each of the sentences with what is kept of it; None: nothing is."""
    at = {id(message): index for index, message in enumerate(told)}
    firms = sorted(at[id(one.message)] for one in firm)
    read = [
        seen(one, place, talk) if _has_words(one) else None
        for one, place in zip(listed, places(listed, firm, told, talk), strict=True)
    ]
    scores = [SHORT if shown is None else score(shown.signs) for shown in read]
    spoken = [at[id(one.message)] for one in listed]  # in order: so the sums below can be taken
    sums = list(accumulate(map(_chance, scores), initial=0.0))
    made: list[tuple[Unsure, Found | None]] = []
    for one, shown, sure, place in zip(listed, read, scores, spoken, strict=True):
        first, last = bisect_left(spoken, place - WINDOW), bisect_right(spoken, place + WINDOW)
        firm_near = _near(firms, place, WINDOW)
        # How much of the talk around it is worth keeping: in small talk hardly anything is.
        share = (sums[last] - sums[first] + firm_near) / (last - first + firm_near)
        is_kept = sure >= KEPT_AT and share >= (TALK_AT if firm_near else TALK_ALONE_AT)
        made.append((one, _kept(one, shown, talk) if shown and is_kept else None))
    return made


def _has_words(one: Unsure) -> bool:
    return one.message.content.count(" ", one.start, one.end) >= WORDS_MIN - 1


def _near(places: Sequence[int], place: int, within: int) -> int:
    """How many of the places, which are in order, are that near."""
    return bisect_right(places, place + within) - bisect_left(places, place - within)


def _chance(made: float) -> float:
    return 1 / (1 + exp(-max(-_SCORE_MAX, min(_SCORE_MAX, made))))


def _kept(one: Unsure, shown: Seen, talk: Talk) -> Found | None:
    said = shown.said
    fills = [fill for fill in all_filled(said) if not fill.is_weak]
    if live.is_covered(said, fills[0] if fills else None, talk.state):
        return None
    sort = family(shown.signs, [kind for kind in talk.brief.kinds if kind is not Family.TRACE])
    if talk.brief.skips_figures and sort is Family.FACT and live.is_figure(said, None):
        return None
    return Found(
        one.message, sort, one.start, one.end, said, WEIGHED,
        next((fill for fill in fills if fill.family is sort), None), one.sentence.speaker,
        clauses.is_hedged(said.low, said.words),
    )  # fmt: skip
