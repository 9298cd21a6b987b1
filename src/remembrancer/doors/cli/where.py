"""Where a command works: the options for the store, the space and the person, in one piece."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from remembrancer.doors.cli.opening import opened
from remembrancer.doors.cli.options import Acting, Space, Url

if TYPE_CHECKING:
    from remembrancer.memory import Memory

_OPTIONS = {"url": Url, "space": Space, "acting": Acting}


class Where(NamedTuple):
    """What --url, --space and --as say."""

    url: str | None
    space: str | None
    acting: str | None

    def opened(self) -> AbstractContextManager[Memory]:
        return opened(self.url, self.space, self.acting)


def located(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the three options in the place of its parameter `where`."""
    signature = inspect.signature(command, eval_str=True)

    @wraps(command)
    def run(*args: Any, **given: Any) -> None:
        where = Where(*(given.pop(name) for name in _OPTIONS))
        command(*args, where=where, **given)

    parameters: list[inspect.Parameter] = []
    for one in signature.parameters.values():
        if one.name != "where":
            parameters.append(one)
            continue
        parameters += [
            inspect.Parameter(name, one.kind, default=None, annotation=option)
            for name, option in _OPTIONS.items()
        ]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run
