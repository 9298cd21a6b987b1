"""Labels of communities: what many of their members have in common, and few other decisions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from remembrancer.decisions.shapes.decision_facts import SpaceFacts
from remembrancer.decisions.shapes.features import TYPE, Feature
from remembrancer.language.given_names import is_given_name
from remembrancer.language.stemming import Language, detect_language, function_words, language

_MEMBERS_MIN: Final = 2
_LABEL_PARTS_MAX: Final = 3
_PART_CHARACTERS_MAX: Final = 60
_SHARE_MIN: Final = 0.2  # of the members, that have what a label names
_ATTRIBUTE_SHARE_MIN: Final = 0.6  # an attribute of clients is a label if most of them have it
_WORD_SHARE_MIN: Final = 0.4  # of the members, that say a word of a label
_LIFT_MIN: Final = 2.0  # how many times more often than among all others
_SAMPLE: Final = 1_000  # decisions of other communities whose words are counted
_FUNCTION_WORDS: Final = function_words()
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]{2,}")
_GENITIVE: Final = re.compile(r"(?:['’]s?|s)$")


class FeatureShare(NamedTuple):
    """A feature of a community, and how often others have it."""

    feature: Feature
    members: int  # that have it
    share: float  # of the members
    outside: float  # the share of all other decisions

    @property
    def is_typical(self) -> bool:
        """Many members have it, and few others do."""
        is_shared = self.members >= _MEMBERS_MIN and self.share >= _SHARE_MIN
        return is_shared and self.share >= _LIFT_MIN * self.outside


class Features:
    """The features of all decisions of a space, counted once for all its communities."""

    def __init__(
        self,
        told: Mapping[str, Collection[Feature]],
        facts: SpaceFacts,
        kinds: Collection[str],
    ) -> None:
        self._told, self._facts = told, facts
        self._kinds = frozenset(kinds)  # of entities, which features of their names are called by
        self._everywhere = _counted(facts.decisions, told)
        self._total = len(facts.decisions)
        self.decisions = tuple(facts.decisions)

    def of(self, members: Sequence[str]) -> list[FeatureShare]:
        """What can be told of a community: neither its clients' names, nor numbers, nor what one
        client alone has."""
        named = self.client_names(members)
        several = self._of_several_clients(members)
        called_after = self._called_after_clients(members)
        found = []
        for one, count in _counted(members, self._told).items():
            if self._is_untold(one, named) or (self.is_attribute(one) and one not in several):
                continue
            if one in called_after:
                continue
            outside = (self._everywhere[one] - count) / max(self._total - len(members), 1)
            found.append(FeatureShare(one, count, count / len(members), outside))
        return sorted(found, key=lambda one: (one.outside - one.share, one.feature))

    def label(self, members: Sequence[str], others: Callable[[], Sequence[str]]) -> str:
        """What a community is called: types and things, attributes of clients, else words."""
        typical = [one for one in self.of(members) if one.is_typical and self._may_name(one)]
        parts = [
            self.in_words(one.feature)
            for one in sorted(typical[:_LABEL_PARTS_MAX], key=self._order)
        ]
        if not parts:
            parts = self._common_words(members, others())
        if not parts:
            most = [one for one in self.of(members) if not self.is_attribute(one.feature)]
            most.sort(key=lambda one: (-one.members, one.feature))
            parts = [self.in_words(one.feature) for one in most[:_LABEL_PARTS_MAX]]
        return ", ".join(parts) or "linked decisions"

    def is_attribute(self, feature: Feature) -> bool:
        return feature.name != TYPE and feature.name not in self._kinds

    def in_words(self, feature: Feature) -> str:
        """A type or a thing by its name, an attribute with its value."""
        said = feature.value if feature.name in self._kinds else feature.in_words()
        return said if len(said) <= _PART_CHARACTERS_MAX else f"{said[: _PART_CHARACTERS_MAX - 1]}…"

    def client_names(self, members: Iterable[str]) -> frozenset[str]:
        """What the clients of these decisions are called."""
        clients = {key for id in members for key in self._facts.decisions[id].clients}
        named = (self._facts.clients[key] for key in clients)
        return frozenset(name.casefold() for one in named for name in (one.name, one.subject))

    def _is_untold(self, feature: Feature, named: Collection[str]) -> bool:
        if feature.name == self._facts.subject_kind:
            return True
        if feature.name in self._kinds:
            said = feature.value.casefold()
            return any(re.search(rf"\b{re.escape(name)}\b", said) for name in named)
        return feature.name != TYPE and _is_number(feature.value)

    def _called_after_clients(self, members: Iterable[str]) -> set[Feature]:
        """Things with a word in their name that is of the names of those whom most of their
        decisions concern: "Ellen's SIPP" is called after Ellen Berg, and "Bond fund" not after one
        Mr Bond among many."""
        having: Counter[Feature] = Counter()
        shared: dict[Feature, Counter[str]] = {}
        spelt: dict[Feature, frozenset[str]] = {}
        for id in members:
            named = _words_of(self.client_names([id]))
            for one in self._told.get(id, ()):
                if one.name in self._kinds:
                    having[one] += 1
                    if one not in spelt:
                        spelt[one] = _forms(one.value)
                    if words := named & spelt[one]:
                        shared.setdefault(one, Counter()).update(words)
        return {one for one, found in shared.items() if 2 * max(found.values()) >= having[one]}

    def _of_several_clients(self, members: Sequence[str]) -> set[Feature]:
        """What decisions about different clients have."""
        whose: dict[Feature, set[str]] = {}
        for id in members:
            clients = self._facts.decisions[id].clients
            for one in self._told.get(id, ()):
                whose.setdefault(one, set()).update(clients)
        return {one for one, clients in whose.items() if len(clients) >= _MEMBERS_MIN}

    def _may_name(self, one: FeatureShare) -> bool:
        return not self.is_attribute(one.feature) or one.share >= _ATTRIBUTE_SHARE_MIN

    def _order(self, one: FeatureShare) -> tuple[int, float]:
        place = 0 if one.feature.name == TYPE else 2 if self.is_attribute(one.feature) else 1
        return place, one.outside - one.share

    def _common_words(self, members: Sequence[str], others: Sequence[str]) -> list[str]:
        """Words that many members use, of several clients, and few other decisions."""
        clients = {key for id in members for key in self._facts.decisions[id].clients}
        if len(clients) < _MEMBERS_MIN:
            return []  # what one client alone is told of is no name for a group
        said = [self._facts.decisions[id].words for id in members]
        stemmer = language(detect_language("\n".join(said)) or "english")
        names = _words_of(self.client_names(members))
        spelt: dict[str, Counter[str]] = {}
        for text in said:
            for stem, word in _content_words(text, stemmer, names).items():
                spelt.setdefault(stem, Counter())[word] += 1
        step = max(len(others) // _SAMPLE, 1)
        sample = [self._facts.decisions[id].words for id in others[::step]]
        elsewhere = Counter(
            stem for text in sample for stem in _content_words(text, stemmer, frozenset())
        )
        ranked = []
        for stem, words in spelt.items():
            share = sum(words.values()) / len(members)
            outside = elsewhere[stem] / max(len(sample), 1)
            if share >= _WORD_SHARE_MIN and share >= _LIFT_MIN * outside:
                word = min(words, key=lambda one: (-words[one], one))
                ranked.append((outside - share, word))
        return [word for _, word in sorted(ranked)[:_LABEL_PARTS_MAX]]


def _content_words(text: str, stemmer: Language, names: Collection[str]) -> dict[str, str]:
    """The words of a text that say something, by their stems, as they are spelt. Names of people
    are left out."""
    found: dict[str, str] = {}
    for word in _WORD.findall(text):
        low = word.casefold()
        if low in _FUNCTION_WORDS or low in names or _bare(low) in names:
            continue
        if word != low and (is_given_name(word) or is_given_name(_bare(word))):
            continue
        stem = stemmer.stem(low)
        if stem:
            found.setdefault(stem, low)
    return found


def _words_of(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in name.split())


def _forms(name: str) -> frozenset[str]:
    """The words of a name that may be another's, with and without their genitive."""
    words = _WORD.findall(name.casefold())
    return frozenset(form for word in words for form in (word, _bare(word))) - _FUNCTION_WORDS


def _bare(word: str) -> str:
    """A name without its genitive: "Ellen's" and "Ellens" are Ellen's."""
    return _GENITIVE.sub("", word)


def _counted(ids: Iterable[str], told: Mapping[str, Collection[Feature]]) -> Counter[Feature]:
    """How many of the decisions have each feature."""
    return Counter(one for id in ids for one in set(told.get(id, ())))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
