"""Spans of verbs: each public call is told of by its name and its time, whichever verb it is.

The classes of verbs are wrapped as a whole, so that none can be forgotten. What a caller gave and
what a verb answers is never told: only how many results there are, and the random ids by which the
answer can be found in the store by those who may see it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Final, TypeVar

from remembrancer.ports import Attribute, Work
from remembrancer.ports.telemetry import Fact

Verbs = TypeVar("Verbs", bound=type)
VERB: Final = "traced_verb"  # marks a verb with the name of its span
# Ids that we made. What looks otherwise was given by somebody, and stays untold.
_WALK: Final = re.compile(r"walk_[0-9a-f]{16}")
_RECEIPT: Final = re.compile(r"rcp_[0-9a-f]{12}")


def traced(group: str = "") -> Callable[[Verbs], Verbs]:
    """A class of verbs, each of which is told of as a span. `group` is where a memory has it."""

    def wrapped(verbs: Verbs) -> Verbs:
        for name, verb in list(vars(verbs).items()):
            if isinstance(verb, FunctionType) and not name.startswith("_"):
                setattr(verbs, name, _traced(verb, f"{group}.{name}" if group else name))
        return verbs

    return wrapped


def _traced(verb: Callable[..., Any], name: str) -> Callable[..., Any]:
    @wraps(verb)
    def tracing(self: Any, /, *given: Any, **named: Any) -> Any:
        session = getattr(self, "_session", None)  # a memory on a server has none: that one tells
        if session is None or not session.telemetry.is_on:
            return verb(self, *given, **named)
        facts: dict[Attribute, Fact] = {
            Attribute.VERB: name,
            Attribute.SPACE: session.space.uid,
            Attribute.CALLER: session.principal.kind.value,
        }
        with session.telemetry.span(Work.VERB, name, facts) as span:
            answer = verb(self, *given, **named)
            span.note(_told(answer))
            return answer

    setattr(tracing, VERB, name)
    return tracing


def _told(answer: Any) -> dict[Attribute, Fact]:
    """What may be told of an answer."""
    found: dict[Attribute, Fact] = {}
    results = next(
        (
            value
            for value in (answer, *(getattr(answer, name, None) for name in ("hits", "items")))
            if isinstance(value, tuple | list)
        ),
        None,
    )
    if results is not None:
        found[Attribute.RESULTS] = len(results)
    for attribute, name, form in (
        (Attribute.WALK, "walk", _WALK),
        (Attribute.RECEIPT, "receipt", _RECEIPT),
    ):
        id = getattr(answer, name, None)
        if isinstance(id, str) and form.fullmatch(id):
            found[attribute] = id
    return found
