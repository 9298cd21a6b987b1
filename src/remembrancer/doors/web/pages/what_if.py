"""What if: what came of earlier decisions that chose one thing, and of those that chose another."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import SIMULATION_DECISIONS_MIN
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.what_if.simulation import (
    ChoiceComparison,
    CountedText,
    Simulation,
    ValueDistribution,
)
from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.doors.web.pages.decisions import check, titles
from remembrancer.doors.web.what_if_chart import scale_of

_FIELDS: Final = ("choice", "alternative", "situation", "filters", "months")
_MONTHS: Final = 12
_TEXTS: Final = 8  # concerns, and as many outcomes, that are drawn
_NAMED: Final = 6  # decisions that are named at once
_NAMED_MAX: Final = 40  # with those that are a click away
_SIDES: Final = ("first", "second")
# One condition each line: "age over 70", "capacity_for_loss: low".
_COMPARED: Final = re.compile(
    r"(?P<name>\S.*?)(?:\s+is)?\s+(?P<how>over|under|at[ _]least|at[ _]most|not)\s+(?P<value>\S.*)"
)
_EQUAL: Final = re.compile(r"(?P<name>[^:=]*[^:=\s])\s*(?::|=|\s+is\s)\s*(?P<value>\S.*)")


class Said(NamedTuple):
    """How often something was said on one side."""

    side: str  # the name of its colour
    choice: str
    decisions: int  # of which it was said
    of: int  # decisions of this side that may have said so

    @property
    def share(self) -> float:
        return self.decisions / self.of if self.of else 0.0


class SaidRow(NamedTuple):
    """Something that was said, with how often on each side that tells."""

    text: str
    said: tuple[Said, ...]


class Side(NamedTuple):
    """One choice, as the page shows it."""

    name: str  # of its colour
    found: Simulation
    decisions: tuple[Decision, ...]  # some of those that it rests on
    more: int  # others


def what_if(visit: Visit) -> PageView:
    """The form; and where something was asked, what came of it."""
    check(visit)
    typed = {name: value for name in _FIELDS if (value := visit.parameter(name))}
    found: Simulation | ChoiceComparison | None = None
    why = None
    if typed.get("choice") or typed.get("alternative"):
        try:
            found = _asked(visit, typed)
        except InvalidInput as error:
            why = str(error)
    sides = _sides(visit, found)
    enough = [side for side in sides if side.found.is_enough]
    spreads = [side.found.values for side in enough if side.found.values is not None]
    return PageView(
        "what_if.html",
        {
            "typed": {"months": str(_MONTHS), **typed},
            "why": why,
            "comparison": found if isinstance(found, ChoiceComparison) else None,
            "sides": sides,
            "enough": enough,
            "concerns": _rows([(one, one.found.concerns, one.found.n) for one in enough]),
            "outcomes": _rows(
                [(one, one.found.outcomes, one.found.with_outcome) for one in enough]
            ),
            "scale": _scale(spreads),
            "named_first": _NAMED,
            "least": SIMULATION_DECISIONS_MIN,
            "titles": titles(visit),
        },
        200 if why is None else 422,
    )


def _asked(visit: Visit, typed: dict[str, str]) -> Simulation | ChoiceComparison:
    verbs = visit.memory.decisions
    asked: dict[str, Any] = {
        "situation": typed.get("situation"),
        "filters": filters(typed.get("filters")),
        "months": _months(typed.get("months")),
    }
    if typed.get("alternative"):
        return verbs.compare(typed.get("choice", ""), typed["alternative"], **asked)
    return verbs.simulate(typed["choice"], **asked)


def filters(text: str | None) -> dict[str, Any] | None:
    """What somebody wrote about clients: a condition each line, or the JSON of programs."""
    if text is None:
        return None
    if text.startswith("{"):
        try:
            given: dict[str, Any] = json.loads(text)
        except ValueError:
            raise InvalidInput(
                "The conditions begin as JSON does, and are none. Write one each line: age over 70",
                field="filters",
            ) from None
        return given
    made: dict[str, Any] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        compared = _COMPARED.fullmatch(line)
        equal = None if compared else _EQUAL.fullmatch(line)
        if compared is not None:
            operator = compared["how"].replace(" ", "_")
            known = made.setdefault(compared["name"].strip(), {})
            if not isinstance(known, dict):
                known = made[compared["name"].strip()] = {}
            known[operator] = _value(compared["value"])
        elif equal is not None:
            made[equal["name"].strip()] = _value(equal["value"])
        else:
            raise InvalidInput(
                f"The condition {line!r} is not clear. Write it as: age over 70, or: "
                "capacity_for_loss: low",
                field="filters",
            )
    return made or None


def _value(text: str) -> float | str:
    try:
        return float(text) if text.strip().lstrip("+-")[:1].isdigit() else text.strip()
    except ValueError:
        return text.strip()


def _months(text: str | None) -> int:
    if text is None:
        return _MONTHS
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InvalidInput(f"months is a whole number, not {text!r}.", field="months")
    return int(text)


def _sides(visit: Visit, found: Simulation | ChoiceComparison | None) -> tuple[Side, ...]:
    if found is None:
        return ()
    listed = (found.choice, found.alternative) if isinstance(found, ChoiceComparison) else (found,)
    return tuple(_side(visit, *one) for one in zip(_SIDES, listed, strict=False))


def _side(visit: Visit, name: str, found: Simulation) -> Side:
    named = []
    for id in found.decisions[:_NAMED_MAX]:
        try:
            named.append(visit.memory.decisions.get(id))
        except NotFound:
            continue  # it was erased a moment ago
    return Side(name, found, tuple(named), found.n - len(named))


def _rows(sides: Sequence[tuple[Side, Sequence[CountedText], int]]) -> tuple[SaidRow, ...]:
    """What was said on either side, the most frequent first."""
    made: dict[str, dict[str, tuple[str, int]]] = {}
    for side, texts, _ in sides:
        for one in texts:
            # The verb put spellings together on each side; here the sides meet.
            key = " ".join(re.findall(r"[\w%+-]+", one.text.casefold()))
            made.setdefault(key, {})[side.name] = (one.text, one.count)
    rows = [
        SaidRow(
            next(iter(said.values()))[0],
            tuple(
                Said(side.name, side.found.recommendation, said.get(side.name, ("", 0))[1], of)
                for side, _, of in sides
            ),
        )
        for said in made.values()
    ]
    rows.sort(key=lambda row: (-max(one.share for one in row.said), row.text))
    return tuple(rows[:_TEXTS])


def _scale(spreads: Sequence[ValueDistribution]) -> tuple[float, float] | None:
    return scale_of(spreads) if spreads else None
