"""Values that come beside a query: data, whatever they look like."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from remembrancer.core import limits
from remembrancer.graph.cypher.refusals import refusal

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
_INTEGER_MAX = 2**63 - 1


def checked_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters that every engine takes: texts, numbers, true, false, null, and lists of them."""
    if len(params) > limits.CYPHER_PARAMETERS_MAX:
        raise refusal(f"At most {limits.CYPHER_PARAMETERS_MAX} parameters are allowed.")
    characters = 0
    for name, value in params.items():
        if not _NAME.fullmatch(str(name)):
            raise refusal("The name of a parameter has letters from A to Z, digits and _.")
        values = value if isinstance(value, list | tuple) else [value]
        if len(values) > limits.CYPHER_PARAMETER_VALUES_MAX:
            raise refusal(
                f"${name} has {len(values)} values, and {limits.CYPHER_PARAMETER_VALUES_MAX} are "
                "allowed. Ask in several queries."
            )
        for one in values:
            _check_value(name, one)
            characters += len(one) if isinstance(one, str) else 8
    if characters > limits.CYPHER_PARAMETER_CHARACTERS_MAX:
        raise refusal(
            f"The parameters have more than {limits.CYPHER_PARAMETER_CHARACTERS_MAX} characters. "
            "Ask in several queries."
        )
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in params.items()
    }


def _check_value(name: str, value: object) -> None:
    match value:
        case bool() | None:
            fits = True
        case str():
            fits = "\0" not in value and not re.search("[\ud800-\udfff]", value)
        case int():
            fits = -_INTEGER_MAX - 1 <= value <= _INTEGER_MAX
        case float():
            fits = math.isfinite(value)
        case _:
            fits = False
    if not fits:
        raise refusal(f"${name} must be a text, a number, true, false, null, or a list of them.")
