"""A memory that a server keeps. Its verbs are those of `Memory`, made from the table of routes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NoReturn

from remembrancer.client import client_transfer
from remembrancer.client.connection import ServerConnection
from remembrancer.client.importing import reading_here
from remembrancer.client.stream import RemoteSubscription
from remembrancer.core.errors import NotAvailable
from remembrancer.core.principal import Principal
from remembrancer.core.validation import did_you_mean
from remembrancer.delivery.bundle.bundle import Pulled
from remembrancer.front.subscription import Subscription
from remembrancer.ports import Progress, Telemetry
from remembrancer.wire.call import GROUPS, Call, calls
from remembrancer.wire.routes import NOT_ON_THE_WIRE

_PATHS: Final = ("folder", "notes_path")


def _meant(signature: inspect.Signature, named: Mapping[str, Any]) -> str:
    """Leads on from an argument that has a wrong name."""
    strange = next((name for name in named if name not in signature.parameters), None)
    return "" if strange is None else f".{did_you_mean(strange, signature.parameters)}"


def _over_the_wire(call: Call) -> Callable[..., Any]:
    signature = inspect.signature(call.verb)
    spread = [
        entry.name for entry in signature.parameters.values() if entry.kind is entry.VAR_KEYWORD
    ]

    @functools.wraps(call.verb)
    def method(self: Any, *args: Any, **named: Any) -> Any:
        try:
            given = dict(signature.bind(self, *args, **named).arguments)
        except TypeError as error:
            raise TypeError(f"{call.name}() {error}{_meant(signature, named)}") from None
        del given["self"]
        given.pop("progress", None)
        for name in _PATHS:  # of the server's disk: they do not cross the wire
            if name in given and given[name] is None:
                del given[name]
        for name in spread:
            given |= given.pop(name, {})
        return self._connection.send(call, given)

    return method


def _not_there(verb: str, why: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **named: Any) -> Any:
        raise NotAvailable(f"{verb}() cannot be called on a server. {why}")

    return method


def _verbs(group: str) -> dict[str, Callable[..., Any]]:
    """All verbs of a group, each as a request."""
    first = [call for call in calls() if call.route.second is None]
    found = {call.name: _over_the_wire(call) for call in first if call.group == group}
    if group == "sources":
        found["import_"] = reading_here(found["import_"])
    for verb, why in NOT_ON_THE_WIRE.items():
        of, _, name = verb.rpartition(".")
        if of == group:
            found[name] = _not_there(verb, why)
    return found


def _connected(self: Any, connection: ServerConnection) -> None:
    self._connection = connection


@functools.cache
def _group(name: str) -> type:
    """The class of a group of verbs, over the wire: it is one of the same kind."""
    base = GROUPS[name]
    return type(f"Remote{base.__name__}", (base,), {"__init__": _connected, **_verbs(name)})


class _RemoteVerbs:
    """The memory of one caller on one server: what is more than one request each."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        for name in sorted(GROUPS):  # a group before those inside it
            if name:
                within, _, last = name.rpartition(".")
                parent = attrgetter(within)(self) if within else self
                setattr(parent, last, _group(name)(connection))

    @property
    def telemetry(self) -> Telemetry:
        """Where it is told what takes how long."""
        return self._connection.telemetry

    def acting_as(self, principal: Principal) -> NoReturn:
        """A token is one caller: another one needs a token of their own."""
        raise NotAvailable(
            "On a server a token says who calls. Open the memory with a token of theirs."
        )

    def in_space(self, name: str, preset: str | None = None) -> NoReturn:
        """A token is good for one space: another one needs a token of its own."""
        raise NotAvailable(
            "On a server a token is good for one space. Open the memory with a token of that space."
        )

    def subscribe(
        self,
        subject: str | None = None,
        after: str | None = None,
        *,
        idle_seconds: float | None = None,
    ) -> Subscription:
        """Changes from now on, or from a cursor on; for one subject or for all."""
        return RemoteSubscription(
            self._connection, subject=subject, after=after, idle_seconds=idle_seconds
        )

    def export(self, path: str | Path, *, progress: Progress | None = None) -> int:
        """Writes the whole space as JSON Lines, here. Returns the number of rows. For admins."""
        return client_transfer.export(self._connection, path, progress)

    def import_(self, path: str | Path, *, progress: Progress | None = None) -> int:
        """Fills a space that holds nothing yet from an export that is here. For admins."""
        return client_transfer.import_(self._connection, path)

    def pull(
        self,
        folder: str | Path = ".",
        *,
        check: bool = False,
        agents_md: bool = False,
        token_budget: int | None = None,
        domain: str | None = None,
    ) -> Pulled:
        """Writes the bundle into a project that is here, as rules files."""
        return client_transfer.pull(
            self._connection,
            folder,
            check=check,
            agents_md=agents_md,
            token_budget=token_budget,
            domain=domain,
        )

    def close(self) -> None:
        """Ends the connection. Further calls are refused."""
        self._connection.close()


RemoteVerbs: Final[type] = type("RemoteVerbs", (_RemoteVerbs,), dict(_verbs("")))
