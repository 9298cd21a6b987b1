"""Telling: how much the signs of a sentence that no rule settles speak for keeping it.

Weights of signs add up (`scripts/train_telling.py`). What they weigh are groups of words, figures,
days, names and places, and never a single word.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.extract import junk
from remembrancer.extract.reading import Found, Talk, Unsure
from remembrancer.extract.signs import Place, signs
from remembrancer.model.message import Message
from remembrancer.rules.statements.masks import Masked
from remembrancer.rules.statements.statement import look

_WEIGHTS: Final = Path(__file__).with_name("telling_weights.json")
_NEAR: Final = 2  # messages
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


def _near(places: Sequence[int], place: int, within: int) -> int:
    """How many of the places, which are in order, are that near."""
    return bisect_right(places, place + within) - bisect_left(places, place - within)


@lru_cache(maxsize=1)
def weights() -> Mapping[str, Any]:
    """What each sign weighs; "" is shown by every sentence."""
    return json.loads(_WEIGHTS.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def score(found: frozenset[str]) -> float:
    """The odds that a sentence with these signs is worth keeping."""
    keep = weights()["keep"]
    return float(keep[""] + sum(keep.get(sign, 0.0) for sign in found))
