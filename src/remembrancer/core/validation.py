"""Validation: caller input becomes a typed value, or an error that says what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import NAME_CHARACTERS_MAX, REASON_CHARACTERS_MAX
from remembrancer.core.preset import Registry
from remembrancer.core.texts.text import BODY_PATTERN

Model = TypeVar("Model", bound=BaseModel)

CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LINE_BREAK = re.compile(r"[\t\n\r\x85\u2028\u2029]")


def validated(model: type[Model], arguments: Mapping[str, Any], *, what: str) -> Model:
    """The value, or an error with one sentence on its first problem."""
    try:
        return model.model_validate(arguments)
    except ValidationError as error:
        raise _told(error, model, what) from None


def check_word(registry: Registry, word: str | None, field: str) -> None:
    """Refuses a word that is not in a strict registry."""
    for sentence in unknown_words(registry, () if word is None else (word,), field):
        raise InvalidInput(sentence, field=field)


def unknown_words(registry: Registry, words: Iterable[str], field: str) -> list[str]:
    """A sentence for each word that is not in a strict registry."""
    return [
        f"{field} {word!r} is not known in this space.{did_you_mean(word, registry.values)} "
        f"Use one of: {', '.join(registry.values)}."
        for word in words
        if registry.strict and word not in registry.values
    ]


def check_window(begin: Any, end: Any) -> None:
    if begin is not None and end is not None and end < begin:
        raise InvalidInput(
            f"valid_until ({end.isoformat()}) lies before valid_from ({begin.isoformat()}). "
            "Swap or correct them.",
            field="valid_until",
        )


def check_reason(reason: str | None, *, required_for: str | None = None) -> str | None:
    """The reason; an act that requires one is refused without it."""
    if reason is not None:
        check_text(reason, "reason", length_max=REASON_CHARACTERS_MAX)
    if reason is None or not reason.strip():
        if required_for is not None:
            raise InvalidInput(
                f"To {required_for}, give a reason: it stands in the audit log.", field="reason"
            )
        return None
    return reason


def check_json(value: Any, field: str) -> None:
    """Passes for values that can be written as JSON, with text keys."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{field} cannot be written as JSON: {error}.", field=field) from None
    if isinstance(value, Mapping) and not all(isinstance(name, str) for name in value):
        raise InvalidInput(f"The names in {field} are texts.", field=field)


def is_text(value: Any) -> bool:
    """Whether it can be searched for: a value that is not text names nothing."""
    if not isinstance(value, str) or "\x00" in value:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_name(name: Any, field: str) -> None:
    """Refuses an invalid name: a name is one line and not empty."""
    check_text(name, field, length_max=NAME_CHARACTERS_MAX)
    if not name.strip() or _LINE_BREAK.search(name):
        raise InvalidInput(f"{field} must be one line with a text in it.", field=field)


def listed_names(value: Any, field: str) -> tuple[str, ...]:
    """Names given as a list; a single text is one name."""
    listed = (value,) if isinstance(value, str) else value
    if isinstance(listed, Iterable) and not isinstance(listed, bytes | Mapping):
        names = tuple(listed)
        if all(isinstance(name, str) for name in names):
            return names
    raise InvalidInput(f"{field} is a list of names, not {value!r}.", field=field)


def check_flag(flag: Any, field: str) -> None:
    if not isinstance(flag, bool):
        raise InvalidInput(f"{field} is True or False, not {flag!r}.", field=field)


def check_choices(value: Any, field: str, known: Sequence[str]) -> tuple[str, ...]:
    """Some of the known words, in any order."""
    listed = tuple(value) if isinstance(value, list | tuple | set | frozenset) else (value,)
    for one in listed:
        if one not in known:
            raise InvalidInput(
                f"{field} has {one!r}, which is none of: {', '.join(known)}.", field=field
            )
    return listed


def check_whole(number: Any, field: str, *, at_least: int, at_most: int) -> None:
    """Refuses anything but a whole number in the range."""
    if type(number) is not int or not at_least <= number <= at_most:
        raise InvalidInput(
            f"{field} is a number from {at_least:,} to {at_most:,}, not {number!r}.",
            field=field,
        )


def check_is_text(text: Any, field: str) -> None:
    """Refuses any other type than text."""
    if not isinstance(text, str):
        raise InvalidInput(f"{field} must be a text, not {type(text).__name__}.", field=field)


def check_text(text: Any, field: str, *, length_max: int) -> None:
    """Refuses a value that is not text, is too long, or has invalid characters."""
    check_is_text(text, field)
    if len(text) > length_max:
        raise InvalidInput(
            f"{field} has {len(text):,} characters; the limit is {length_max:,}. Shorten it.",
            field=field,
        )
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidInput(_SURROGATE.format(field=field), field=field) from None
    if CONTROL_CHARACTER.search(text):
        raise InvalidInput(_CONTROL.format(field=field), field=field)


_SURROGATE = "{field} holds half of a surrogate pair, which is no text. Remove it."
_CONTROL = "{field} holds a control character. Remove it; only tabs and line breaks are text."
_LINE = "{field} must be one line without control characters. Put longer text into content."


_TIME = "a date or time, such as 2026-03-31 or 2026-03-31T14:00:00+00:00"
_EXPECTED: Mapping[str, str] = {  # by pydantic's name of the type error
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number from 0 to 1",  # the only field with this error
    "string_type": "a text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping of names to values",
    "mapping_type": "a mapping of names to values",
    "model_type": "a mapping of names to values",
    "model_attributes_type": "a mapping of names to values",
    "datetime_type": _TIME,
    "datetime_parsing": _TIME,
    "datetime_from_date_parsing": _TIME,
}
_BOUNDS: Mapping[str, tuple[str, str]] = {  # pydantic's error: our words, its name of the bound
    "less_than_equal": ("of at most", "le"),
    "less_than": ("below", "lt"),
    "greater_than_equal": ("of at least", "ge"),
    "greater_than": ("above", "gt"),
}
_SHOWN_CHARACTERS_MAX = 60
_STRANGERS_MAX = 3  # unknown names reported when a field is missing
# If several types are allowed, pydantic puts each of them into the path of the error.
_TYPE_NAMES = frozenset({"int", "float", "str", "bool", "datetime"})
_TYPE_NAME = re.compile(r"(?:list|tuple|dict|set|frozenset|nullable|json|function-[a-z]+)\[")


def _told(error: ValidationError, model: type[BaseModel], what: str) -> InvalidInput:
    return refusal(error.errors(include_url=False), known=model.model_fields, what=what)


def refusal(
    details: Sequence[Mapping[str, Any]], *, known: Iterable[str], what: str, skipped: int = 0
) -> InvalidInput:
    """One sentence for the first error that pydantic found.

    `skipped` is the number of leading path parts that are not part of the input.
    """
    details = _misspelt_first(details)
    paths = [tuple(str(part) for part in one["loc"][skipped:]) for one in details]
    places = [_place(path) for path in paths]
    chosen = 0
    expected: list[str] = []
    if places[0] != paths[0]:  # several types are allowed, and it is none of them
        same = [n for n, place in enumerate(places) if place[:1] == places[0][:1]]
        chosen = max(same, key=lambda n: len(places[n]))  # the one that got furthest
        expected = [_wanted(details[n], paths[n]) for n in same if places[n] == places[chosen]]
    parts, detail = places[chosen], details[chosen]
    where = ".".join(parts) or what
    words = list(dict.fromkeys(value for value in expected if value))
    if len(words) > 1:
        sentence = _other_type(where, " or ".join(words), detail["input"])
    else:
        sentence = _sentence(detail, where, sorted(known), what)
    if detail["type"] == "missing":
        sentence += _strangers(details, depth=len(detail["loc"]))
    return InvalidInput(sentence, field=parts[0] if parts else what)


def _misspelt_first(details: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Puts misspelt names first: a missing field may be present under a misspelt name."""
    missing = [str(detail["loc"][-1]) for detail in details if detail["type"] == "missing"]
    misspelt = [
        detail
        for detail in details
        if detail["type"] == "extra_forbidden"
        and get_close_matches(str(detail["loc"][-1]), missing)
    ]
    return [*misspelt, *details]


def _strangers(details: Sequence[Mapping[str, Any]], *, depth: int) -> str:
    """Names the unknown fields, in addition to the missing one."""
    names = [
        repr(str(detail["loc"][-1]))
        for detail in details
        if detail["type"] == "extra_forbidden" and len(detail["loc"]) == depth
    ]
    told = list(dict.fromkeys(names))[:_STRANGERS_MAX]
    return f" It has no field {', '.join(told)}." if told else ""


def _place(path: tuple[str, ...]) -> tuple[str, ...]:
    """The path without type names: only field names and numbers."""
    return tuple(
        part
        for depth, part in enumerate(path)
        if not _TYPE_NAME.match(part) and not (depth and part in _TYPE_NAMES)
    )


def _wanted(detail: Mapping[str, Any], path: tuple[str, ...]) -> str:
    named = _TIME if any("datetime" in part for part in path) else ""
    return _EXPECTED.get(detail["type"], named)


def _other_type(where: str, expected: str, value: Any) -> str:
    shown = repr(value)
    is_short = len(shown) <= _SHOWN_CHARACTERS_MAX
    return (
        f"{where} cannot be accepted. Give {expected}, not "
        f"{shown if is_short else type(value).__name__}."
    )


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt name; empty if no known name is close."""
    close = get_close_matches(word, list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def _sentence(detail: Mapping[str, Any], where: str, known: list[str], what: str) -> str:
    kind: str = detail["type"]
    context: Mapping[str, Any] = detail.get("ctx", {})
    if kind == "missing":
        return f"{what} needs {where}. Give it."
    if kind == "extra_forbidden":
        hint = did_you_mean(where, known)
        listed = f" Its fields are: {', '.join(known)}." if known else " Leave it out."
        return f"{what} has no field {where!r}.{hint}{listed}"
    if kind == "string_too_short":
        return f"{where} is empty. Give it a text."
    if kind in ("string_too_long", "too_long"):
        value = detail["input"]
        size = f"{len(value):,}" if hasattr(value, "__len__") else "too many"
        return (
            f"{where} has a length of {size}; the limit is {context['max_length']:,}. Shorten it."
        )
    if kind == "string_unicode":
        return _SURROGATE.format(field=where)
    if kind == "string_pattern_mismatch":
        template = _CONTROL if context["pattern"] == BODY_PATTERN else _LINE
        return template.format(field=where)
    if kind in ("datetime_parsing", "datetime_from_date_parsing", "datetime_type"):
        return (
            f"{where} {detail['input']!r} is no date or time. Write it as 2026-03-31 or "
            "2026-03-31T14:00:00+00:00."
        )
    if kind == "enum":
        return f"{where} {detail['input']!r} is not known. Use one of: {context['expected']}."
    if kind in _EXPECTED:
        return _other_type(where, _EXPECTED[kind], detail["input"])
    if kind in _BOUNDS:
        word, bound = _BOUNDS[kind]
        return _other_type(where, f"a number {word} {context[bound]}", detail["input"])
    message = str(detail["msg"]).removeprefix("Value error, ")
    return f"{where} cannot be accepted: {message}."
