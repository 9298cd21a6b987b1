"""`from_verb`: a command that calls one verb and shows its answer.

The decorated function is what differs from verb to verb: its docstring is the help, its body shows
the answer to people. Options, their types and defaults come from the verb's signature.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from operator import attrgetter
from typing import Any, NamedTuple

import typer
import typer.main
from typer.core import TyperCommand

from remembrancer.doors.cli import shared_options, terminal
from remembrancer.doors.cli.command_groups import Spoken
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions
from remembrancer.doors.cli.subject_hints import note_subject
from remembrancer.doors.cli.verbs.parameters import Spec, as_given, for_typer
from remembrancer.doors.cli.verbs.signature import VerbParameter, fields_of, parameters_of
from remembrancer.doors.cli.verbs.texts import texts_of


class VerbSpec(NamedTuple):
    """One command of one verb."""

    verb: str  # as the route table names it
    show: Callable[..., None]  # prints the answer for people
    specs: Mapping[str, Spec]  # of parameters that differ from other commands
    to_json: Callable[[Any], Any]
    is_empty: Callable[[Any], bool] | None  # where nothing was found, a subject may be misspelt
    omitted: Mapping[str, str]  # parameters that are not offered, each with the reason
    prepare: Callable[[Any, dict[str, Any]], dict[str, Any]] | None  # of what was typed
    beside: Callable[[Any, Any], Any] | None  # what people are shown with the answer
    label: str | None = None  # of the bar that people see while it takes long


def export(answer: Any) -> Any:
    """An answer for machines: a list of what it lists, else all of it."""
    return [entry.export() for entry in answer] if isinstance(answer, tuple) else answer.export()


def export_listed(page: Any) -> list[Any]:
    """The entries of a page, without the way to the next one."""
    return [entry.export() for entry in page]


def from_verb(
    verb: str,
    *,
    to_json: Callable[[Any], Any] = export,
    is_empty: Callable[[Any], bool] | None = None,
    omitted: Mapping[str, str] | None = None,
    prepare: Callable[[Any, dict[str, Any]], dict[str, Any]] | None = None,
    beside: Callable[[Any, Any], Any] | None = None,
    label: str | None = None,
    **specs: Spec,
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Makes a command of the function that shows the answer of a verb.

    `specs` are those of parameters that are worded otherwise here than elsewhere. Of a verb that
    answers nothing, what it was given is shown. `prepare` makes the verb's arguments of what was
    typed, with the open memory; `beside` reads what the function is given after the answer. `label`
    names what people see go on while it takes long.
    """

    def made(show: Callable[..., None]) -> Callable[[], None]:
        def command() -> None:
            raise AssertionError("A command of a verb is registered with cls=VerbCommand.")

        command.__name__, command.__doc__ = show.__name__, show.__doc__
        spec = VerbSpec(verb, show, specs, to_json, is_empty, omitted or {}, prepare, beside, label)
        command.verb_spec = spec  # type: ignore[attr-defined]
        return command

    return made


class VerbCommand(TyperCommand):
    """A command of a verb. Its parameters are read when it is used: the list of commands needs
    none of them, and they need the front door."""

    def __init__(self, *args: Any, callback: Any = None, **settings: Any) -> None:
        super().__init__(*args, callback=callback, **settings)
        self.spec: VerbSpec = callback.verb_spec
        self._is_read = False

    def get_params(self, ctx: Any) -> Any:
        if not self._is_read:
            program = typer.Typer(add_completion=False, rich_markup_mode=None)
            program.command()(_function(self.spec))
            made = typer.main.get_command(program)
            self.params, self.callback = made.params, made.callback
            self._is_read = True
        return super().get_params(ctx)


class SpokenVerbCommand(VerbCommand, Spoken):
    """One that takes a text, or a name that may have several words."""


def command_class(command: Callable[..., None], *, is_spoken: bool) -> type[TyperCommand] | None:
    """The class that a command is registered with; None: Typer's own."""
    if hasattr(command, "verb_spec"):
        return SpokenVerbCommand if is_spoken else VerbCommand
    return Spoken if is_spoken else None


def offered(spec: VerbSpec) -> list[tuple[VerbParameter, Spec]]:
    """The parameters that the command offers, in its order."""
    texts = {**texts_of(fields_of(spec.verb)), **spec.specs}
    listed = parameters_of(spec.verb)
    return [
        (parameter, texts[parameter.name])
        for parameter in listed
        if parameter.name not in spec.omitted
    ]


def _function(spec: VerbSpec) -> Callable[..., None]:
    """The command as Typer reads it: its signature is made of the verb's."""
    parameters = offered(spec)

    def run(**given: Any) -> None:
        shared = SharedOptions(**{name: given.pop(name) for name in SharedOptions._fields})
        named = {name: as_given(value) for name, value in given.items() if value is not None}
        with shared.opened() as memory:
            if spec.prepare is not None:
                named = spec.prepare(memory, named)
            with nullcontext() if spec.label is None else progress(spec.label):
                answer = _call(attrgetter(spec.verb)(memory), [one for one, _ in parameters], named)
            if spec.is_empty is not None and "subject" in named and spec.is_empty(answer):
                note_subject(memory, named["subject"])
            more = []
            if spec.beside is not None and not shared.json:
                more = [spec.beside(memory, answer)]
        answer = named if answer is None else answer
        if shared.json:
            terminal.as_json(spec.to_json(answer))
        else:
            spec.show(answer, *more)

    listed = [for_typer(*parameter) for parameter in parameters]
    listed += shared_options.parameters(SharedOptions)
    run.__annotations__ = {}
    run.__signature__ = inspect.Signature(listed)  # type: ignore[attr-defined]
    return run


def _call(
    verb: Callable[..., Any], parameters: list[VerbParameter], named: Mapping[str, Any]
) -> Any:
    if not any(parameter.is_rest for parameter in parameters):
        return verb(**named)
    # What stands before `*names` is given by its place.
    before = [named[parameter.name] for parameter in parameters if not parameter.is_rest]
    return verb(
        *before,
        *(
            value
            for parameter in parameters
            if parameter.is_rest
            for value in named[parameter.name]
        ),
    )
