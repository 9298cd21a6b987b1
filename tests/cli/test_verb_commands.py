"""Commands made from verbs: the route table has no verb that is forgotten on the command line."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import pytest
import typer
import typer.main

from remembrancer.core.scope import AsOf
from remembrancer.doors.cli.app import app
from remembrancer.doors.cli.shared_options import SharedOptions
from remembrancer.doors.cli.verbs.command import VerbCommand, offered
from remembrancer.doors.cli.verbs.parameters import as_given, for_typer, option
from remembrancer.doors.cli.verbs.signature import REQUIRED, VerbParameter, fields_of, parameters_of
from remembrancer.wire.call import Call, calls
from tests.cli.program import Program

# Verbs that have no plain command, and why.
EXCEPTIONS: Mapping[str, str] = {
    # Their commands do more than one call.
    "remember": "`rmb remember` reads files and standard input, and makes the space.",
    "recall": "`rmb recall` tells an empty memory from a question without hits.",
    "inquire": "`rmb ask` shows each step as it is taken.",
    "notifications.list": "`rmb notifications` lists them, and is a group of commands as well.",
    "notifications.count": "`rmb notifications` lists them.",
    "inquiries.list": "`rmb inquiries` lists them, and is a group of commands as well.",
    "debates.resolution": "`rmb debates history` shows it.",
    "debates.snapshot_mark": "`rmb debates snapshot` lists what it holds.",
    "debates.snapshot_get": "`rmb debates snapshot` lists it.",
    "debates.snapshot_recall": "`rmb debates snapshot` lists what can be found.",
    "credibility.history": "The page of credibility draws it.",
    "history": "`rmb history --changes` also asks for every act.",
    "changes_of": "`rmb history --changes` shows them.",
    "get": "`rmb show` shows it with its provenance.",
    "provenance": "`rmb show` also finds conversations and receipts.",
    "told": "`rmb show` lists who was told.",
    "receipt": "`rmb show rcp_ID` shows it.",
    "erase": "`rmb erase` asks first, and says who relied on it.",
    "verify": "`rmb audit verify` reads and writes heads, and shows its progress.",
    "graph.get": "`rmb graph show` shows it with its relations.",
    "graph.add_many": "`rmb graph import` reads files.",
    "graph.relation": "`rmb graph show rel_ID` shows it.",
    "graph.sync": "`rmb graph sync` shows how far it has come.",
    "graph.rebuild": "`rmb graph rebuild` shows how far it has come.",
    "graph.overview": "The page of the graph shows it.",
    "graph.outline": "The page of the graph shows it; `rmb graph show` lists the relations.",
    "graph.evidence": "`rmb graph show rel_ID` names the messages.",
    "review.approve": "`rmb review approve` takes several items.",
    "review.reject": "`rmb review reject` takes several items.",
    "review.revoke": "`rmb review revoke` takes an item or a source.",
    "review.batch": "`rmb review batch` also takes all items of a source.",
    "review.case": "`rmb review` shows it card by card.",
    "review.edit": "`rmb review edit` changes texts, and `rmb supersede` the other fields.",
    "review.resolve": "`rmb review resolve` also shows what holds now.",
    "admin.audit": "`rmb audit log` also finds out whether there is more.",
    "admin.add_person": "`rmb people add` makes a path of the notes file absolute.",
    "admin.issue_token": "`rmb token issue` also registers somebody.",
    "admin.apply_erasures": "`rmb restore --erasures` applies them to a backup.",
    "jobs.wait": "`rmb jobs wait` shows its progress, and ends with 1 where work failed.",
    "jobs.schedule": "`rmb jobs schedule` takes a folder from the settings.",
    "walks.list": "`rmb walks` lists them, and is a group of commands as well.",
    "sources.meeting": "`rmb remember --meeting` reads its transcript.",
    "sources.backfill": "`rmb backfill` reads folders, and shows its progress.",
    "sources.import_": "`rmb import` also restores a space.",
    "sources.collect": "`rmb collect` shows its progress file by file.",
    "sources.session": "`rmb detect` reads sessions from a folder.",
    # Other commands tell the same.
    "add": "`rmb remember --as-is` keeps one item as it stands.",
    "update": "`rmb review edit` and `rmb supersede` change an item.",
    "my_contributions": "`rmb list --from NAME` lists them.",
    "search_similar_facts": "`rmb recall --kind` asks the same.",
    "votes": "`rmb vote` tells the votes of the item.",
    "decisions.complexity": "The pages show it, and programs route by it.",
    "decisions.report": "`rmb decisions report` writes the page to a file.",
    "decisions.subject_report": "`rmb decisions report` writes the page to a file.",
    "decisions.record": "`rmb decisions record` takes its lists one by one.",
    "jobs.schedules": "`rmb jobs list` has them among all work.",
    "admin.groups": "`rmb people list` names the groups of everybody.",
    "admin.spaces": "`rmb doctor` lists the spaces.",
    "admin.problems": "`rmb doctor` lists the problems.",
    "admin.vectors": "`rmb doctor` counts the vectors of each space.",
    "admin.drop_vectors": "`rmb doctor --rebuild-indexes` drops those that are not used any more.",
    "tools.schemas": "`rmb mcp` offers the tools.",
    "tools.call": "`rmb mcp` offers the tools.",
    # Programs and pages use them, and a person has no use for a command.
    "add_many": "A program adds many items at once.",
    "compose": "A program sends its answer to a chat model.",
    "insights": "A program asks what several subjects have in common.",
    "stats": "The pages show the counts.",
    "admin.settings": "The pages show them.",
    "receipts": "The pages list them; `rmb show ID` names those of an item.",
    "admin.configure": "The pages set them, and programs.",
    "admin.archive": "A program archives a space.",
    "admin.model_calls": "They are those of the process, and a command has made none.",
    "walks.get": "A program looks up what it asked.",
    "walks.used": "A program reports what it used.",
    "sources.event": "Platforms send their events.",
    "sources.events": "A program looks up what a platform sent.",
    "sources.why": "A program asks about what a platform sent.",
    "sources.explain": "A program says why something happened on a platform.",
    "conversations.start": "A program keeps a conversation.",
    "conversations.list": "A program keeps a conversation; the pages list them.",
    "conversations.get": "`rmb show ID` shows a conversation.",
    "conversations.append": "A program keeps a conversation.",
    "conversations.messages": "`rmb show ID --json` has all messages.",
    "conversations.window": "`rmb show ID` shows the window.",
    "conversations.receipts": "A program looks up what it was given.",
    "conversations.close": "A program keeps a conversation.",
    "conversations.get_recent_messages": "It is a tool of agents.",
}


def verb_commands() -> Iterator[tuple[str, VerbCommand]]:
    def below(place: str, command: Any) -> Iterator[tuple[str, VerbCommand]]:
        if isinstance(command, VerbCommand):
            yield place, command
        for name, child in getattr(command, "commands", {}).items():
            yield from below(f"{place} {name}", child)

    return below("rmb", typer.main.get_command(app))


COMMANDS = dict(verb_commands())
CALLS = {one.route.verb: one for one in calls() if one.route.second is None}


def test_every_verb_has_a_command_or_a_reason_for_none() -> None:
    """The verbs of the route table are those of plain commands and those with a reason, once."""
    plain = [command.spec.verb for command in COMMANDS.values()]
    assert len(plain) == len(set(plain))
    assert sorted([*plain, *EXCEPTIONS]) == sorted(CALLS)
    assert all(reason.endswith(".") for reason in EXCEPTIONS.values())


def test_the_commands_that_reasons_name_are_there(rmb: Program) -> None:
    """A reason that leads to a command leads to one that exists, with the options it names."""
    named = {words for reason in EXCEPTIONS.values() for words in reason.split("`")[1::2]}
    for words in sorted(named):
        parts = [one for one in words.split()[1:] if one.islower() and "_" not in one]
        help = rmb.done(*(one for one in parts if not one.startswith("-")), "--help").out
        assert all(one in help for one in parts if one.startswith("-")), words


@pytest.mark.parametrize("place", COMMANDS)
def test_a_command_has_every_parameter_of_its_verb(place: str) -> None:
    """What a caller on the wire may give, a person may type, unless a reason says why not."""
    command = COMMANDS[place]
    call = CALLS[command.spec.verb]
    typed = {one.name for one in _parameters(command)}
    assert typed == _names(call) - set(command.spec.omitted) | {*SharedOptions._fields, "help"}
    assert set(command.spec.omitted) <= _names(call)
    assert all(reason.endswith(".") for reason in command.spec.omitted.values())
    assert set(command.spec.specs) <= _names(call)


@pytest.mark.parametrize("verb", sorted({one.spec.verb for one in COMMANDS.values()}))
def test_a_verb_is_read_as_a_server_reads_it(verb: str) -> None:
    """The parameters, their defaults and the fields are those that the wire knows."""
    call = CALLS[verb]
    assert fields_of(verb) is call.fields
    read = {one.name: one for one in parameters_of(verb)}
    assert set(read) == _names(call)
    for one in call.arguments:
        is_needed = read[one.name].default is REQUIRED
        assert (one.default is ...) == is_needed
        assert is_needed or one.default == read[one.name].default


@pytest.mark.parametrize("place", COMMANDS)
def test_what_has_to_be_given_is_asked_for(place: str) -> None:
    """A parameter without a default is required; one with a default is not."""
    command = COMMANDS[place]
    required = {one.name for one in _parameters(command) if one.required}
    needed = {one.name for one, _ in offered(command.spec) if one.default is REQUIRED}
    assert needed <= required
    assert required - needed <= {"content"}  # a replacement without a text says nothing new


def _parameters(command: VerbCommand) -> Any:
    """The parameters, in a context like that of the program."""
    program = typer.main.get_command(app)
    parent = typer.Context(program, info_name="rmb", **program.context_settings)
    return command.get_params(typer.Context(command, parent=parent))


def _names(call: Call) -> set[str]:
    fields = {} if call.fields is None else call.fields.model_fields
    return {*(one.name for one in call.arguments), *fields}


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


NOON = datetime(2026, 3, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("type", "typed", "given"),
    [
        (str, ["--it", "a b"], "a b"),
        (str | None, [], None),
        (int, ["--it", "7"], 7),
        (float | None, ["--it", "0.5"], 0.5),
        (bool | None, ["--it"], True),
        (datetime | str | None, ["--it", "2026-03-31T12:00"], NOON),
        (AsOf | None, ["--it", "2026-03-31T12:00"], NOON),
        (AsOf | None, ["--it", "42"], 42),
        (timedelta, ["--it", "12h"], timedelta(hours=12)),
        (Mapping[str, Any] | None, ["--it", '{"a": [1]}'], {"a": [1]}),
        (Sequence[str] | None, ["--it", "a", "--it", "b"], ["a", "b"]),
        (tuple[str, ...] | None, [], None),
        (tuple[Colour, ...] | None, ["--it", "red", "--it", "blue"], ["red", "blue"]),
        (Colour | None, ["--it", "blue"], "blue"),
    ],
    ids=str,
)
def test_a_value_is_read_by_the_type_of_its_parameter(
    type: Any, typed: list[str], given: Any
) -> None:
    """Times, spans, positions, tables, lists and choices are typed as elsewhere on the line."""
    assert _typed(VerbParameter("it", type, None), typed) == given


@pytest.mark.parametrize(
    ("type", "typed", "told"),
    [
        (datetime | None, "yesterday", "Write it as 2026-03-31"),
        (AsOf | None, "long ago", "Write it as 2026-03-31"),
        (timedelta | None, "a while", "Write it as 12h"),
        (Mapping[str, Any] | None, "[1]", "is no JSON object"),
        (Mapping[str, Any] | None, "{", "is no JSON object"),
        (Colour | None, "green", "'red', 'blue'"),
    ],
    ids=str,
)
def test_a_wrong_value_is_told_how_to_write_it(type: Any, typed: str, told: str) -> None:
    """What cannot be read is wrong usage, and the message shows the right form."""
    with pytest.raises(typer.BadParameter, match=told.replace("[", r"\[")):
        _typed(VerbParameter("it", type, None), ["--it", typed])


def _typed(parameter: VerbParameter, words: list[str]) -> Any:
    """What a verb is given for a parameter, when these words are typed."""
    seen: list[Any] = []

    def command(**given: Any) -> None:
        seen.append(as_given(given[parameter.name]))

    signature = inspect.Signature([for_typer(parameter, option("It.", None, "--it"))])
    command.__signature__ = signature  # type: ignore[attr-defined]
    program = typer.Typer(add_completion=False)
    program.command()(command)
    program(words, standalone_mode=False)
    return seen[0]
