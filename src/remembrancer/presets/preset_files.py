"""Presets: the packaged values of the five products, and a space's own changes to them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

import Stemmer
from pydantic import ValidationError

from remembrancer.core.errors import InvalidInput, InvalidSettings
from remembrancer.core.preset import Preset, Registry
from remembrancer.items.confidence import FLOORS
from remembrancer.items.item import ConfidenceSubtype, Trust
from remembrancer.jobs.schedule import check_step

PROMPTS: Final = (
    "collector",
    "compression",
    "contradiction",
    "digest",
    "extraction",
    "inquiry",
    "verification",
)
DELIVERIES: Final = ("tools", "inject", "agent", "bundle", "tiers")

_FOLDER: Final = Path(__file__).parent

_Problem = tuple[str, str]  # the dotted path of the key, and what is wrong with it


@cache
def names() -> tuple[str, ...]:
    """The presets there are."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


@cache
def load(name: str) -> Preset:
    """The preset of that name."""
    if name not in names():
        raise InvalidSettings(
            f"There is no preset {name!r}.{_nearest(name, names())} "
            f"Choose one of: {', '.join(names())}.",
            field="preset",
        )
    return _validated(tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


def with_overrides(preset: Preset, overrides: Mapping[str, Any]) -> Preset:
    """The preset with a space's own values: tables merge, lists and plain values replace."""
    _check_overrides(preset, overrides)
    if not overrides:
        return preset
    return _validated(_merged(preset.model_dump(), overrides))


def _check_overrides(preset: Preset, overrides: Any) -> None:
    if not isinstance(overrides, Mapping) or not all(isinstance(key, str) for key in overrides):
        raise InvalidSettings("Settings are a mapping from the names of settings to values.")
    if overrides.get("name", preset.name) != preset.name:
        raise InvalidSettings(
            "name: a preset keeps its name. Open another space to use another preset.",
            field="name",
        )


def _merged(values: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(values)
    for key, value in overrides.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = _merged(old, value)
        merged[key] = value
    return merged


def _validated(values: Mapping[str, Any]) -> Preset:
    try:
        preset = Preset.model_validate(values)
    except ValidationError as error:
        problems = [
            _told(detail["type"], detail["loc"], detail["msg"]) for detail in error.errors()
        ]
        raise _invalid(problems) from None
    problems = list(_disagreements(preset))
    if problems:
        raise _invalid(problems)
    return preset


def _invalid(problems: list[_Problem]) -> InvalidSettings:
    text = " ".join(f"{path}: {problem}" for path, problem in problems)
    return InvalidSettings(f"These settings cannot be used. {text}", field=problems[0][0])


def _told(kind: str, path: tuple[int | str, ...], message: str) -> _Problem:
    """What pydantic found, in our words."""
    dotted = ".".join(str(part) for part in path)
    if kind != "extra_forbidden":
        return dotted, f"{message}."
    return dotted, f"there is no such setting.{_nearest(str(path[-1]), _keys_of(path[:-1]))}"


def _keys_of(path: tuple[int | str, ...]) -> Iterable[str]:
    """The keys that the table at this path may hold, read from the types of the model."""
    table: Any = Preset
    for part in path:
        fields = getattr(table, "model_fields", None)
        # A table keyed by free words, such as retention by kind, has its rows' type second.
        table = fields[part].annotation if fields else get_args(table)[1]
    return tuple(table.model_fields)


def _nearest(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f" Did you mean {close[0]!r}?" if close else ""


def _unknown(path: str, word: str, known: Iterable[str]) -> Iterator[_Problem]:
    """A problem, if the word is none of those known."""
    words = sorted(str(known_word) for known_word in known)
    if word not in words:
        yield path, f"{word!r} is not known.{_nearest(word, words)} Known: {', '.join(words)}."


def _outside(path: str, word: str, registry: Registry) -> Iterator[_Problem]:
    if registry.strict:
        yield from _unknown(path, word, registry.values)


def _disagreements(preset: Preset) -> Iterator[_Problem]:
    """Values that are valid alone but contradict each other."""
    yield from _unknown("language", preset.language, Stemmer.algorithms())
    yield from _outside("default_kind", preset.default_kind, preset.kinds)
    yield from _outside("default_source_type", preset.default_source_type, preset.source_types)
    for word in preset.delivery:
        yield from _unknown("delivery", word, DELIVERIES)
    for name in preset.prompts:
        yield from _unknown(f"prompts.{name}", name, PROMPTS)
    for kind, retention in preset.retention.items():
        yield from _outside(f"retention.{kind}", kind, preset.kinds)
        if retention.expires_after_days and retention.expires_after_months:
            yield (
                f"retention.{kind}",
                "set expires_after_days or expires_after_months, and the other to null.",
            )
    yield from _wrong_compression(preset)
    yield from _wrong_decisions(preset)
    for floor in preset.confidence.floors:
        yield from _unknown(f"confidence.floors.{floor}", floor, FLOORS)
    for key in preset.confidence.baselines:
        yield from _wrong_baseline(f"confidence.baselines.{key}", key, preset.source_types)
    for source_type, trust in preset.trust_by_source.items():
        path = f"trust_by_source.{source_type}"
        # A misspelt source type would leave the real one trusted.
        yield from _outside(path, source_type, preset.source_types)
        yield from _unknown(path, trust, Trust)


def _wrong_compression(preset: Preset) -> Iterator[_Problem]:
    rules = preset.compression
    for kind in rules.kinds:
        yield from _outside("compression.kinds", kind, preset.kinds)
    if rules.above is not None and rules.target > rules.above:
        yield "compression.target", "leave no more than compression.above, or it never ends."
    if rules.every is not None:
        try:
            check_step(rules.every)
        except InvalidInput as error:
            yield "compression.every", str(error)


def _wrong_decisions(preset: Preset) -> Iterator[_Problem]:
    rules = preset.decisions
    if not rules.precedent_weights.text and not rules.precedent_weights.structure:
        yield "decisions.precedent_weights", "give one of them a weight, or nothing counts."
    if (rules.routing.at_least is None) != (rules.routing.to is None):
        yield "decisions.routing", "set at_least and to, or neither."


def _wrong_baseline(path: str, key: str, source_types: Registry) -> Iterator[_Problem]:
    # Where any word may be a source type, so may one with a dot in it.
    if not source_types.strict or key in source_types.values:
        return
    source_type, _, subtype = key.partition(".")
    yield from _unknown(path, source_type, source_types.values)
    if subtype:
        yield from _unknown(path, subtype, ConfidenceSubtype)
