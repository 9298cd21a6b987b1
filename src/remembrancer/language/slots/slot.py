"""Slot rules: patterns that read the value of a slot from a masked sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from remembrancer.core.kinds import Family
from remembrancer.language import mood
from remembrancer.language.amounts import CURRENCIES, payment_period
from remembrancer.language.hint_index import HintIndex
from remembrancer.language.holders import HOUSEHOLD, find_holder
from remembrancer.language.masked_text import ANY_AMOUNT, ANY_DAY, MaskedText
from remembrancer.language.names import is_name
from remembrancer.language.places import is_place
from remembrancer.language.statement import Slot
from remembrancer.language.word_patterns import join_continued_lines, word_set

MONEY: Final = "money"  # an amount with a currency, or a large number
PERCENT: Final = "percent"
YEARS: Final = "years"  # an age or a count of years
COUNT: Final = "count"  # a bare number
PLACE: Final = "place"  # the name of a town or a country
TERM: Final = "term"  # how long: days, weeks or months
ANY: Final = "any"
_WORDS_READ: Final = frozenset({"text", "name", "day", PLACE})  # values that are not numbers

Meaning = TypeVar("Meaning", str, float, bool)

_SUM_MIN: Final = 100  # a smaller number without a currency is not money

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
# "My business is 12 years old": not how old somebody is.
_OF_A_FIRM: Final = re.compile(
    r"\W*(?:(?:my|the|our|his|her|their|min|mitt|vår|vårt) )?(?:business|company|firm|shop|studio"
    r"|agency|practice|club|school|house|flat|car|boat|boiler|van|roof|företaget|bolaget|firman?"
    r"|butiken|huset|bilen|båten|taket|klubben)"
    r" (?:is|was|are|är|var|blev|fyller|turned|turns)(?!\w)"
)
_MACRO: Final = re.compile("|".join(map(re.escape, _MACROS)))

_OF_SOMETHING: Final = re.compile(r"\w\s(?:for|of|at|av|för|till|hos)\s(?:[\w'&.-]+\s){0,2}$")
_PARTIES: Final = word_set(
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
_LAST_LINKS: Final = word_set(
    """
    as for to in on at of with by from the a an and or som för till i på av med hos från en ett och
    """
)
_STOCKS: Final = frozenset({"asset", "liability"})
_COUNTED: Final = frozenset({MONEY, PERCENT, COUNT})
_OBJECT: Final = re.compile(
    r"\s+(on|for|against|på|för|mot)\s+(?:the|our|my|his|her|their|this|that|den|det|vår|vårt|min"
    r"|mitt|[\w-]+'s)\s+((?:[a-zåäö-]+\s+){0,2}?[a-zåäö-]+)"
    r"(?=\s+(?:is|are|was|were|stands|costs|at|of|to|has|which|and|är|var|kostar|ligger|om|och)\b"
    r"|\s*[\ue000-\ue7ff]|\s*[.,;:!]|\s*$)"
)
_NO_OBJECT: Final = word_set(
    """
    house home huset hemmet year month week quarter moment job company firm business bank side
    året månaden moms tax rest lot whole books time being record
    """
)


_PHRASE: Final = re.compile(
    r"\W*(?:(?:yes|yeah|no|well|so|and|but|also|now|ja|nej|och|men|då)\W+)*"
    r"(?:(?:the|my|our|his|her|their|a|an|min|mitt|vår|vårt|hans|hennes|deras|en|ett)\s+)?"
    r"(?:[\w'-]+\s+){0,2}?(?P<head>[\w'-]+)\s+(?:on|for|against|at|in|with|på|för|mot|i|hos)\s+"
    r"(?:(?:the|my|our|his|her|their|a|an|this|that|min|mitt|vår|vårt|hans|hennes|deras|en|ett)\s+)?"
    r"(?:[\w'-]+\s+){0,2}?(?=[\w-]+\s+(?:is|are|was|were|stands|comes|är|var|ligger|uppgår)\b)"
)
_SAID_OF: Final = re.compile(r"[\w-]+\s+(?:is|are|was|were|stands|comes|är|var|ligger|uppgår)\b")
_MEASURES: Final = word_set("value worth price valuation värde värdet priset värderingen")


class FilledSlot(NamedTuple):
    """A slot with its value, its offsets and properties of the rule that filled it."""

    slot: Slot
    start: int  # in the masked text
    end: int
    family: Family
    category: str | None = None  # income, expense, asset, liability, demographic
    is_change: bool = False  # the words say that the value changed
    is_figure: bool = False  # a plain number that accounting systems hold
    is_weak: bool = False  # may add a slot to an item, but is not worth an item by itself


@dataclass(frozen=True)
class SlotRule:
    """Patterns that fill one slot, one per line; the group in each is the value."""

    slot: str
    hints: str  # the patterns run only if the text holds one of these
    forms: str
    reads: str = "text"  # text, name, day, or a kind of amount
    least: float = 0.0
    most: float = 1e15
    values: Mapping[str, str | float | bool] = field(
        default_factory=dict
    )  # words and the values they mean
    family: Family = Family.FACT
    category: str | None = None
    is_many: bool = False
    is_event: bool = False
    is_change: bool = False
    is_figure: bool = False
    is_weak: bool = False

    @cached_property
    def hint_list(self) -> tuple[str, ...]:
        return split_hints(self.hints)

    @cached_property
    def wants_figure(self) -> bool:
        """Whether the value is always a number and never a word for one."""
        return self.reads not in _WORDS_READ and not self.values

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(
            compile_form(line)
            for line in join_continued_lines(self.forms).splitlines()
            if line.strip()
        )


def split_hints(hints: str) -> tuple[str, ...]:
    """The hints as a tuple; an underscore stands for a space."""
    return tuple(hint.replace("_", " ") for hint in hints.split())


def invert_meanings(listed: Mapping[Meaning, str]) -> dict[str, Meaning]:
    """Maps each word to its meaning, from a map of meanings to words; an underscore is a space."""
    return {word: meant for meant, words in listed.items() for word in split_hints(words)}


def compile_form(form: str) -> re.Pattern[str]:
    """Compiles a form: spaces match any gap, macros stand for amounts, dates and names."""
    form = form.strip().replace(r"(?: \w+)", r"(?: [\w-]+)")  # "the buy-to-let" is two words
    form = _MACRO.sub(lambda found: _MACROS[found[0]].replace(" ", "\0"), form)
    form = re.sub(r" (?=[?*+{])", "\0", form).replace(" ", r"\s+").replace("\0", " ")
    return re.compile(rf"(?<![\w'])(?:{form})")


class SlotRules:
    """Rules in order, indexed by their hints, so that texts without hints cost little."""

    def __init__(self, rules: Sequence[SlotRule]) -> None:
        self.rules = tuple(rules)
        self._hints = HintIndex(
            (hint, number) for number, rule in enumerate(self.rules) for hint in rule.hint_list
        )

    def fill(self, masked: MaskedText) -> Iterator[FilledSlot]:
        """The slots that the rules fill from a text, each slot at most once."""
        seen: set[str] = set()
        for number in self._hints.matching_numbers(masked.low, masked.trigrams):
            rule = self.rules[number]
            if rule.slot in seen or (rule.wants_figure and not masked.amounts):
                continue  # many sentences hold a hint but no number
            for pattern in rule.patterns:
                found = _first_match(masked, rule, pattern)
                if found is not None:
                    seen.add(rule.slot)
                    yield found
                    break


def _first_match(masked: MaskedText, rule: SlotRule, pattern: re.Pattern[str]) -> FilledSlot | None:
    for match in pattern.finditer(masked.low):
        groups = match.groupdict()
        who = groups.get("who")
        if who is not None and not _is_party(masked, match, who):
            continue
        value = _value(masked, rule, match)
        if value is None or mood.is_subordinate(masked.low, match.start()):
            continue
        if rule.reads == YEARS and _OF_A_FIRM.match(masked.low, 0, match.end()):
            continue
        if rule.reads in _COUNTED and _is_within_phrase(masked.low, match):
            continue
        whose = find_holder(masked, match)
        if whose.is_thing and rule.category is not None and not rule.is_event:
            continue  # "the holiday let earns" is nobody's salary
        is_open = whose.name is None or mood.is_joint(whose.name.lower())
        if rule.reads == MONEY and is_open and mood.is_joint(masked.low):
            whose = whose._replace(name=HOUSEHOLD)
        slot = Slot(
            rule.slot + _object_suffix(masked, rule, match),
            value[0],
            value[1],
            is_many=rule.is_many or whose.is_any,
            is_event=rule.is_event,
            on=nearest_date(masked, match.end()) if rule.is_event else None,
            holder=whose.name if whose.name != rule.slot else None,
        )
        return FilledSlot(
            slot, match.start(), match.end(), rule.family, rule.category, rule.is_change,
            rule.is_figure, rule.is_weak,
        )  # fmt: skip
    return None


def _is_within_phrase(low: str, match: re.Match[str]) -> bool:
    """Whether the noun of a match only says more about another: "the mortgage on our house is"."""
    found = _PHRASE.search(low, max(low.rfind(mark, 0, match.start()) for mark in ",;.:") + 1)
    if found is None or found.end() != match.start():
        return False
    return found["head"] not in _MEASURES and _SAID_OF.match(low, match.start()) is not None


def _object_suffix(masked: MaskedText, rule: SlotRule, match: re.Match[str]) -> str:
    """A suffix for the slot's name that says what the amount is for: " on rental flat".

    A mortgage on another house is another mortgage and must not replace the first. Usually empty.
    """
    if rule.reads not in _COUNTED or rule.is_event:
        return ""
    found = _OBJECT.search(masked.low, match.start(), match.end()) or _OBJECT.match(
        masked.low, match.end()
    )
    if found is None or found[2].split()[-1] in _NO_OBJECT:
        return ""
    return f" {'on' if found[1] in ('on', 'på') else 'for'} {found[2]}"


def _is_party(masked: MaskedText, match: re.Match[str], who: str) -> bool:
    if who.removesuffix("'s").removesuffix("'m").removesuffix("'ve") in _PARTIES:
        return True
    start, end = match.span("who")
    if _OF_SOMETHING.search(masked.low, 0, start):
        return False  # "the target for Tamsel Foods is 48": the target is
    return is_name(masked.text[start:end])


def _value(
    masked: MaskedText, rule: SlotRule, match: re.Match[str]
) -> tuple[str | float | bool, str | None] | None:
    """The value and its unit; None: the text does not fit the rule."""
    index = match.lastindex
    if index is None or match.re.groupindex.get("who") == index:
        plain = rule.values.get("")
        return None if plain is None else (plain, None)
    said = match[index]
    if rule.reads == "day":
        return masked.date_of(said).day.isoformat(), None
    if rule.reads == "text":
        if rule.values:
            meant = _value_meant(rule.values, said)
            return None if meant is None else (meant, None)
        text = TAIL.sub("", masked.plain_slice(*match.span(index)).strip(" '\"-"))
        text = _without_last_links(text)
        return (text, None) if text else None
    if rule.reads in ("name", PLACE):
        said = masked.plain_slice(*match.span(index))
        name = leading_name(said) or (
            leading_name(_LEADING.sub("", said)) if rule.is_many else None
        )
        if rule.reads == PLACE and name is not None and not is_place(name):
            return None
        return (name, None) if name else None
    if not "\ue000" <= said[:1] <= "\ue7ff":
        meant = _value_meant(rule.values, said)
        return None if meant is None else (meant, None)
    amount = masked.amount_of(said)
    if not rule.least <= amount.value <= rule.most or not _fits(
        amount.value, amount.unit, rule.reads
    ):
        return None
    if rule.category in _STOCKS and payment_period(masked.plain, amount) is not None:
        return None  # a monthly payment is not a balance
    unit = "years" if rule.reads == YEARS else amount.unit
    return amount.value, unit


def _without_last_links(text: str) -> str:
    """The text without function words at its end: "Visma som" is Visma."""
    words = text.split()
    while len(words) > 1 and words[-1].lower() in _LAST_LINKS:
        words.pop()
    return text if len(words) == text.count(" ") + 1 else " ".join(words)


def _value_meant(values: Mapping[str, str | float | bool], said: str) -> str | float | bool | None:
    for word, meant in values.items():
        if word and said.startswith(word):
            return meant
    return None


def _fits(value: float, unit: str | None, sort: str) -> bool:
    if sort == MONEY:
        return unit in CURRENCIES or (unit is None and value >= _SUM_MIN)
    if sort == PERCENT:
        return unit == "%"
    if sort == YEARS:
        return unit in (None, "years")
    if sort == TERM:
        return unit in (None, "days", "weeks", "months")
    if sort == COUNT:
        return unit is None or unit not in CURRENCIES | {"%", "years", "months", "days", "hours"}
    return True


def leading_name(text: str) -> str | None:
    """The leading words that are written as a name; None: there are none."""
    kept: list[str] = []
    for word in text.split():
        bare = word.strip(".,;:!?()\"'")
        if not is_name(bare) and not (kept and bare in ("&", "of")) and not bare[1:2].isupper():
            break
        kept.append(bare)
        if word[-1:] in ".,;:!?" and len(word) > 2:
            break
    return " ".join(kept).removesuffix("'s").strip(" &") or None


def nearest_date(masked: MaskedText, near: int) -> date | None:
    """The date nearest to an offset: the date of an event."""
    places = [
        (abs(place - near), masked.date_of(letter).first)
        for place, letter in enumerate(masked.text)
        if "\ue800" <= letter <= "\uefff"
    ]
    return min(places)[1] if places else None


Reader = Callable[[MaskedText], FilledSlot | None]
