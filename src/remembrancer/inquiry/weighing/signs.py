"""Signs by which a fact is relevant to a conversation: whom and what it is about, its words, its
meaning. Each is a number, mostly from 0 to 1, with a name that a weight is learned for.

No sign looks at a topic: the shape of the question and of what was found is all that counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from remembrancer.inquiry.facts import MESSAGE, PERSON_KINDS, FactCandidate
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.weighing.shared_words import SharedWords

Signs = dict[str, float]  # a sign that is not there is 0

ABLE: Final = ("HAS_SKILL", "TALKS_ABOUT", "INTERESTED_IN")  # whom one asks about a thing
PLACE_KINDS: Final = ("Place", "Location", "City")
EVENT_KINDS: Final = ("Event",)
_BOTH: Final = 2  # ends of a relation
_FEW: Final = 3.0  # so few facts of somebody who is named are all told
_USUAL_CONFIDENCE: Final = 0.9
_TELLING: Final = 0.3  # what a word tells that counts as one in common


class FirstSigns:
    """The signs that each candidate shows on its own."""

    def __init__(
        self, known: Known, candidates: Sequence[FactCandidate], meanings: Mapping[str, float]
    ) -> None:
        self._said = known.said
        self._meanings = meanings
        self._own = {one.id for one in known.participants}
        self._named = {one.id: one.kind for one in known.mentioned}
        self._things = {id for id, kind in self._named.items() if kind not in PERSON_KINDS}
        self._maybe = {one.id for one in known.maybe}
        self._linked = set(known.people_found(candidates)) - self._own - self._named.keys()
        self._authors = {
            one.external_id: one.id for one in known.mentioned if one.external_id is not None
        }
        stems = known.said.language.stems
        self._names = {
            one.id: {stem for name in (one.name, *one.aliases) for stem in stems(name)}
            for one in (*known.participants, *known.mentioned)
        }
        self._texts = {one.fact.id: frozenset(stems(one.fact.text)) for one in candidates}
        self._quotes = {one.fact.id: frozenset(stems(" ".join(one.quotes))) for one in candidates}
        self._words = SharedWords(
            known.said, (self._texts[one.fact.id] | self._quotes[one.fact.id] for one in candidates)
        )
        self._every_name = {stem for names in self._names.values() for stem in names}
        self._all_told = self._words.total(self._every_name) or 1.0
        self._facts_of = Counter(end for one in candidates for end in one.fact.ends)
        self._best = max((one.score for one in candidates), default=0.0) or 1.0
        self._beyond = set(_one_step_further(candidates, self._things, self._named))
        # How people or things that are named are tied is what such a conversation is about.
        self._are_tied = any(
            len(self._named.keys() & set(one.fact.ends)) == _BOTH for one in candidates
        )

    def of(self, one: FactCandidate) -> Signs:
        """The signs of one candidate."""
        signs = {
            "recalled": one.score / self._best,
            "sure": one.fact.confidence - _USUAL_CONFIDENCE,
        }
        if one.fact.type == MESSAGE:
            signs |= self._of_message(one)
        else:
            signs |= self._of_ends(one) | self._asked(one)
        signs |= self._of_words(one)
        near = self._meanings.get(one.fact.id or "", 0.0)
        signs["near" if len(one.fact.ends) == _BOTH else "near text"] = near
        if not self._named:
            signs["near, nobody named"] = near
        return signs

    def _of_ends(self, one: FactCandidate) -> Signs:
        """By whom and what it is about."""
        ends = set(one.fact.ends)
        named, own = ends & self._named.keys(), ends & self._own
        things = ends & self._things
        signs: Signs = {"item": float(len(ends) < _BOTH)}
        if named:
            signs["two of them"] = float(len(named) == _BOTH or bool(own))
        if things:
            signs["thing"] = 1.0
        elif named:
            signs["person"] = 1.0
            signs["few"] = max(min(1.0, _FEW / self._facts_of[end]) for end in named)
            signs["work"] = float(one.fact.organization is not None)
            signs["others are tied"] = float(self._are_tied and len(named) < _BOTH)
        elif ends & self._maybe:
            signs["maybe"] = 1.0
            signs["maybe, nobody named"] = float(not self._named)
        if own and not named:
            signs["own"] = 1.0
            signs["own, asked"] = float(self._said.asks_of_own and not self._said.asks_who)
            signs["own, portrayed"] = float(self._said.portrays_own)
            signs["own, nobody named"] = float(not self._named)
            signs["own item"] = float(len(ends) == 1)
        if ends & self._linked and not named:
            signs["linked with own" if own else "linked"] = 1.0
        signs["beyond"] = float(one.fact.id in self._beyond)
        signs["nothing named"] = float(not self._named and not self._maybe)
        if not ends:
            signs["says thing"] = float(self._says_thing(one))
        return signs

    def _of_message(self, one: FactCandidate) -> Signs:
        text = one.fact.text
        return {
            "message": 1.0,
            "by one named": float(self._authors.get(one.fact.person or "") is not None),
            "own message, portrayed": float(
                self._said.portrays_own and one.fact.person in self._said.participants
            ),
            "says thing": float(self._says_thing(one)),
            "message asks": float(text.rstrip().endswith("?")),
            "only names": float(self._has_only_names(one)),
            "message when": float(self._said.asks_when and any(map(str.isdigit, text))),
        }

    def _asked(self, one: FactCandidate) -> Signs:
        """Whether it is of the sort that a question word asks for."""
        kinds = set(one.kinds.values())
        is_place = bool(kinds.intersection(PLACE_KINDS) or one.fact.location)
        is_time = bool(kinds.intersection(EVENT_KINDS) or one.fact.duration)
        return {
            "able": float(self._said.asks_who and one.fact.type in ABLE),
            "where": float(self._said.asks_where and is_place),
            "when": float(self._said.asks_when and is_time),
        }

    def _of_words(self, one: FactCandidate) -> Signs:
        """By the words that it and the messages that state it share with the conversation."""
        told = {stem for end in one.fact.ends for stem in self._names.get(end, ())}
        own = self._words.shared(self._texts[one.fact.id], told)
        quoted = self._words.shared(self._quotes[one.fact.id], told)
        both = {stem: max(own.get(stem, 0.0), quoted.get(stem, 0.0)) for stem in own | quoted}
        tells = sum(both.values())
        signs = {
            "words": tells / (tells + 1),
            "best word": max(both.values(), default=0.0),
            "cover": tells / self._all_told,
        }
        if one.fact.type == MESSAGE:
            in_common = sum(value > _TELLING for value in both.values())
            signs = {f"message {name}": value for name, value in signs.items()}
            return signs | {"message two words": float(in_common > 1)}
        if len(one.fact.ends) < _BOTH:
            return {"item words": signs["words"], "item best word": signs["best word"]}
        return signs | {"own words": (said := sum(own.values())) / (said + 1)}

    def _has_only_names(self, one: FactCandidate) -> bool:
        """Whether a message shares names at most, and what was said is not asked for."""
        shared = self._words.shared(self._texts[one.fact.id], self._every_name)
        return not self._said.asks_what and max(shared.values(), default=0.0) <= _TELLING

    def _says_thing(self, one: FactCandidate) -> bool:
        return any(self._names[id] & self._texts[one.fact.id] for id in self._things)


def _one_step_further(
    candidates: Sequence[FactCandidate], things: set[str], named: Mapping[str, str]
) -> Iterator[str | None]:
    """Where the places lie that what was named leads to: the town of an event's venue."""
    places = {
        end
        for one in candidates
        if things.intersection(one.fact.ends)
        for end in one.fact.ends
        if one.kinds.get(end) in PLACE_KINDS and end not in named
    }
    for one in candidates:
        are_places = all(kind in PLACE_KINDS for kind in one.kinds.values())
        if are_places and len(one.fact.ends) == _BOTH and places.intersection(one.fact.ends):
            yield one.fact.id
