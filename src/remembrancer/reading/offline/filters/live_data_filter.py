"""The live data filter: facts that live data covers are not remembered, as they would go stale."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from remembrancer.core.kinds import Brief
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.language.statement_reader import best_slot, mask_statement
from remembrancer.language.word_patterns import word_set

COVERED_REASON: Final = "Live data holds it."
KEYS_MAX: Final = 1000  # of live state that are read
DEPTH_MAX: Final = 6
_VALUE_MIN: Final = 100  # smaller numbers are equal by chance

_PART: Final = re.compile(r"[A-ZÅÄÖ]?[a-zåäö]+|[A-ZÅÄÖ]+(?![a-zåäö])|\d+")
_EMPTY: Final = word_set(
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


# A schema lists the fields of live data without values. Column names that every table has say
# nothing about its content.
_NAMING: Final = word_set(
    "table tables column columns field fields property properties schema schemas view views"
    " entities metrics kpis attributes definitions defs"
)
_DESCRIBING: Final = word_set(
    "type format description title label nullable default enum minimum maximum unit value items"
    " required primary_key unique example examples as_of name"
)
_TYPES: Final = re.compile(
    r"(?:(?:big|small)?int(?:eger)?|(?:big)?serial|text|str(?:ing)?|(?:var)?char(?:acter)?|uuid"
    r"|numeric|decimal|number|float|double|real|money|bool(?:ean)?|date(?:time)?|time(?:stamp)?"
    r"(?:tz)?|jsonb?|bytea|blob|array|object|list|dict)\b",
    re.I,
)
_OF_EVERY_TABLE: Final = word_set(
    "id ids uuid key name title type kind code note text content description comment created"
    " updated deleted modified at by user owner email phone start end from until row hash version"
    " metadata tag source url path label order sort active"
)


class LiveField(NamedTuple):
    """One field of live data."""

    words: tuple[tuple[str, ...], ...]  # of its key, each with its synonyms
    value: JsonValue
    name: str = ""  # its key as words


def is_covered(said: MaskedText, found: FilledSlot | None, state: Sequence[LiveField]) -> bool:
    """Whether live data covers a clause."""
    low = said.low
    for one in state:
        if (
            one.words
            and all(any(form in low for form in forms) for forms in one.words)
            and (said.amounts or found is not None)
        ):
            return True
        if found is not None and one.words and _is_same_slot(one.words, found.slot.name):
            return True
        if isinstance(one.value, int | float) and not isinstance(one.value, bool):
            value = float(one.value)
            if value >= _VALUE_MIN and any(amount.value == value for amount in said.amounts):
                return True
    return False


def is_text_covered(text: str, brief: Brief) -> bool:
    """Whether live data covers a sentence that a model or an extractor proposed."""
    said = mask_statement(text, language=brief.language, at=brief.now)
    found = best_slot(said)
    if found is not None and found.is_weak:
        found = None
    return is_covered(said, found, live_fields(brief.live_state))


def _is_same_slot(words: tuple[tuple[str, ...], ...], slot: str) -> bool:
    parts = {_stem(part) for part in slot.split()} - _EMPTY
    return bool(parts) and parts == {forms[0] for forms in words}


def live_fields(state: Mapping[str, JsonValue]) -> tuple[LiveField, ...]:
    """The fields of live data with their words. A schema without values is enough."""
    listed: list[LiveField] = []
    for path, value, is_schema in _leaves(state, (), 0, False):
        without = _EMPTY | _OF_EVERY_TABLE if is_schema else _EMPTY
        words = tuple(
            _forms(stem)
            for stem in dict.fromkeys(map(_stem, path))
            if stem not in without and len(stem) > 1
        )
        listed.append(LiveField(words, value, " ".join(path)))
        if len(listed) >= KEYS_MAX:
            break
    return tuple(listed)


def _forms(stem: str) -> tuple[str, ...]:
    """The synonyms of a word in a key, English first."""
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


_Leaf = tuple[tuple[str, ...], JsonValue, bool]  # words, value, whether it is from a schema


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
            yield from _named_leaves(value)
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
    """Whether a mapping is a schema: field names and types without values."""
    return bool(state) and (
        any(key in _NAMING and _names_only(value) for key, value in state.items())
        or all(isinstance(one, str) and _TYPES.match(one) for one in state.values())
    )


def _names_only(value: JsonValue) -> bool:
    """Whether a value only lists names."""
    if isinstance(value, list):
        return all(isinstance(one, str | Mapping) for one in value)
    return isinstance(value, Mapping) and all(
        isinstance(one, list | Mapping) or (isinstance(one, str) and _TYPES.match(one))
        for one in value.values()
    )


def _named_leaves(given: Sequence[JsonValue]) -> Iterator[_Leaf]:
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

# A tax with an amount and a date is a book figure; without them it is a rule.
_TAXES: Final = re.compile(r"\b(?:vat|moms(?:en)?|arbetsgivaravgift\w*|employer contributions?)\b")
_MONEY: Final = frozenset({"SEK", "GBP", "USD", "EUR", "NOK", "DKK", "CHF"})


_ACCOUNT: Final = re.compile(r"\b(?:konto(?:t|n)?|kto|accounts?)(?: nr\.?| no\.?)?\s$", re.I)


def is_book_figure(said: MaskedText, found: FilledSlot | None) -> bool:
    """Whether a clause is a plain number that an accounting system holds."""
    if found is not None and found.is_figure:
        return True
    figures = [one for one in said.amounts if not _ACCOUNT.search(said.plain, 0, one.start)]
    if not figures:
        return False
    if _FIGURES.search(said.low) is not None:
        return True
    return (
        bool(said.dates)
        and any(one.unit in _MONEY for one in figures)
        and _TAXES.search(said.low) is not None
    )
