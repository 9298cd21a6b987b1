"""A call on the wire: which arguments of a verb are in the path, the query and the body.

Everything is read off the verb's own signature, so that a server and its clients say the same.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, Union

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Json,
    Strict,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
)

from remembrancer.capture.platform_event import EventDraft
from remembrancer.core.time import Day, Moment
from remembrancer.decisions.draft import DecisionDraft
from remembrancer.front.admin import Admin
from remembrancer.front.conversations import Conversations
from remembrancer.front.deciding.decisions import Decisions
from remembrancer.front.deciding.policies import Policies
from remembrancer.front.desk.agents import Agents, AgentSync, Tiers
from remembrancer.front.desk.credibility import Credibility
from remembrancer.front.desk.debates import Debates
from remembrancer.front.graph import Graph
from remembrancer.front.inquiry_sessions import Inquiries
from remembrancer.front.jobs import Jobs
from remembrancer.front.memory_verbs import MemoryVerbs
from remembrancer.front.notifications import Notifications
from remembrancer.front.review import Reviews
from remembrancer.front.sources import Sources
from remembrancer.front.walks import Walks
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import ItemDraft
from remembrancer.tools.agent_tools import AgentTools
from remembrancer.wire.routes import ROUTES, Route

GROUPS: Final[Mapping[str, type]] = {
    "": MemoryVerbs,
    "admin": Admin,
    "agents": Agents,
    "agents.sync": AgentSync,
    "agents.tiers": Tiers,
    "conversations": Conversations,
    "credibility": Credibility,
    "debates": Debates,
    "decisions": Decisions,
    "graph": Graph,
    "inquiries": Inquiries,
    "jobs": Jobs,
    "notifications": Notifications,
    "policies": Policies,
    "review": Reviews,
    "sources": Sources,
    "tools": AgentTools,
    "walks": Walks,
}
_FIELDS: Final[Mapping[str, type[BaseModel]]] = {  # what `**fields` of a verb stands for
    "add": ItemDraft,
    "remember": ItemDraft,
    "update": ItemDraft,
    "supersede": ItemDraft,
    "review.edit": ItemDraft,
    "items": ItemFilter,
    "review.queue": ItemFilter,
    "sources.event": EventDraft,
    "decisions.record": DecisionDraft,
}
# Arguments that stay where they are: a callback, paths of this machine.
_LOCAL: Final = frozenset({"progress", "folder", "notes_path"})
_KEY: Final = "key"  # keyword-only: the name of a call that may be repeated, a header of its own
# What is a callable where the memory is comes as what it gives.
_SAID_OTHERWISE: Final[Mapping[str, Any]] = {"LiveState": dict[str, Any] | str}
_NAMES: Final = re.compile(r"{(\w+)}")
_REQUIRED: Final = ...
_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d*)?", re.ASCII)


class ParameterPlace(StrEnum):
    PATH = "path"
    QUERY = "query"
    BODY = "body"


class Argument(NamedTuple):
    """One argument of a verb, as it crosses the wire."""

    name: str
    told: tuple[str, ...]  # its names there; the first is the one that is shown
    place: ParameterPlace
    meant: Any  # its type where the verb is
    type: Any  # the same, as it is told
    default: Any  # an ellipsis: it has to be given
    kind: inspect._ParameterKind


class Call:
    """How one verb is called from afar. What is read off the verb is read when it is needed."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.group, _, self.name = route.verb.rpartition(".")
        self.fields = _FIELDS.get(route.verb)

    @cached_property
    def verb(self) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(GROUPS[self.group], self.name)
        return found

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return typing.get_type_hints(self.verb, localns=_SAID_OTHERWISE)

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        in_path = frozenset(_NAMES.findall(self.route.path))
        return tuple(
            self._argument(entry, in_path)
            for entry in list(inspect.signature(self.verb).parameters.values())[1:]
            if entry.name not in _LOCAL
            and entry.kind is not entry.VAR_KEYWORD
            and not (self.is_keyed and entry.name == _KEY)
        )

    def _argument(self, parameter: inspect.Parameter, in_path: frozenset[str]) -> Argument:
        place = ParameterPlace.BODY
        if parameter.name in in_path:
            place = ParameterPlace.PATH
        elif self.route.method in ("GET", "DELETE") or parameter.name in self.route.query:
            place = ParameterPlace.QUERY
        told = self.route.renamed.get(parameter.name, (parameter.name,))
        meant = self._hints[parameter.name]
        type = _told_as(meant, place)
        if parameter.kind is parameter.VAR_POSITIONAL:
            listed: Any = list[type]  # type: ignore[valid-type]
            return Argument(parameter.name, told, place, meant, listed, _REQUIRED, parameter.kind)
        default = _REQUIRED if parameter.default is parameter.empty else parameter.default
        return Argument(parameter.name, told, place, meant, type, default, parameter.kind)

    def place_of(self, name: str) -> ParameterPlace:
        """The place of an argument; one that the signature does not name is a field."""
        place = next((argument.place for argument in self.arguments if argument.name == name), None)
        return self._place_of_fields if place is None else place

    def names_in(self, place: str) -> tuple[str, ...]:
        """The arguments in a place, by the names that they have there."""
        return tuple(argument.told[0] for argument in self.arguments if argument.place == place)

    def all_names_in(self, place: str) -> tuple[str, ...]:
        """The same, with all other names that an argument has there, and with the fields."""
        lines = [
            name for argument in self.arguments if argument.place == place for name in argument.told
        ]
        is_here = self.fields is not None and place == self._place_of_fields
        fields = self.fields.model_fields if self.fields is not None and is_here else {}
        return tuple(dict.fromkeys((*lines, *fields)))

    @cached_property
    def is_keyed(self) -> bool:
        """Whether the verb itself takes a key that makes a repeated call harmless."""
        key = inspect.signature(self.verb).parameters.get(_KEY)
        return key is not None and key.kind is key.KEYWORD_ONLY

    @property
    def answers(self) -> Any:
        """The type of what the verb gives."""
        return self._hints["return"]

    @cached_property
    def answer(self) -> TypeAdapter[Any]:
        """The same, to and from JSON."""
        return TypeAdapter(self.answers)

    @cached_property
    def query(self) -> type[BaseModel] | None:
        """The arguments that the query may have."""
        return self._model(ParameterPlace.QUERY, "Query")

    @property
    def asks_in_json(self) -> bool:
        """Whether a client tells the query as JSON, where all is of the type that was given."""
        return self.route.method in ("GET", "DELETE")

    @cached_property
    def query_as_json(self) -> type[BaseModel] | None:
        """The same, where it is all told as JSON: of the types that it would have in a body."""
        return self._model(ParameterPlace.QUERY, "JsonQuery", ParameterPlace.BODY)

    @cached_property
    def body(self) -> Any:
        """What the body holds: a model of its fields, or the type of the one argument it is."""
        if self.route.body is not None:
            return next(
                argument.type for argument in self.arguments if argument.name == self.route.body
            )
        return self._model(ParameterPlace.BODY, "Body")

    @cached_property
    def is_body_needed(self) -> bool:
        """Whether the call says nothing without a body."""
        if self.route.body is not None:
            return True
        model = self._model(ParameterPlace.BODY, "Body")
        return model is not None and any(
            entry.is_required() for entry in model.model_fields.values()
        )

    @cache  # noqa: B019  (one call for each route, for as long as the process lives)
    def _model(
        self, place: ParameterPlace, suffix: str, told_as: ParameterPlace | None = None
    ) -> type[BaseModel] | None:
        listed: dict[str, Any] = {}
        for argument in self.arguments:
            if argument.place is place:
                told = argument.type if told_as is None else _told_as(argument.meant, told_as)
                listed[argument.name] = (told, _field(argument))
        takes_fields = self.fields is not None and place is self._place_of_fields
        if self.fields is not None and takes_fields:
            listed |= self._fields_of(self.fields, told_as or place, taken=frozenset(listed))
        if not listed:
            return None
        words = re.split(r"[._]", f"{self.route.operation}_{suffix}")
        # What is no field of an item is refused by the rules, which say it best.
        extra: typing.Literal["allow", "forbid"] = "allow" if takes_fields else "forbid"
        config = ConfigDict(extra=extra, populate_by_name=False)
        name = "".join(value.capitalize() for value in words)
        made: type[BaseModel] = create_model(name, __config__=config, **listed)
        return made

    @property
    def _place_of_fields(self) -> ParameterPlace:
        return ParameterPlace.QUERY if self.route.method == "GET" else ParameterPlace.BODY

    def _fields_of(
        self, model: type[BaseModel], place: ParameterPlace, taken: frozenset[str]
    ) -> dict[str, Any]:
        listed: dict[str, Any] = {}
        for name, field in model.model_fields.items():
            if name in taken:
                continue
            type: Any = field.annotation
            for value in field.metadata:
                type = Annotated[type, value]
            needed = field.is_required() and self.route.verb in ("add", "sources.event")
            if place is ParameterPlace.QUERY:
                type = _in_a_query(type)
            type = type if needed else type | None
            if place is ParameterPlace.BODY:
                type = Annotated[type, WrapValidator(_read_or_kept)]
            listed[name] = (type, _REQUIRED if needed else None)
        return listed

    def arrange(self, arguments: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments by name, as the verb wants them."""
        rest = dict(arguments)
        listed: list[Any] = []
        for argument in self.arguments:
            if argument.kind is inspect.Parameter.POSITIONAL_ONLY:
                listed.append(rest.pop(argument.name))
            elif argument.kind is inspect.Parameter.VAR_POSITIONAL:
                # What stands before them has to be given by its place as well.
                named = [rest.pop(before.name) for before in self.arguments if before.name in rest]
                listed += [*named[:-1], *named[-1]]
        return listed, rest


def _field(argument: Argument) -> Any:
    if argument.told == (argument.name,):
        return argument.default
    choices = AliasChoices(*argument.told) if len(argument.told) > 1 else argument.told[0]
    return Field(argument.default, validation_alias=choices, serialization_alias=argument.told[0])


def _told_as(meant: Any, place: ParameterPlace) -> Any:
    """The type of an argument in this place of a request."""
    if place is ParameterPlace.PATH:
        return str
    type = _on_the_wire(meant)
    type = _in_a_query(type) if place is ParameterPlace.QUERY else _in_a_body(type)
    return Annotated[type, WrapValidator(_read_or_kept)] if _is_for_the_verb(meant) else type


def _on_the_wire(type: Any) -> Any:
    """The type as JSON holds it: lists for whatever is gone through, tables for mappings."""
    origin = typing.get_origin(type)
    parts = tuple(_on_the_wire(arg) for arg in typing.get_args(type))
    if origin in (Iterable, Sequence, Collection):
        several = list[parts[0]]  # type: ignore[valid-type]
        # One text may stand where several may: what it means there is the verb's to say.
        return several | str if parts[0] is str else several
    if origin is Mapping:
        return dict[parts[0], parts[1]]  # type: ignore[valid-type]
    if origin in (Union, UnionType):
        listed = dict.fromkeys(_moment(part) for part in parts)
        if Path in listed:  # neither a path nor a text that could be one
            listed.pop(Path)
            listed.pop(str, None)
        return Union[tuple(listed)]  # noqa: UP007
    return type


def _moment(type: Any) -> Any:
    if type is date:
        return Day
    return Moment if type is datetime else type


def _in_a_query(type: Any) -> Any:
    """The type as an address holds it: tables are JSON, and a position is told from a time."""
    listed = set(typing.get_args(type)) or {type}
    if {int, Moment} <= listed:
        return _POINT
    if any(typing.get_origin(value) is dict for value in listed):
        return Json[dict[str, Any]] | None
    return type


def _in_a_body(type: Any) -> Any:
    """The type as JSON tells it: a number in quotes is a text there, and none that verbs take."""
    if type in (int, float, bool):
        return Annotated[type, Strict()]
    if type is timedelta:
        return Annotated[timedelta, BeforeValidator(_no_number)]
    if typing.get_origin(type) is dict:
        return dict[str, _in_a_body(typing.get_args(type)[1])]  # type: ignore[misc]
    listed = typing.get_args(type)
    if {int, Moment} <= set(listed):
        return _POINT
    if typing.get_origin(type) in (Union, UnionType):
        return Union[tuple(_in_a_body(value) for value in listed)]  # noqa: UP007
    return type


def _is_for_the_verb(meant: Any) -> bool:
    """Whether the verb may see what is of another type, and refuse it in its own words.

    Not where it is true or false: some word for it would count as true. And not where the verb
    takes a path: a text would be one, of this machine.
    """
    return not {bool, Path} & {meant, *typing.get_args(meant)}


def _read_or_kept(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    try:
        found = read(value)
    except ValidationError:
        return value
    return value if type(value) is int and found == value else found  # no 7.0 for 7


def _no_number(value: Any) -> Any:
    """A span of time says its unit."""
    if isinstance(value, int | float):
        raise ValueError("This is no span of time.")
    return value


def _position_or_time(value: Any) -> Any:
    """A whole number is a position of the ledger, and no other number is anything."""
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        return value
    if "." in value:
        raise ValueError("This is no position.")
    return int(value)


_POINT: Final = Annotated[
    Annotated[int, Strict()] | Moment | None, BeforeValidator(_position_or_time)
]


@cache
def calls() -> tuple[Call, ...]:
    """Every route, made ready."""
    return tuple(Call(route) for route in ROUTES)
