"""Which communities are about a topic, by the words of their decisions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import log1p
from typing import Final

from remembrancer.decisions.shapes.communities import DecisionGroup
from remembrancer.decisions.shapes.decision_facts import SpaceFacts
from remembrancer.decisions.shapes.features import Feature
from remembrancer.decisions.shapes.structure import TIE_WEIGHTS, Structure
from remembrancer.language.stemming import detect_language, function_words, language

_WORD: Final = re.compile(r"[^\W_]+")


def by_topic(
    groups: Sequence[DecisionGroup],
    graph: Structure,
    facts: SpaceFacts,
    features: Mapping[str, frozenset[Feature]],
    topic: str,
) -> list[DecisionGroup]:
    """The communities that say words of the topic, the best first.

    A word counts by the share of a community's members that say it, in their own words, by what
    they are about or by what caused them, and the more the fewer decisions of all communities do.
    """
    patterns = [re.compile(rf"\b{re.escape(stem)}") for stem in _stems(topic)]
    causes: dict[str, list[str]] = {}
    for source, type, target in graph.edges:
        if type in TIE_WEIGHTS and graph.ids[source] in facts.names:
            causes.setdefault(graph.ids[target], []).append(facts.names[graph.ids[source]])
    counts: list[list[int]] = []
    for group in groups:
        texts = [_text(facts, features, causes, id) for id in group.members]
        told = group.label.casefold()
        counts.append(
            [
                sum(one.search(text) is not None for text in texts) + (one.search(told) is not None)
                for one in patterns
            ]
        )
    total = sum(len(group.members) for group in groups)
    rarity = [
        log1p(total / said) if (said := sum(row[place] for row in counts)) else 0.0
        for place in range(len(patterns))
    ]
    scored = []
    for number, (group, row) in enumerate(zip(groups, counts, strict=True)):
        shares = (min(count / len(group.members), 1.0) for count in row)
        score = sum(share * weight for share, weight in zip(shares, rarity, strict=True))
        if score > 0:
            scored.append((-score, number))
    return [groups[number] for _, number in sorted(scored)]


def _stems(topic: str) -> list[str]:
    """The beginnings of the topic's words, in its own language."""
    stemmer = language(detect_language(topic) or "english")
    words = [word for word in _WORD.findall(topic.casefold()) if word not in function_words()]
    # A stem that is no beginning of its word would be found nowhere.
    stems = (
        (stem if word.startswith(stem) else word)
        for word in words
        if (stem := stemmer.stem(word) or word)
    )
    return list(dict.fromkeys(stems))


def _text(
    facts: SpaceFacts,
    features: Mapping[str, frozenset[Feature]],
    causes: Mapping[str, Sequence[str]],
    id: str,
) -> str:
    told = (one.in_words() for one in features.get(id, ()))
    return "\n".join((facts.decisions[id].words, *told, *causes.get(id, ()))).casefold()
