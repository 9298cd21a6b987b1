"""Pairs of invented facts, from which `scripts.train_pairs` learns beside public ones."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

FACTS: Final = Path(__file__).with_suffix(".toml")

Value = dict[str, str]


class Made(NamedTuple):
    """Two sentences and how they stand to each other."""

    one: str
    other: str
    name: str  # of the fact that the first one states
    is_same: bool
    is_contradiction: bool


def invented(language: str, count: int) -> Iterator[Made]:
    """Pairs of made-up facts: said twice, denied, with another value, of somebody else."""
    told = tomllib.loads(FACTS.read_text(encoding="utf-8"))[language]
    luck = random.Random(0)
    names, facts = told["names"].split(), told["facts"]
    seen: set[tuple[str, str]] = set()
    while len(seen) < count:
        name = luck.choice(list(facts))
        fact, who = facts[name], luck.choice([*names, *4 * [told["user"]]])
        value = _value(fact["value"], told, luck)
        made = _other(name, fact, who, value, told, luck)
        if made is None or value.get("v") == who:
            continue
        work = luck.choice(told["projects"].split())
        one = _filled(luck.choice(fact["said"]), who, value, work, told, luck)
        form, other_who, other_value, same, contradicts = made
        other = _filled(form, other_who, other_value, work, told, luck)
        if one != other and (one, other) not in seen:
            seen.add((one, other))
            yield Made(one, other, name, same, contradicts)


def _other(
    name: str,
    fact: dict[str, Any],
    who: str,
    value: Value,
    told: dict[str, Any],
    luck: random.Random,
) -> tuple[str, str, Value, bool, bool] | None:
    """The other sentence of a pair: form, subject, value; whether same, whether it contradicts."""
    case, sort = luck.random(), fact["sort"]
    said, denied = luck.choice(fact["said"]), luck.choice(fact["denied"])
    another = _value(fact["value"], told, luck)
    if case < 0.3:
        return said, who, value, True, False
    if case < 0.5:
        return denied, who, value, False, True
    if case < 0.72:
        if sort == "plain" or another == value or another.get("v") == who:
            return None
        if sort == "event":  # another sum in the same month contradicts, another month does not
            if luck.random() < 0.5:
                another = {**another, "m": value["m"]}
            else:
                another = {**value, "m": another["m"]}
            if another == value:
                return None
            return said, who, another, False, another["m"] == value["m"]
        return said, who, another, False, sort == "one"
    if case < 0.82:
        somebody = luck.choice(told["names"].split())
        is_other = somebody not in (who, value.get("v")) and "{s}" in said
        return (said, somebody, value, False, False) if is_other else None
    if case < 0.87 and sort == "turns":
        return said, value["v"], {"v": who}, False, False
    if case < 0.92:
        if sort not in ("one", "many") or another == value:
            return None
        return denied, who, another, False, False  # to deny another value leaves both true
    elsewhere = luck.choice(list(told["facts"]))
    if elsewhere == name:
        return None
    there = told["facts"][elsewhere]
    return luck.choice(there["said"]), who, _value(there["value"], told, luck), False, False


def _value(sort: str, told: dict[str, Any], luck: random.Random) -> Value:
    if not sort:
        return {}
    if sort == "month and amount":
        number = luck.randint(2, 40) * 5000
        month = luck.choice(told["months"].split())
        return {"m": month, "n": str(number)}
    if sort == "amount":
        return {"n": str(luck.randint(2, 90) * 5000)}
    if sort == "date":
        month = luck.choice(told["months"].split())
        return {"v": told["date"].format(month=month, day=luck.randint(1, 28))}
    if "-" in sort:
        first, last = map(int, sort.split("-"))
        return {"v": str(luck.randint(first, last))}
    return {"v": luck.choice(told[sort].split())}


def _filled(
    form: str, who: str, value: Value, work: str, told: dict[str, Any], luck: random.Random
) -> str:
    """A sentence. The same amount is written in another way each time."""
    amount = ""
    if "n" in value:
        number = int(value["n"])
        amount = luck.choice(told["amounts"].split("|")).format(
            k=number // 1000,
            grouped=f"{number:,}",
            spaced=f"{number:,}".replace(",", " "),
            plain=number,
        )
    text = form.format(**{"s": who, "p": work, "a": amount, "v": amount, **value})
    return text[0].upper() + text[1:]
