"""Live data: what it holds already is not remembered, for it goes stale in memory and not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from remembrancer.core.kinds import Brief
from remembrancer.language.masks import Masked
from remembrancer.language.slots.slot import Filled
from remembrancer.language.statement_reader import chosen, look
from remembrancer.language.word_patterns import listed

HOLDS_IT: Final = "Live data holds it."
KEYS_MAX: Final = 1000  # of live state that are looked at
DEPTH_MAX: Final = 6
_VALUE_MIN: Final = 100  # smaller figures are equal by chance

_PART: Final = re.compile(r"[A-ZÅÄÖ]?[a-zåäö]+|[A-ZÅÄÖ]+(?![a-zåäö])|\d+")
_EMPTY: Final = listed(
    """
    count number total current amount of the sum value live kpi kpis state company data ytd mtd
    now list items sek kr gbp usd eur eom latest last this month year status is has in per to
    antal summa belopp aktuell aktuellt nuvarande day date
    """
)
_IN_SWEDISH: Final = {
    "invoice": ("faktur",),
    "unpaid": ("obetal",),
    "overdue": ("förfall",),
    "revenue": ("omsättning", "intäkt"),
    "turnover": ("omsättning",),
    "employee": ("anställd", "medarbetare"),
    "staff": ("anställd",),
    "headcount": ("anställd", "employee", "people"),
    "balance": ("saldo",),
    "cash": ("kassa", "likvid"),
    "bank": ("bank", "konto"),
    "vat": ("moms",),
    "result": ("resultat",),
    "profit": ("vinst", "resultat"),
    "inbox": ("inkorg", "mejl"),
    "unread": ("oläst",),
    "salary": ("lön",),
    "cost": ("kostnad",),
    "receipt": ("kvitt",),
    "tax": ("skatt",),
    "sale": ("försäljning",),
    "customer": ("kund",),
    "supplier": ("leverantör",),
    "payable": ("leverantörsskuld",),
    "receivable": ("kundfordran", "kundfordring"),
    "margin": ("marginal",),
    "equity": ("eget kapital",),
    "expense": ("utgift", "kostnad"),
    "transaction": ("transaktion",),
    "due": ("förfall", "deadline"),
    "price": ("pris", "kurs"),
    "framework": ("regelverk",),
    "portfolio": ("portfölj", "depå"),
    "pension": ("pension",),
}


# A schema tells what live data holds without its values. What a column is called in every table
# says nothing of what the table holds.
_NAMING: Final = listed(
    "table tables column columns field fields property properties schema schemas view views"
    " entities metrics kpis attributes definitions defs"
)
_DESCRIBING: Final = listed(
    "type format description title label nullable default enum minimum maximum unit value items"
    " required primary_key unique example examples as_of name"
)
_TYPES: Final = re.compile(
    r"(?:(?:big|small)?int(?:eger)?|(?:big)?serial|text|str(?:ing)?|(?:var)?char(?:acter)?|uuid"
    r"|numeric|decimal|number|float|double|real|money|bool(?:ean)?|date(?:time)?|time(?:stamp)?"
    r"(?:tz)?|jsonb?|bytea|blob|array|object|list|dict)\b",
    re.I,
)
_OF_EVERY_TABLE: Final = listed(
    "id ids uuid key name title type kind code note text content description comment created"
    " updated deleted modified at by user owner email phone start end from until row hash version"
    " metadata tag source url path label order sort active"
)


class Held(NamedTuple):
    """One thing that live data holds."""

    words: tuple[tuple[str, ...], ...]  # of its key: each with what else it may be called
    value: JsonValue
    name: str = ""  # its key in plain words


def is_covered(said: Masked, found: Filled | None, state: Sequence[Held]) -> bool:
    """Whether live data answers what is said here."""
    low = said.low
    for one in state:
        if (
            one.words
            and all(any(form in low for form in forms) for forms in one.words)
            and (said.amounts or found is not None)
        ):
            return True
        if found is not None and one.words and _is_same(one.words, found.slot.name):
            return True
        if isinstance(one.value, int | float) and not isinstance(one.value, bool):
            value = float(one.value)
            if value >= _VALUE_MIN and any(amount.value == value for amount in said.amounts):
                return True
    return False


def covers(text: str, brief: Brief) -> bool:
    """Whether live data answers a sentence that somebody else drew out."""
    said = look(text, language=brief.language, at=brief.now)
    found = chosen(said)
    if found is not None and found.is_weak:
        found = None
    return is_covered(said, found, held(brief.live_state))


def _is_same(words: tuple[tuple[str, ...], ...], slot: str) -> bool:
    parts = {_stem(part) for part in slot.split()} - _EMPTY
    return bool(parts) and parts == {forms[0] for forms in words}


def held(state: Mapping[str, JsonValue]) -> tuple[Held, ...]:
    """What live data holds, each with the words it goes by. A schema alone will do."""
    listed: list[Held] = []
    for path, value, is_schema in _leaves(state, (), 0, False):
        without = _EMPTY | _OF_EVERY_TABLE if is_schema else _EMPTY
        words = tuple(
            _forms(stem)
            for stem in dict.fromkeys(map(_stem, path))
            if stem not in without and len(stem) > 1
        )
        listed.append(Held(words, value, " ".join(path)))
        if len(listed) >= KEYS_MAX:
            break
    return tuple(listed)


def _forms(stem: str) -> tuple[str, ...]:
    """What a word of a key may be called, in English first where it has an English name."""
    if stem in _IN_SWEDISH:
        return stem, *_IN_SWEDISH[stem]
    begins = [
        (len(form), english)
        for english, forms in _IN_SWEDISH.items()
        for form in forms
        if stem.startswith(form)
    ]
    if not begins:
        return (stem,)
    longest = max(size for size, _ in begins)
    named = [english for size, english in begins if size == longest]
    return (*named, *(form for english in named for form in _IN_SWEDISH[english]), stem)


_Leaf = tuple[tuple[str, ...], JsonValue, bool]  # its words, its value, whether a schema names it


def _leaves(
    state: Mapping[str, JsonValue], above: tuple[str, ...], depth: int, is_schema: bool
) -> Iterator[_Leaf]:
    is_typed = is_schema or _is_typed(state)
    for key, value in state.items():
        words = _words(key)
        if is_typed and key in _DESCRIBING and not isinstance(value, Mapping):
            continue
        if isinstance(value, list) and (is_typed or key in _NAMING):
            if key not in _NAMING:
                yield words, None, True
            yield from _named(value)
        elif not isinstance(value, Mapping) or depth >= DEPTH_MAX:
            yield words or above, value, is_typed
        elif key in _NAMING:
            yield from _leaves(value, words, depth + 1, _names_only(value))
        elif value and value.keys() <= _DESCRIBING:
            yield words, value.get("value"), is_typed
        else:
            if is_typed or _is_typed(value):
                yield words, None, True
            yield from _leaves(value, words, depth + 1, is_typed)


def _words(key: str) -> tuple[str, ...]:
    return tuple(part.lower() for part in _PART.findall(str(key)))


def _is_typed(state: Mapping[str, JsonValue]) -> bool:
    """Whether it tells what there is to know, and not what is known."""
    return bool(state) and (
        any(key in _NAMING and _names_only(value) for key, value in state.items())
        or all(isinstance(one, str) and _TYPES.match(one) for one in state.values())
    )


def _names_only(value: JsonValue) -> bool:
    """Whether it names things and gives no values."""
    if isinstance(value, list):
        return all(isinstance(one, str | Mapping) for one in value)
    return isinstance(value, Mapping) and all(
        isinstance(one, list | Mapping) or (isinstance(one, str) and _TYPES.match(one))
        for one in value.values()
    )


def _named(given: Sequence[JsonValue]) -> Iterator[_Leaf]:
    for one in given[:KEYS_MAX]:
        name = one.get("name") if isinstance(one, Mapping) else one
        if isinstance(name, str):
            yield _words(name), None, True


def _stem(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word


_FIGURES: Final = re.compile(
    r"\b(?:revenue|turnover|omsättning\w*|omsätter|omsatte|result(?:at\w*)?|profit|vinst\w*"
    r"|förlust\w*|loss|balance|saldo\w*|kassa\w*|likvid\w*"
    r"|unpaid|obetal\w*|overdue|förfall\w*|kpis?|ebitda?|margin\w*|costs?|kostnad\w*|sales"
    r"|försäljning\w*|utgifter\w*|invoiced|fakturerat|fakturerade"
    r"|moms(?:en)? (?:att betala|är|blev|på)|vat (?:due|bill|is)|kundfordringar"
    r"|leverantörsskulder|cash|bank|inbox|inkorg\w*|receipts|kvitton|på kontot|account balance)\b"
)

# Taxes are a figure out of the books where a sum of some time is told, and a rule where none is.
_TAXES: Final = re.compile(r"\b(?:vat|moms(?:en)?|arbetsgivaravgift\w*|employer contributions?)\b")
_MONEY: Final = frozenset({"SEK", "GBP", "USD", "EUR", "NOK", "DKK", "CHF"})


_ACCOUNT: Final = re.compile(r"\b(?:konto(?:t|n)?|kto|accounts?)(?: nr\.?| no\.?)?\s$", re.I)


def is_figure(said: Masked, found: Filled | None) -> bool:
    """Whether it is a plain figure out of the books."""
    if found is not None and found.is_figure:
        return True
    figures = [one for one in said.amounts if not _ACCOUNT.search(said.plain, 0, one.start)]
    if not figures:
        return False
    if _FIGURES.search(said.low) is not None:
        return True
    return (
        bool(said.moments)
        and any(one.unit in _MONEY for one in figures)
        and _TAXES.search(said.low) is not None
    )
