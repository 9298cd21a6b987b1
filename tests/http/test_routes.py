"""Every verb is on the wire, or says why it is not."""

from __future__ import annotations

import inspect

import pytest

from remembrancer.core import errors
from remembrancer.core.errors import RemembrancerError
from remembrancer.memory import Memory, remote_memory
from remembrancer.wire.call import GROUPS, calls
from remembrancer.wire.problems import STATUSES, error_from, problem_of, status_of
from remembrancer.wire.routes import CARRIED, COMPOSED, NOT_ON_THE_WIRE, ROUTES

# Of the memory itself, and of the connection to it.
_HERE = {"open", "close", "acting_as", "in_space", "subscribe", "agents.memory"}


def _verbs(group: str) -> set[str]:
    listed = inspect.getmembers(GROUPS[group], inspect.isfunction)
    prefix = f"{group}." if group else ""
    return {prefix + verb for verb, _ in listed if not verb.startswith("_")}


def test_no_verb_is_forgotten() -> None:
    """A verb that is added has a route, or a sentence on what to do instead."""
    there = {verb for group in GROUPS for verb in _verbs(group)} - _HERE
    assert there == {route.verb for route in ROUTES} | set(NOT_ON_THE_WIRE) | CARRIED | COMPOSED


def test_no_verb_of_a_client_reaches_for_a_store() -> None:
    """Each one is a request, and none falls through to the code beside a store."""
    for verb in _verbs("") - {"open"}:
        assert getattr(remote_memory(), verb) is not getattr(Memory, verb), verb


def test_each_route_is_met_by_its_own_path() -> None:
    """No path with a name in it stands before one that it would swallow."""
    seen: list[tuple[str, list[str]]] = []
    for route in ROUTES:
        parts = route.path.split("/")
        for method, other in seen:
            swallows = len(other) == len(parts) and all(
                one == two or one.startswith("{") for one, two in zip(other, parts, strict=True)
            )
            assert not (swallows and method == route.method), route.path
        seen.append((route.method, parts))


def test_arguments_and_answers_are_those_of_the_verbs() -> None:
    """All of them can be read off the signatures, and written as JSON."""
    for call in calls():
        assert call.answer is not None
        assert call.query is None or call.query.model_json_schema()


@pytest.mark.parametrize(
    "kind",
    [one for one in vars(errors).values() if isinstance(one, type)],
    ids=lambda kind: str(kind.__name__),
)
def test_an_error_comes_back_as_it_was_raised(kind: type) -> None:
    """Its class, its sentence and what else it tells cross the wire."""
    if not issubclass(kind, RemembrancerError):
        return
    made = kind.__new__(kind)
    Exception.__init__(made, "What happened. What to do.")
    vars(made).update(field="content", version=3)
    assert 400 <= status_of(made) < 600
    back = error_from(problem_of(made))
    assert type(back) is kind
    assert (str(back), vars(back)) == (
        "What happened. What to do.",
        {"field": "content", "version": 3},
    )


def test_what_no_list_names_is_a_failure_of_the_server() -> None:
    """The last row stands for all that is left."""
    assert STATUSES[-1] == (RemembrancerError, 500)
    assert type(error_from({"title": "Exception", "detail": "x"})) is RemembrancerError
