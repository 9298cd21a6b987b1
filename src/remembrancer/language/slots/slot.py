"""Slots: the questions that a statement may answer, and the words that show which one it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from remembrancer.core.kinds import Family
from remembrancer.language.amounts import period
from remembrancer.language.holders import held
from remembrancer.language.masks import ANY_AMOUNT, ANY_DAY, Masked
from remembrancer.language.names import is_name
from remembrancer.language.places import is_place
from remembrancer.language.prefilter import Hints
from remembrancer.language.statement import Slot
from remembrancer.language.word_patterns import listed, unwrapped

MONEY: Final = "money"  # a sum: with a currency, or large
PERCENT: Final = "percent"
YEARS: Final = "years"  # an age or a count of years
COUNT: Final = "count"  # a bare number
PLACE: Final = "place"  # the name of a town or a country
TERM: Final = "term"  # how long: days, weeks or months
ANY: Final = "any"
_WORDS_READ: Final = frozenset({"text", "name", "day", PLACE})  # what is read that is no figure

Meaning = TypeVar("Meaning", str, float, bool)

_CURRENCIES: Final = frozenset({"SEK", "GBP", "USD", "EUR", "NOK", "DKK", "CHF"})
_SUM_MIN: Final = 100  # a smaller number without a currency is no sum of money

_ABOUT: Final = (
    r"(?:(?:about|around|roughly|approximately|approx\.?|some|circa|ca\.?|ungefär|runt|cirka"
    r"|nearly|almost"
    r"|nästan|drygt|knappt|just|over|under|exactly|only|currently|now|nu|bara|upp till|up to"
    r"|~)\s*)*"
)
_IS: Final = (
    r"(?:\s*[:=]\s*|\s+(?:is|are|was|were|be|been|being|är|var|blir|blev|ska|vara|bli"
    r"|of|på|om|at|to|till"
    r"|stands|sits|ligger"
    r"|uppgår|comes|runs|will|remains|currently|now|just|nu|idag|still|fortfarande|set|satt"
    r"|worth|valued|värd|värt"
    r"|värda|has|have|totals?|stays?|stannar|förblir|kvarstår|numera|these|days|went|gone|goes"
    r"|up|down|=|i|in|out|kvar|left|ends?|from|från|går|löper|gäller)(?=\W))+\s*"
)
_MACROS: Final = {
    "<A>": rf"{_ABOUT}({ANY_AMOUNT})",
    "<a>": rf"{_ABOUT}{ANY_AMOUNT}",
    "<D>": rf"(?:the |den |on |i |in )*({ANY_DAY})",
    "<d>": ANY_DAY,
    "<IS>": _IS,
    "<NAME>": r"(?:the |a |our |my )?([\w&'.+-]+(?:\s[\w&'.+-]+){0,3})",
    "<V>": (
        r"([^.,;:()!?\n]{1,60}?)(?=$|[.,;:()!?]|\s(?:and|but|since|because|so|which|who|when"
        r"|while|if|for"
        r"|until|och|men|sedan|eftersom|så|som|när|medan|om|för att|till och med)\s"
        r"|\s*[\ue800-\uefff])"
    ),
    "<S>": r"(?P<who>i|we|he|she|they|jag|vi|hon|han|de|dom|[\w'-]+)",
    "<~>": r"(?:\s+[\w'%-]+){0,2}?\s+",  # up to two words between
    "<~~>": r"(?:\s+[\w'%-]+){0,4}?\s+",
}
_MACRO: Final = re.compile("|".join(map(re.escape, _MACROS)))

_PARTIES: Final = listed(
    """
    founder grundaren grundarna owners ägarna management ledningen
    i we he she they jag vi hon han de dom client customer user owner company team firm business
    kunden ägaren användaren företaget bolaget firman teamet klienten wife husband partner spouse
    son daughter mother father mum mom dad brother sister parents kids children fru frun man
    mannen maken sambo sambon dotter dottern sonen mamma pappa bror syster föräldrar barnen who
    both som couple they're mother's
    """
)
_LEADING: Final = re.compile(r"^(?:[a-zåäö]+\s+){1,3}(?=[A-ZÅÄÖ])")
TAIL: Final = re.compile(
    r"(?:,?\s+(?:now|nu|btw|fyi|these days|numera|nowadays|by the way|förresten|though|too|also"
    r"|please|tack|för övrigt|dock|lol|ha(?:ha)+\w*|he(?:he)+))+$",
    re.IGNORECASE,
)
_STOCKS: Final = frozenset({"asset", "liability"})
_COUNTED: Final = frozenset({MONEY, PERCENT, COUNT})
_OBJECT: Final = re.compile(
    r"\s+(on|for|against|på|för|mot)\s+(?:the|our|my|his|her|their|this|that|den|det|vår|vårt|min"
    r"|mitt|[\w-]+'s)\s+((?:[a-zåäö-]+\s+){0,2}?[a-zåäö-]+)"
    r"(?=\s+(?:is|are|was|were|stands|costs|at|of|to|has|which|and|är|var|kostar|ligger|om|och)\b"
    r"|\s*[\ue000-\ue7ff]|\s*[.,;:!]|\s*$)"
)
_NO_OBJECT: Final = listed(
    """
    house home huset hemmet year month week quarter moment job company firm business bank side
    året månaden moms tax rest lot whole books time being record
    """
)


class Filled(NamedTuple):
    """A slot with where it was found, and what rule found it."""

    slot: Slot
    start: int  # in the folded text
    end: int
    family: Family
    category: str | None = None  # income, expense, asset, liability, demographic
    is_change: bool = False  # the words themselves say that it changed
    is_figure: bool = False  # a plain figure that books and registers hold
    is_weak: bool = False  # it may fill the slot of a kept item, and is not worth one by itself


@dataclass(frozen=True)
class Rule:
    """Words that fill one slot. Forms are written one to a line; the group in each is the value."""

    slot: str
    hints: str  # one of these is somewhere in the text, else the forms are not tried
    forms: str
    reads: str = "text"  # text, name, day, or one of the sorts of amounts
    least: float = 0.0
    most: float = 1e15
    values: Mapping[str, str | float | bool] = field(
        default_factory=dict
    )  # words and what they mean
    family: Family = Family.FACT
    category: str | None = None
    is_many: bool = False
    is_event: bool = False
    is_change: bool = False
    is_figure: bool = False
    is_weak: bool = False

    @cached_property
    def hinted(self) -> tuple[str, ...]:
        return hinted(self.hints)

    @cached_property
    def wants_figure(self) -> bool:
        """Whether its value is a figure, and never a word that means one."""
        return self.reads not in _WORDS_READ and not self.values

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(compiled(line) for line in unwrapped(self.forms).splitlines() if line.strip())


def hinted(hints: str) -> tuple[str, ...]:
    """The hints one by one; a low line in them stands for a blank."""
    return tuple(hint.replace("_", " ") for hint in hints.split())


def meanings(listed: Mapping[Meaning, str]) -> dict[str, Meaning]:
    """Words by what they mean, from what they mean to the words; a low line stands for a blank."""
    return {word: meant for meant, words in listed.items() for word in hinted(words)}


def compiled(form: str) -> re.Pattern[str]:
    """A form as a pattern: blanks are gaps, and short marks stand for amounts, days and names."""
    form = _MACRO.sub(lambda found: _MACROS[found[0]].replace(" ", "\0"), form.strip())
    form = re.sub(r" (?=[?*+{])", "\0", form).replace(" ", r"\s+").replace("\0", " ")
    return re.compile(rf"(?<![\w'])(?:{form})")


class Rules:
    """Rules in their order, found by their hints: most texts have none, and that is told fast."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self._hints = Hints(
            (hint, number) for number, rule in enumerate(self.rules) for hint in rule.hinted
        )

    def filled(self, masked: Masked) -> Iterator[Filled]:
        """What the rules read in a text, one answer for each slot at most."""
        seen: set[str] = set()
        for number in self._hints.numbers(masked.low, masked.starts):
            rule = self.rules[number]
            if rule.slot in seen or (rule.wants_figure and not masked.amounts):
                continue  # few sentences hold a figure, and many a hint at one
            for pattern in rule.patterns:
                found = _first(masked, rule, pattern)
                if found is not None:
                    seen.add(rule.slot)
                    yield found
                    break


def _first(masked: Masked, rule: Rule, pattern: re.Pattern[str]) -> Filled | None:
    for match in pattern.finditer(masked.low):
        groups = match.groupdict()
        who = groups.get("who")
        if who is not None and not _is_party(masked, match, who):
            continue
        value = _value(masked, rule, match)
        if value is None:
            continue
        whose = held(masked, match)
        slot = Slot(
            rule.slot + _of_what(masked, rule, match),
            value[0],
            value[1],
            is_many=rule.is_many or whose.is_any,
            is_event=rule.is_event,
            on=day_of(masked, match.end()) if rule.is_event else None,
            holder=whose.name if whose.name != rule.slot else None,
        )
        return Filled(
            slot, match.start(), match.end(), rule.family, rule.category, rule.is_change,
            rule.is_figure, rule.is_weak,
        )  # fmt: skip
    return None


def _of_what(masked: Masked, rule: Rule, match: re.Match[str]) -> str:
    """What else a figure is of, as the slot's name bears it: " on rental flat"; mostly nothing.

    A mortgage on another house is another mortgage: it must not take the place of the first.
    """
    if rule.reads not in _COUNTED or rule.is_event:
        return ""
    found = _OBJECT.search(masked.low, match.start(), match.end()) or _OBJECT.match(
        masked.low, match.end()
    )
    if found is None or found[2].split()[-1] in _NO_OBJECT:
        return ""
    return f" {'on' if found[1] in ('on', 'på') else 'for'} {found[2]}"


def _is_party(masked: Masked, match: re.Match[str], who: str) -> bool:
    if who.removesuffix("'s").removesuffix("'m").removesuffix("'ve") in _PARTIES:
        return True
    start, end = match.span("who")
    return is_name(masked.text[start:end])


def _value(
    masked: Masked, rule: Rule, match: re.Match[str]
) -> tuple[str | float | bool, str | None] | None:
    """The value and its unit; None: what stands there does not fit."""
    index = match.lastindex
    if index is None or match.re.groupindex.get("who") == index:
        plain = rule.values.get("")
        return None if plain is None else (plain, None)
    said = match[index]
    if rule.reads == "day":
        return masked.moment(said).day.isoformat(), None
    if rule.reads == "text":
        if rule.values:
            meant = _meant(rule.values, said)
            return None if meant is None else (meant, None)
        text = TAIL.sub("", masked.said(*match.span(index)).strip(" '\"-"))
        return (text, None) if text else None
    if rule.reads in ("name", PLACE):
        said = masked.said(*match.span(index))
        name = proper(said) or (proper(_LEADING.sub("", said)) if rule.is_many else None)
        if rule.reads == PLACE and name is not None and not is_place(name):
            return None
        return (name, None) if name else None
    if not "\ue000" <= said[:1] <= "\ue7ff":
        meant = _meant(rule.values, said)
        return None if meant is None else (meant, None)
    amount = masked.amount(said)
    if not rule.least <= amount.value <= rule.most or not _fits(
        amount.value, amount.unit, rule.reads
    ):
        return None
    if rule.category in _STOCKS and period(masked.plain, amount) is not None:
        return None  # what is paid in each month is not what is there
    unit = "years" if rule.reads == YEARS else amount.unit
    return amount.value, unit


def _meant(values: Mapping[str, str | float | bool], said: str) -> str | float | bool | None:
    for word, meant in values.items():
        if word and said.startswith(word):
            return meant
    return None


def _fits(value: float, unit: str | None, sort: str) -> bool:
    if sort == MONEY:
        return unit in _CURRENCIES or (unit is None and value >= _SUM_MIN)
    if sort == PERCENT:
        return unit == "%"
    if sort == YEARS:
        return unit in (None, "years")
    if sort == TERM:
        return unit in (None, "days", "weeks", "months")
    if sort == COUNT:
        return unit is None or unit not in _CURRENCIES | {"%", "years", "months", "days", "hours"}
    return True


def proper(text: str) -> str | None:
    """The words up to the first that is not written as a name; None where none is."""
    kept: list[str] = []
    for word in text.split():
        bare = word.strip(".,;:!?()\"'")
        if not is_name(bare) and not (kept and bare in ("&", "of")) and not bare[1:2].isupper():
            break
        kept.append(bare)
        if word[-1:] in ".,;:!?" and len(word) > 2:
            break
    return " ".join(kept).removesuffix("'s").strip(" &") or None


def day_of(masked: Masked, near: int) -> date | None:
    """The day an event is told of: the one that stands nearest."""
    places = [
        (abs(place - near), masked.moment(letter).first)
        for place, letter in enumerate(masked.text)
        if "\ue800" <= letter <= "\uefff"
    ]
    return min(places)[1] if places else None


Reader = Callable[[Masked], Filled | None]
