"""How relevant a fact is to a conversation: by whom and what it is about, and by its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from remembrancer.inquiry.conversation_analysis import ReadConversation
from remembrancer.inquiry.facts import MESSAGE, PERSON_KINDS, Candidate
from remembrancer.items.entity import Entity

_DECIMALS: Final = 4
LEAST: Final = 0.38  # below it a fact is not handed over
_HALF: Final = 4.0  # weight of shared words that is half of the effect
_ABLE: Final = ("HAS_SKILL", "TALKS_ABOUT", "INTERESTED_IN")  # whom one asks about a thing
_BOTH: Final = 2  # ends of a relation
_TEXT_WORDS_MIN: Final = 2  # in common with a text that is linked with nobody
_EVERYTHING: Final = 4  # so few facts of somebody who is named are all told
_PLACE_KINDS: Final = ("Place", "Location", "City")
_EVENT_KINDS: Final = ("Event",)
_SAME_PAIR: Final = 0.98  # of the score of another relation of the same two
_TELLING: Final = 2.0  # rarity of a word: about one fact in seven has it
_ITS_WORDS: Final = 0.75  # of the score of a relation, for the message that states it
_SAME_PART: Final = 0.65  # of the score of a relation of another one, of the same type to the same


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a conversation is about, as far as the memory knows it."""

    said: ReadConversation
    participants: tuple[Entity, ...] = ()
    mentioned: tuple[Entity, ...] = ()  # that do not take part

    def people_found(self, candidates: Iterable[Candidate]) -> list[str]:
        """People who are named, then those connected with a thing that is named: by id."""
        own = {one.id for one in self.participants}
        named = [one.id for one in self.mentioned if one.kind in PERSON_KINDS]
        things = {one.id for one in self.mentioned if one.kind not in PERSON_KINDS}
        others = {
            id: None
            for one in candidates
            if things.intersection(one.fact.ends)
            for id, kind in one.kinds.items()
            if kind in PERSON_KINDS and id not in own
        }
        return list(dict.fromkeys([*named, *others]))


def ranked(
    known: Known,
    candidates: Iterable[Candidate],
    *,
    limit: int,
    meanings: Mapping[str, float] | None = None,
) -> list[Candidate]:
    """The relevant facts with their relevance, the most relevant first.

    `meanings` tells how near the meaning of a fact is to the conversation, by the fact's id.
    """
    scoring = _Scoring(known, list(candidates), meanings or {})
    scores = _with_kin(scoring.candidates, [scoring.score(one) for one in scoring.candidates])
    scores = scoring.with_words(scores)
    made = []
    for one, scored in zip(scoring.candidates, scores, strict=True):
        score = round(scored, _DECIMALS)
        if score >= LEAST:
            made.append(one.changed(fact=one.fact.changed(relevance=min(1.0, score))))
    made.sort(key=lambda one: (-one.fact.relevance, -one.fact.confidence, one.fact.text))
    return made[:limit]


def nearest_by_words(
    known: Known, candidates: Iterable[Candidate], *, limit: int
) -> list[Candidate]:
    """The candidates that are worth comparing by meaning: those with the best score by words."""
    scoring = _Scoring(known, list(candidates), {})
    return sorted(scoring.candidates, key=lambda one: -scoring.score(one))[:limit]


def _with_kin(candidates: Sequence[Candidate], scores: Sequence[float]) -> list[float]:
    """The scores, where what goes with a relevant fact gets a share of its score.

    Two relations of the same two tell of a change or a contradiction: neither is right without the
    other. And whoever has the same part in the same thing is another answer, or the next one.
    """
    pairs: dict[frozenset[str], float] = {}
    parts: dict[tuple[str | None, str], float] = {}
    for one, score in zip(candidates, scores, strict=True):
        if len(one.fact.ends) == _BOTH and score >= LEAST:
            pair = frozenset(one.fact.ends)
            pairs[pair] = max(pairs.get(pair, 0.0), score)
            part = (one.fact.type, one.fact.ends[-1])
            parts[part] = max(parts.get(part, 0.0), score)
    made = []
    for one, score in zip(candidates, scores, strict=True):
        if len(one.fact.ends) == _BOTH:
            same_pair = _SAME_PAIR * pairs.get(frozenset(one.fact.ends), 0.0)
            same_part = _SAME_PART * parts.get((one.fact.type, one.fact.ends[-1]), 0.0)
            score = max(score, same_pair, same_part)
        made.append(score)
    return made


class _Scoring:
    """The scores of the candidates of one conversation."""

    def __init__(
        self, known: Known, candidates: Sequence[Candidate], meanings: Mapping[str, float]
    ) -> None:
        self.candidates = candidates
        self._said = known.said
        self._meanings = meanings
        self._own = {one.id for one in known.participants}
        self._named = {one.id: one.kind for one in known.mentioned}
        self._people = set(known.people_found(candidates))
        self._names = {
            one.id: {
                stem
                for name in (one.name, *one.aliases)
                for stem in known.said.language.stems(name)
            }
            for one in (*known.participants, *known.mentioned)
        }
        self._stems = {one.fact.id: self._of(one) for one in candidates}
        self._found_names = {
            stem
            for one in candidates
            if one.fact.person and self._people.intersection(one.fact.ends)
            for stem in known.said.language.stems(one.fact.person.split()[0])
        }
        counts = Counter(stem for stems in self._stems.values() for stem in stems)
        total = len(candidates)
        self._rarity = {stem: log((total + 1) / (count + 0.5)) for stem, count in counts.items()}
        self._facts_of = Counter(end for one in candidates for end in one.fact.ends)
        self._beyond = self._one_step_further()
        # How people or things that are named are tied is what such a conversation is about.
        self._are_tied = any(
            len(self._named.keys() & set(one.fact.ends)) == _BOTH for one in candidates
        )

    def _one_step_further(self) -> set[str | None]:
        """Where the places lie that what was named leads to: the town of an event's venue."""
        places = {
            end
            for one in self.candidates
            if any(self._named.get(id, PERSON_KINDS[0]) not in PERSON_KINDS for id in one.fact.ends)
            for end in one.fact.ends
            if one.kinds.get(end) in _PLACE_KINDS and end not in self._named
        }
        return {
            one.fact.id
            for one in self.candidates
            if places.intersection(one.fact.ends)
            and all(kind in _PLACE_KINDS for kind in one.kinds.values())
        }

    def _of(self, one: Candidate) -> frozenset[str]:
        text = " ".join((one.fact.text, *one.quotes))
        return frozenset(self._said.language.stems(text))

    def score(self, one: Candidate) -> float:
        """From 0 to 1, by what it is about first and by its words and meaning second."""
        ends, sure = set(one.fact.ends), 0.8 + 0.2 * one.fact.confidence
        overlap = self._overlap(one)
        near = max(overlap, self._meanings.get(one.fact.id or "", 0.0))
        touched = ends.intersection(self._named)
        if not ends:
            if near == overlap and self._in_common(one) < _TEXT_WORDS_MIN:
                return 0.0
            return near * sure * (0.8 if one.fact.type == MESSAGE else 0.9)
        near = min(1.0, near + self._asked_kind(one))
        if len(touched) == _BOTH or (touched and ends.intersection(self._own)):
            return 0.95 * sure
        if touched:
            if any(self._named[id] not in PERSON_KINDS for id in touched):
                return (0.6 + 0.4 * near) * sure
            (person,) = touched
            is_all_told = self._facts_of[person] <= _EVERYTHING and not self._are_tied
            is_work = one.fact.organization is not None and not self._are_tied
            base = 0.42 if is_all_told or is_work else 0.25
            return (base + 0.6 * near) * sure
        if ends.intersection(self._own):
            if len(ends) == 1 and self._said.asks_of_own:  # written down about who asks
                return (0.42 + 0.5 * near) * sure
            return (0.55 if ends.intersection(self._people) else 0.05 + 0.7 * near) * sure
        if ends.intersection(self._people) and self._said.asks_who and one.fact.type in _ABLE:
            return (0.3 + 0.5 * near) * sure
        if one.fact.id in self._beyond:
            return (0.48 + 0.4 * near) * sure
        return 0.85 * near * sure

    def with_words(self, scores: Sequence[float]) -> list[float]:
        """The scores, where the message that states a relevant relation gets a share of its score:
        if it has more in common with the conversation than names, or is asked for in words. A word
        that most facts have is nothing in common."""
        of = {one.fact.id: score for one, score in zip(self.candidates, scores, strict=True)}
        ends = {one.fact.id: one.fact.ends for one in self.candidates}
        made = []
        for one, score in zip(self.candidates, scores, strict=True):
            words = self._shared(one) if one.states else ()
            shared = {stem for stem in words if self._rarity.get(stem, 0.0) >= _TELLING}
            for id in one.states:
                names = {stem for end in ends.get(id, ()) for stem in self._names.get(end, ())}
                if of.get(id, 0.0) >= LEAST and (shared - names or self._said.asks_what):
                    score = max(score, _ITS_WORDS * of[id])
            made.append(score)
        return made

    def _overlap(self, one: Candidate) -> float:
        """How much the rare words say that both have."""
        shared = sum(
            self._rarity.get(stem, 0.0) * self._said.stems[stem] for stem in self._shared(one)
        )
        return shared / (shared + _HALF)

    def _in_common(self, one: Candidate) -> int:
        """How many words a text has in common with the conversation. A person who was found counts
        as one: what was written of somebody who knows may use other words for the rest."""
        return len(self._shared(one)) + bool(self._found_names & self._stems[one.fact.id])

    def _shared(self, one: Candidate) -> list[str]:
        """The words of the conversation that the fact has too, without the names of those that it
        is about: that they are named is told by what it is about."""
        own = self._stems[one.fact.id]
        told = {stem for id in one.fact.ends for stem in self._names.get(id, ())}
        return [
            stem
            for stem in self._said.stems
            if stem not in told
            and (stem in own or any(self._said.language.has_part(word, (stem,)) for word in own))
        ]

    def _asked_kind(self, one: Candidate) -> float:
        """Whether it is of the sort that a question word asks for."""
        kinds = set(one.kinds.values())
        is_place = kinds.intersection(_PLACE_KINDS) or one.fact.location
        is_time = kinds.intersection(_EVENT_KINDS) or one.fact.duration
        bonus = 0.0
        if self._said.asks_where and is_place:
            bonus += 0.15
        if self._said.asks_when and is_time:
            bonus += 0.15
        return bonus
