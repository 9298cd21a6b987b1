"""How a parameter of a verb is offered on the command line: as an option, or as an argument."""

from __future__ import annotations

import inspect
import json
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import Annotated, Any, Final, NamedTuple

import typer

from remembrancer.doors.cli.time_parsing import moment, moment_or_position, span
from remembrancer.doors.cli.verbs.signature import REQUIRED, VerbParameter

_SEVERAL: Final = (tuple, list, Sequence, Iterable, Collection)
_AS_THE_VERB: Final = object()


class Spec(NamedTuple):
    """What a signature does not say of a parameter: its words, and where it stands."""

    help: str
    metavar: str | None = None  # None: as its type has it
    flags: tuple[str, ...] = ()  # none: made from its name
    is_argument: bool = False  # given by its place, without a name
    default: Any = _AS_THE_VERB
    parser: Callable[[str], Any] | None = None  # None: as its type has it
    min: int | None = None


def option(
    help: str,
    metavar: str | None = None,
    *flags: str,
    default: Any = _AS_THE_VERB,
    min: int | None = None,
) -> Spec:
    """An option: `--flag VALUE`."""
    return Spec(help, metavar, flags, default=default, min=min)


def argument(
    help: str,
    metavar: str,
    *,
    default: Any = _AS_THE_VERB,
    parser: Callable[[str], Any] | None = None,
) -> Spec:
    """An argument: a value without a name before it."""
    return Spec(help, metavar, is_argument=True, default=default, parser=parser)


class _Form(NamedTuple):
    """How the values of a type are typed."""

    type: Any
    metavar: str | None = None
    parser: Callable[[str], Any] | None = None


def for_typer(parameter: VerbParameter, spec: Spec) -> inspect.Parameter:
    """The parameter as Typer reads it."""
    form = _form(parameter.type)
    is_several = parameter.is_rest or _item_type(parameter.type) is not None
    default = parameter.default if spec.default is _AS_THE_VERB else spec.default
    one_type = form.type if spec.parser is None else str  # what is typed, not what it is read as
    given_type = list[one_type] if is_several else one_type  # type: ignore[valid-type]
    settings: dict[str, Any] = {
        "metavar": spec.metavar or form.metavar,
        "help": spec.help,
        "parser": spec.parser or form.parser,
        "min": spec.min,
        "show_default": default not in (None, REQUIRED),
    }
    info = (
        typer.Argument(**settings)
        if spec.is_argument
        else typer.Option(*(spec.flags or (_flag(parameter.name),)), **settings)
    )
    if default is None:
        given_type = given_type | None
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[given_type, info],
    )


def as_given(value: Any) -> Any:
    """A typed value, as a verb takes it here and on a server."""
    if isinstance(value, list):
        return [as_given(one) for one in value]
    return value.value if isinstance(value, Enum) else value


def json_object(typed: str) -> dict[str, Any]:
    """A JSON object, as it is typed."""
    try:
        read = json.loads(typed)
    except ValueError:
        read = None
    if not isinstance(read, dict):
        raise typer.BadParameter(f'{typed!r} is no JSON object. Write it as {{"name": "value"}}.')
    return read


def _flag(name: str) -> str:
    return f"--{name.removeprefix('is_').replace('_', '-')}"


def _form(type: Any) -> _Form:
    listed = _alternatives(type)
    if {datetime, int} <= set(listed):
        return _Form(str, "WHEN", moment_or_position)
    if datetime in listed:
        return _Form(datetime, "TIME", moment)
    if timedelta in listed:
        return _Form(timedelta, "SPAN", span)
    if any(typing.get_origin(value) in (dict, Mapping) for value in listed):
        return _Form(str, "JSON", json_object)
    one_type = _item_type(type) or listed[0]
    return _Form(one_type, _metavar(one_type))


def _metavar(type: Any) -> str | None:
    if inspect.isclass(type) and issubclass(type, Enum):
        return "|".join(str(entry.value) for entry in type)
    return "N" if type in (int, float) else None


def _item_type(type: Any) -> Any:
    """What a list holds; None: it is no list."""
    for alternative in _alternatives(type):
        if typing.get_origin(alternative) in _SEVERAL:
            return typing.get_args(alternative)[0]
    return None


def _alternatives(type: Any) -> tuple[Any, ...]:
    """The types that a value may have, without None."""
    if typing.get_origin(type) in (typing.Union, types.UnionType):
        return tuple(arg for arg in typing.get_args(type) if arg is not types.NoneType)
    return (type,)
