"""Live state: what a program knows right now, as lines for a prompt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import LIVE_LINE_CHARACTERS, LIVE_LINES_MAX
from remembrancer.core.plain_line import neutral, shortened
from remembrancer.core.text import RAW_LENGTH_MAX
from remembrancer.core.validation import check_json, check_text

LiveState = Mapping[str, Any] | str | Callable[[], Mapping[str, Any] | str]

_DEPTH_MAX: Final = 6  # of tables within tables; deeper ones stand as JSON
_FIELD: Final = "live_state"
# "Employees: 3", "- Anställda: 3"; a name has no figure in front, as a time has.
_NAMED: Final = re.compile(r"[\s*•-]*([^\W\d][^:=\n]{0,79}?)\s*[:=]\s*(\S.*)")


def asked(given: LiveState | None) -> Mapping[str, Any] | str:
    """The state as it is now: as given, or as a provider says when it is called."""
    state = _told(given) if callable(given) else given
    if state is None:
        return {}
    if isinstance(state, str):
        check_text(state, _FIELD, length_max=RAW_LENGTH_MAX)
        return state
    if not isinstance(state, Mapping):
        raise InvalidInput(
            f"live_state is a mapping, a text, or a callable that gives one, not "
            f"{type(state).__name__}.",
            field=_FIELD,
        )
    try:
        check_json(state, _FIELD)
    except RecursionError:
        raise InvalidInput("live_state is too deep. Give it flat.", field=_FIELD) from None
    return state


def _told(provider: Callable[[], Any]) -> Any:
    try:
        return provider()
    except Exception as error:
        raise InvalidInput(
            f"live_state is a callable that failed with {type(error).__name__}, so nothing was "
            "composed. Mend it, or leave live_state out.",
            field=_FIELD,
        ) from error


def lines_of(state: Mapping[str, Any] | str) -> tuple[str, ...]:
    """A line for each value, its name before it. No line can open or close a block."""
    told = state.splitlines() if isinstance(state, str) else _named(state, "", 0)
    clean = (shortened(neutral(one), LIVE_LINE_CHARACTERS) for one in islice(told, LIVE_LINES_MAX))
    return tuple(one for one in clean if one)


def values_of(state: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """What it holds by name. In a text, each line that gives a name and a value does so."""
    if not isinstance(state, str):
        return state
    lines = islice(state.splitlines(), LIVE_LINES_MAX)
    return {one[1]: one[2].strip() for one in map(_NAMED.fullmatch, lines) if one is not None}


def _named(state: Mapping[str, Any], above: str, depth: int) -> Iterator[str]:
    for key, value in state.items():
        name = f"{above}{key}"
        if isinstance(value, Mapping) and value and depth < _DEPTH_MAX:
            yield from _named(value, f"{name}.", depth + 1)
        else:
            words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{name}: {words}"
