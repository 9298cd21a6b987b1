"""Signs: what a sentence shows by its words, its figures and its place, whatever it says.

None of them settles anything. Together they tell what is worth keeping from what is said in
passing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from remembrancer.model.brief import Brief
from remembrancer.rules.statements import clauses
from remembrancer.rules.statements.masks import Masked
from remembrancer.rules.statements.names import names

_WORDS: Final = Path(__file__).with_name("sign_words.toml")
_STEM_MIN: Final = 3
_STEM_MAX: Final = 14
_CURRENCIES: Final = frozenset({"SEK", "GBP", "USD", "EUR", "NOK", "DKK", "CHF"})
_NEAR: Final = 8  # days
_LARGE: Final = 1000

_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_CODE: Final = re.compile(r"`|\b[a-z]\w*_\w+|(?<!\w)#\w|\w/\w|\b\w+\.(?:md|py|sql|csv|json|yml)\b")
_SHORT_NAME: Final = re.compile(r"\b(?:[A-Z]{2,6}|[A-Z]+\d+|\d+[A-Z]+|[a-z]+\d+)\b")
_CLOCK: Final = re.compile(r"\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:am|pm)\b|\bkl\.? ?\d|\bnoon\b")
_SMILE: Final = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]|[:;]-?[)D(P]")
_PAST: Final = re.compile(
    r"\b\w{2,}(?:ed|ade|ades|dde|tts|ats)\b|\b(?:was|were|had|did|var|hade)\b"
)
_PERFECT: Final = re.compile(r"'ve\b|\b(?:have|has|har) (?:\w+ )?(?:been|\w+(?:ed|en|at|it|tt))\b")
_FUTURE: Final = re.compile(r"'ll\b|\b(?:will|gonna|going to|ska|skall|kommer att)\b")
_GERUND: Final = re.compile(
    r"^\W*(?:we're |i'm |we are |i am )?(?!thing|noth|someth|anyth)[a-z]{3,}ing\b"
)
_I: Final = re.compile(r"(?<!\w)(?:i|i'm|i've|i'll|i'd|my|me|mine|jag|min|mitt|mina|mig)(?!\w)")
_WE: Final = re.compile(r"(?<!\w)(?:we|we're|we've|we'll|our|us|vi|vår|vårt|våra|oss)(?!\w)")
_HE: Final = re.compile(r"(?<!\w)(?:he|she|he's|she's|his|her|han|hon|hans|hennes|henne)(?!\w)")
_THEY: Final = re.compile(r"(?<!\w)(?:they|their|them|they're|they've|de|dom|deras|dem)(?!\w)")
_FIRST: Final = tuple(
    (name, re.compile(rf"\W*(?:{words})(?!\w)"))
    for name, words in (
        ("i", r"i|i'm|i've|i'll|i'd|jag"),
        ("we", r"we|we're|we've|we'll|vi"),
        ("they", r"they|they're|he|she|he's|she's|de|dom|han|hon"),
        ("mine", r"my|our|his|her|their|min|mitt|mina|vår|vårt|våra|hans|hennes|deras"),
        ("the", r"the|an?|this|these|all|any|every|each|den|det där|en|ett|alla|varje"),
        ("it", r"it|it's|its|that|that's|there|there's|det|där"),
        ("asks", r"what|why|how|who|where|when|which|vad|varför|hur|vem|var|när|vilken"),
        ("joins", r"and|but|so|also|then|och|men|så|sen|sedan|då"),
        (
            "answers",
            r"yes|yeah|yep|ya|no|nope|nah|ja|jo|nej|nä|japp|ok|okay|okej|sure|right|agreed",
        ),
        (
            "exclaims",
            r"oh|wow|haha\w*|lol|ugh|oj|ha|hm+|ah+|aha|yay|mm+|nice|great|perfect|good|bra",
        ),
        ("thanks", r"thanks|thank|thx|cheers|tack|sorry|hi|hello|hey|hej|morning|welcome"),
        ("if", r"if|unless|om|ifall|imagine|suppose"),
    )
)


class Place(NamedTuple):
    """Where a sentence stands."""

    brief: Brief
    chats: bool  # a user talks with an assistant
    voices: int  # how many people speak
    is_note: bool  # one text, not a talk
    after_question: bool  # somebody else has just asked
    is_first: bool  # of its message
    sentences: int  # in its message
    is_edge: bool  # it stands among the first or the last of a talk, where people greet
    is_listed: bool
    is_labelled: bool  # a few words and a colon stand before it
    firm: int  # things that are worth keeping by themselves in the same talk
    firm_near: int  # of them within two messages


@lru_cache(maxsize=1)
def _lexicon() -> tuple[
    Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]], re.Pattern[str], Mapping[str, str]
]:
    """Groups by whole words, by how words begin, and by phrases."""
    whole: dict[str, tuple[str, ...]] = {}
    begun: dict[str, tuple[str, ...]] = {}
    phrases: dict[str, str] = {}
    for group, listed in tomllib.loads(_WORDS.read_text(encoding="utf-8")).items():
        for word in dict.fromkeys(listed.split()):
            if word.endswith("*"):
                begun[word[:-1]] = (*begun.get(word[:-1], ()), group)
            elif "-" in word:
                phrases[word.replace("-", " ")] = group
            else:
                whole[word] = (*whole.get(word, ()), group)
    either = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return whole, begun, re.compile(rf"(?<!\w)(?:{either})(?!\w)"), phrases


def groups(low: str) -> dict[str, int]:
    """How many words of each group stand in a text in small letters."""
    whole, begun, phrase, phrases = _lexicon()
    found: dict[str, int] = {}
    for word in _TOKEN.findall(low):
        named = whole.get(word)
        if named is None:
            named = ()
            for size in range(min(len(word), _STEM_MAX), _STEM_MIN - 1, -1):
                if (stems := begun.get(word[:size])) is not None:
                    named = stems
                    break
        for group in named:
            found[group] = found.get(group, 0) + 1
    for match in phrase.finditer(low):
        group = phrases[match[0]]
        found[group] = found.get(group, 0) + 1
    return found


def signs(said: Masked, place: Place) -> frozenset[str]:
    """The signs of a sentence."""
    return frozenset(_signs(said, place))


_TOPICS: Final = frozenset(
    ("kin", "money", "property", "work", "health", "law", "accounts", "systems", "markets", "club")
)


def _signs(said: Masked, place: Place) -> Iterator[str]:
    low, plain = said.low, said.plain
    count = plain.count(" ") + 1
    yield f"words {next((str(top) for top in (3, 5, 8, 14, 25) if count <= top), 'many')}"
    found = groups(low)
    for group, number in found.items():
        yield group
        if number > 1:
            yield f"{group} twice"
    topics = sum(number for group, number in found.items() if group in _TOPICS)
    yield f"topics {min(topics, 4)}"
    figures = list(_figures(said))
    yield from figures
    named = list(_named(said, place))
    yield from named
    days = list(_days(said, place))
    yield from days
    definite = bool(figures) + bool(named) + bool(days) + (topics > 0) + (topics > 2)
    yield f"definite {definite}"
    for group in ("has", "turned", "must", "often", "bounds", "decided", "wishes", "tasks", "open"):
        if group in found:
            yield f"{group} definite {min(definite, 3)}"
    for group in ("talk", "tried", "opinion", "supposed", "others"):
        if group in found:
            yield f"{group} definite {min(definite, 2)}"
    yield from _meant(said)
    yield from _placed(place, figures=bool(figures), definite=definite)


def _figures(said: Masked) -> Iterator[str]:
    if not said.amounts:
        return
    yield "figure"
    if len(said.amounts) > 1:
        yield "figures"
    for one in said.amounts:
        unit = one.unit
        sort = "sum" if unit in _CURRENCIES else "share" if unit == "%" else unit and "counted"
        yield f"figure {sort or ('large' if one.value >= _LARGE else 'small')}"


def _named(said: Masked, place: Place) -> Iterator[str]:
    found = names(said.plain)
    if found:
        yield "name"
    if len(found) > 1:
        yield "names"
    if any(name in said.plain for name in place.brief.names):
        yield "name known"
    if _SHORT_NAME.search(said.plain):
        yield "name short"
    if _CODE.search(said.plain):
        yield "name coded"


def _days(said: Masked, place: Place) -> Iterator[str]:
    if _CLOCK.search(said.low):
        yield "clock"
    if not said.moments:
        return
    yield "day"
    today = place.brief.now.date()
    for one in said.moments:
        away = (one.first - today).days
        yield "day near" if abs(away) <= _NEAR else "day ahead" if away > 0 else "day past"
        if one.is_due:
            yield "day due"


def _meant(said: Masked) -> Iterator[str]:
    low, plain = said.low, said.plain
    for name, pattern in _FIRST:
        if pattern.match(low):
            yield f"first {name}"
    for name, pattern in (
        ("i", _I), ("we", _WE), ("he", _HE), ("they", _THEY), ("past", _PAST),
        ("perfect", _PERFECT), ("future", _FUTURE), ("doing", _GERUND),
    ):  # fmt: skip
        if pattern.search(low):
            yield f"says {name}"
    if clauses.is_negated(low, said.words):
        yield "denied"
    if clauses.is_hedged(low, said.words):
        yield "hedged"
    if clauses.is_supposed(low):
        yield "made up"
    if clauses.is_change(low):
        yield "changed"
    for mark, name in (("!", "loud"), ("...", "trails"), ("…", "trails"), (":", "colon"),
                       ("(", "aside"), ("–", "dash"), (" - ", "dash"), (";", "semicolon"),
                       ('"', "quoted"), ("=", "equals")):  # fmt: skip
        if mark in plain:
            yield f"mark {name}"
    if _SMILE.search(plain):
        yield "mark smile"
    if "," in plain:
        yield "mark comma"


def _placed(place: Place, *, figures: bool, definite: int) -> Iterator[str]:
    brief = place.brief
    kept = (
        "sums" if "income" in brief.categories
        else "findings" if "ratio_pattern" in brief.categories
        else "rules" if "data_analysis" in brief.categories
        else "books" if brief.skips_figures
        else "people"
    )  # fmt: skip
    yield f"space {kept}"
    yield f"space {kept} definite {min(definite, 3)}"
    if figures:
        yield f"space {kept} figure"
    way = "note" if place.is_note else "chat" if place.chats else "talk"
    yield f"in {way}"
    yield f"in {way} definite {min(definite, 3)}"
    for name, holds in (
        ("after question", place.after_question), ("first", place.is_first),
        ("edge", place.is_edge), ("listed", place.is_listed), ("labelled", place.is_labelled),
        ("one of many", place.sentences > 4), ("crowd", place.voices > 2),
    ):  # fmt: skip
        if holds:
            yield name
    yield f"firm {min(place.firm, 4)}"
    yield f"firm near {min(place.firm_near, 2)}"
