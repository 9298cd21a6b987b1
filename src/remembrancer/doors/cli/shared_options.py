"""The options that nearly every command has, in one piece: --url, --space, --as and --json."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from remembrancer.doors.cli.options import Acting, Json, Preset, Space, Url
from remembrancer.doors.cli.store_opening import created, opened

if TYPE_CHECKING:
    from remembrancer.memory import Memory

# Each with its type and its default, by the names that they have in a command.
_OPTIONS: Final[dict[str, tuple[Any, Any]]] = {
    "url": (Url, None),
    "space": (Space, None),
    "preset": (Preset, None),
    "acting": (Acting, None),
    "json": (Json, False),
}


class SharedOptions(NamedTuple):
    """Which memory a command works on, as whom, and for whom it prints."""

    url: str | None
    space: str | None
    acting: str | None
    json: bool

    def opened(
        self, *, finishing: bool = True, beside: bool = False
    ) -> AbstractContextManager[Memory]:
        """The memory of a store and space that exist, or one on a server."""
        return opened(self.url, self.space, self.acting, finishing=finishing, beside=beside)

    def created(self) -> AbstractContextManager[Memory]:
        """The same, where both may be made now."""
        return created(self.url, self.space, None, self.acting)


class CreatingOptions(NamedTuple):
    """The same for a command that makes the store and the space, by the rules of a preset."""

    url: str | None
    space: str | None
    preset: str | None
    acting: str | None
    json: bool

    def created(self, *, tells: bool = False) -> AbstractContextManager[Memory]:
        return created(self.url, self.space, self.preset, self.acting, tells=tells)


def parameters(options: type[SharedOptions] | type[CreatingOptions]) -> list[inspect.Parameter]:
    """The options as parameters of a function, for Typer to read."""
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )
        for name, (annotation, default) in _OPTIONS.items()
        if name in options._fields
    ]


def with_shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options in the place of its parameter `shared`."""
    signature = inspect.signature(command, eval_str=True)
    options: type[SharedOptions] | type[CreatingOptions] = signature.parameters["shared"].annotation

    @wraps(command)
    def run(*args: Any, **given: Any) -> None:
        shared = options(**{name: given.pop(name) for name in options._fields})
        command(*args, shared=shared, **given)

    own = [entry for entry in signature.parameters.values() if entry.name != "shared"]
    run.__signature__ = signature.replace(parameters=[*own, *parameters(options)])  # type: ignore[attr-defined]
    return run
