"""Live state: current data of a program, formatted as lines for a prompt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import LIVE_LINE_CHARACTERS, LIVE_LINES_MAX
from remembrancer.core.texts.plain_line import neutral, shortened
from remembrancer.core.texts.text import RAW_LENGTH_MAX
from remembrancer.core.validation import check_json, check_text

LiveState = Mapping[str, Any] | str | Callable[[], Mapping[str, Any] | str]

_DEPTH_MAX: Final = 6  # of nested mappings; deeper ones are written as JSON
_FIELD: Final = "live_state"
# "Employees: 3", "- Anställda: 3". A name does not start with a digit, so times are left out.
_NAMED: Final = re.compile(r"[\s*•-]*([^\W\d][^:=\n]{0,79}?)\s*[:=]\s*(\S.*)")


def resolve_live_state(given: LiveState | None) -> Mapping[str, Any] | str:
    """The current state: the argument itself, or the result of calling it."""
    state = _call_provider(given) if callable(given) else given
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


def _call_provider(provider: Callable[[], Any]) -> Any:
    try:
        return provider()
    except Exception as error:
        raise InvalidInput(
            f"live_state is a callable that failed with {type(error).__name__}, so nothing was "
            "composed. Mend it, or leave live_state out.",
            field=_FIELD,
        ) from error


def state_lines(state: Mapping[str, Any] | str) -> tuple[str, ...]:
    """One line per value with its name. No line can open or close a prompt block."""
    told = state.splitlines() if isinstance(state, str) else _named_lines(state, "", 0)
    clean = (shortened(neutral(one), LIVE_LINE_CHARACTERS) for one in islice(told, LIVE_LINES_MAX))
    return tuple(one for one in clean if one)


def state_values(state: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """The values by name; of a text, the lines of the form "name: value"."""
    if not isinstance(state, str):
        return state
    lines = islice(state.splitlines(), LIVE_LINES_MAX)
    return {one[1]: one[2].strip() for one in map(_NAMED.fullmatch, lines) if one is not None}


def _named_lines(state: Mapping[str, Any], above: str, depth: int) -> Iterator[str]:
    for key, value in state.items():
        name = f"{above}{key}"
        if isinstance(value, Mapping) and value and depth < _DEPTH_MAX:
            yield from _named_lines(value, f"{name}.", depth + 1)
        else:
            words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{name}: {words}"
