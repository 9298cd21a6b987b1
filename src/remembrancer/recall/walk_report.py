"""Reports on the retrieval log: the form of a question, and usage statistics."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from remembrancer.core.limits import WALK_SHAPE_WORDS_MAX
from remembrancer.items.item import Item
from remembrancer.language.common_words import DATE_WORDS, common_words
from remembrancer.recall import walk_clients as clients
from remembrancer.recall.walk import (
    CategoryPair,
    CitedItem,
    LearnedWeight,
    QueryShape,
    TellingAttribute,
    Unanswered,
    Walk,
    WalkHit,
    WalkReport,
)

SOURCE_READ: Final = "source"  # the tool of an entry that read the source of items

NAME: Final = "<name>"
NUMBER: Final = "<number>"
DATE: Final = "<date>"
THING: Final = "<thing>"

_TOKEN = re.compile(r"[^\W_]+(?:['’.:/-][^\W_]+)*")
_CLOCK_OR_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|\d{1,2}:\d{2}(?::\d{2})?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_POSSESSIVE = re.compile(r"['’]s$")
_SENTENCE_END = re.compile(r"[.!?:\n]")


def shape(query: str | None, *, about: str | None = None) -> str | None:
    """The form of a question: its grammatical words, and placeholders for everything else.

    `about` is the subject that the caller named. Its words count as a name in any spelling. None if
    there was no question in words.
    """
    named = {word.lower() for word in _TOKEN.findall(about or "")}
    text = query or ""
    parts: list[str] = []
    last = 0
    for match in _TOKEN.finditer(text):
        is_first = not parts or _SENTENCE_END.search(text, last, match.start()) is not None
        part = _part(match[0], named, is_first=is_first)
        last = match.end()
        # Consecutive words of a name or a thing share one placeholder.
        if parts and parts[-1] == part and part[0] == "<":
            continue
        if len(parts) == WALK_SHAPE_WORDS_MAX:
            break
        parts.append(part)
    return " ".join(parts) or None


def _part(word: str, named: set[str], *, is_first: bool) -> str:
    plain = word.lower().replace("’", "'")
    bare = _POSSESSIVE.sub("", plain)
    if bare in named or plain in named:
        return NAME
    if _CLOCK_OR_DATE.fullmatch(plain) or _YEAR.fullmatch(plain) or plain in DATE_WORDS:
        return DATE
    if plain == "may" and word[0].isupper() and not is_first:
        return DATE
    if not plain.isalpha() and any(letter.isdigit() for letter in plain):
        return NUMBER
    if plain in common_words():
        return plain
    is_owner = plain != bare
    if is_owner or (word[0].isupper() and not is_first):
        return NAME
    return THING


# -- what many of them tell

Counted = TypeVar("Counted")


def report(
    walks: Sequence[Walk],
    *,
    limit: int,
    is_cut: bool = False,
    known: Mapping[str, Sequence[Item]] | None = None,
    learned: Sequence[LearnedWeight] = (),
) -> WalkReport:
    """The report on these questions, with a limited number of lines per list.

    `known` holds the items of the subjects among the hits, and `learned` the learned weights.
    """
    empty = [walk for walk in walks if not walk.returned and not walk.is_partial]
    return WalkReport(
        walks=len(walks),
        reported=sum(walk.is_reported for walk in walks),
        found_nothing=len(empty),
        pairs=tuple(
            CategoryPair(categories=pair, times=times)
            for pair, times in _most(_pairs(walks), limit)
        ),
        cited=tuple(_cited(walks)[:limit]),
        telling=tuple(_telling(walks)[:limit]),
        clients=tuple(clients.telling(walks, known or {})[:limit]),
        learned=tuple(learned[:limit]),
        shapes=tuple(
            QueryShape(shape=form, times=times)
            for form, times in _most(Counter(walk.shape for walk in walks if walk.shape), limit)
        ),
        unanswered=tuple(
            Unanswered(query=query, times=times)
            for query, times in _most(Counter(walk.query for walk in empty if walk.query), limit)
        ),
        is_cut=is_cut,
    )


def _most(counts: Counter[Counted], limit: int) -> list[tuple[Counted, int]]:
    """The most frequent entries; ties in the order of their names."""
    return sorted(counts.items(), key=lambda value: (-value[1], value[0]))[:limit]


def _pairs(walks: Iterable[Walk]) -> Counter[tuple[str, str]]:
    """Pairs of categories among the hits of one question, or else of one session."""
    counts: Counter[tuple[str, str]] = Counter()
    met: defaultdict[str, set[str]] = defaultdict(set)
    together: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for walk in walks:
        categories = {hit.category for hit in walk.returned if hit.category is not None}
        pairs = set(combinations(sorted(categories), 2))
        counts.update(pairs)
        if walk.session is not None:
            met[walk.session] |= categories
            together[walk.session] |= pairs
    for session, categories in met.items():
        counts.update(set(combinations(sorted(categories), 2)) - together[session])
    return counts


def _telling(walks: Iterable[Walk]) -> list[TellingAttribute]:
    """Categories and kinds by use rate, relative to the average hit.

    Only questions with reported use count. Rates are smoothed by one average hit, so that one
    hit with one use does not come first.
    """
    used: Counter[tuple[str, str]] = Counter()
    returned: Counter[tuple[str, str]] = Counter()
    all_used = all_returned = 0
    for walk in walks:
        if not walk.is_reported:
            continue
        for hit in walk.returned:
            all_returned += 1
            all_used += hit.is_used
            for name, value in (("category", hit.category), ("kind", hit.kind)):
                if value is not None:
                    returned[name, value] += 1
                    used[name, value] += hit.is_used
    if not all_used:
        return []
    usual = all_used / all_returned
    attributes = [
        TellingAttribute(
            attribute=name,
            value=value,
            used=used[name, value],
            returned=count,
            lift=round((used[name, value] + usual) / (count + 1) / usual, 2),
        )
        for (name, value), count in returned.items()
    ]
    return sorted(
        attributes, key=lambda attribute: (-attribute.lift, attribute.attribute, attribute.value)
    )


def _cited(walks: Iterable[Walk]) -> list[CitedItem]:
    """Items by number of uses; the number of hits is the weaker signal."""
    used: Counter[str] = Counter()
    returned: Counter[str] = Counter()
    seen: dict[str, WalkHit] = {}
    for walk in walks:
        for hit in walk.returned:
            if hit.type == "item":
                seen[hit.id] = hit
                returned[hit.id] += 1
                used[hit.id] += hit.is_used
    order = sorted(seen, key=lambda id: (-used[id], -returned[id], id))
    return [
        CitedItem(
            id=id,
            used=used[id],
            returned=returned[id],
            kind=seen[id].kind,
            category=seen[id].category,
            title=seen[id].title,
        )
        for id in order
    ]
