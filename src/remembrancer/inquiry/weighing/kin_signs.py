"""Signs of a fact by what goes with it: how relevant the facts are that share a person, a thing or
a message with it, and what was said right before and after."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log
from typing import Final

from remembrancer.inquiry.facts import MESSAGE, PERSON_KINDS, FactCandidate
from remembrancer.inquiry.weighing.signs import Signs

_BOTH: Final = 2  # ends of a relation
_LEAST_ODDS: Final = -3.5  # below it, what goes with a fact can still lift it
_FEW: Final = 3.0  # facts of one thing; of a thing that many have, little follows
_EDGE: Final = 1e-6


class KinSigns:
    """The signs of candidates by what goes with them, given how relevant each is on its own."""

    def __init__(self, candidates: Sequence[FactCandidate], first: Sequence[float]) -> None:
        self._candidates = candidates
        self._first = first
        self._place = {one.fact.id: place for place, one in enumerate(candidates)}
        order = sorted(range(len(first)), key=lambda place: -first[place])
        self._rank = {place: rank for rank, place in enumerate(order)}
        self._of: defaultdict[str, list[int]] = defaultdict(list)  # facts by whom they are about
        self._stated: defaultdict[int, list[int]] = defaultdict(list)  # by the place of a message
        for place, one in enumerate(candidates):
            for end in one.fact.ends:
                self._of[end].append(place)
            for message in self._messages(one):
                self._stated[message].append(place)

    def of(self, place: int) -> Signs:
        """The signs of the candidate at this place."""
        one, own = self._candidates[place], self._first[place]
        odds = log(max(own, _EDGE) / max(1 - own, _EDGE))
        signs = {"alone": max(_LEAST_ODDS, odds), "rank": 1 / (1 + self._rank[place])}
        if one.fact.type == MESSAGE:
            return signs | self._of_message(place)
        return signs | self._of_fact(place)

    def _of_fact(self, place: int) -> Signs:
        one = self._candidates[place]
        people, things = [0.0], [0.0]
        for end in one.fact.ends:
            others = self._of[end]
            best = self._best(other for other in others if other != place)
            if one.kinds.get(end) in PERSON_KINDS:
                people.append(best)
            elif len(one.fact.ends) == _BOTH:
                things.append(best * min(1.0, _FEW / len(others)))
        messages = self._messages(one)
        return {
            "same person": max(people),
            "same thing": max(things),
            "its words": self._best(messages),
            "beside its words": self._best(
                other for message in messages for other in self._beside(message)
            ),
        }

    def _of_message(self, place: int) -> Signs:
        beside = self._beside(place)
        before = [other for other in beside if self._is_before(other, place)]
        further = [
            two
            for one in before
            for two in self._beside(one)
            if two != place and self._is_before(two, one)
        ]
        author = self._candidates[place].fact.person
        answered = (
            other
            for other in before
            if "?" in self._candidates[other].fact.text
            and self._candidates[other].fact.person != author
        )
        return {
            "states": self._best(self._stated[place]),
            "beside one that states": self._best(
                stated for other in beside for stated in self._stated[other]
            ),
            "answers": self._best(answered),
            "after": self._best(before),
            "soon after": self._best(further),
        }

    def _best(self, places: Iterable[int]) -> float:
        return max((self._first[place] for place in places), default=0.0)

    def _messages(self, one: FactCandidate) -> list[int]:
        """The places of the messages that state a fact, as far as they are candidates."""
        if one.fact.type == MESSAGE:
            return []
        return [
            found for id in one.fact.evidence if (found := self._place.get(id)) is not None
            and self._candidates[found].fact.type == MESSAGE
        ]  # fmt: skip

    def _beside(self, place: int) -> list[int]:
        near = self._candidates[place].beside
        return [found for id in near if (found := self._place.get(id)) is not None]

    def _is_before(self, one: int, other: int) -> bool:
        first, then = self._candidates[one].fact, self._candidates[other].fact
        if first.timestamp is None or then.timestamp is None:
            return False
        return first.timestamp <= then.timestamp
