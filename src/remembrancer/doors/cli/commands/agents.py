"""`rmb agents`: agents with memories of their own, and how they are kept in step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.terminal import Part
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remembrancer.team.agent import (
        Agent,
        AgentEntry,
        AgentUpdate,
        Gate,
        Pending,
        Pushed,
        SyncReport,
        SyncStatus,
    )

agents = typer.Typer(
    no_args_is_help=True,
    help="""See the agents of a desk, put and push in their name, and keep them in step.

    \b
    Example:
      rmb agents list
      rmb agents status
    """,
)

_BETWEEN: Part = (" · ", "faint")
_NAME = "The name of the agent."


def _value(text: str) -> Any:
    """JSON where it is JSON, and a text otherwise."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@agents.command("list", cls=VerbCommand)
@from_verb("agents.list")
def list_(found: Sequence[Agent]) -> None:
    """List the agents on record, with their fields and the kinds of content that they keep.

    \b
    Example:
      rmb agents list
    """
    for agent in found:
        _show(agent)
    if not found:
        terminal.line("No agent is on record. Register one with: rmb agents register NAME")


@agents.command(cls=VerbCommand)
@from_verb("agents.get", name=argument(_NAME, "NAME"))
def show(agent: Agent) -> None:
    """Show one agent.

    \b
    Example:
      rmb agents show valuation
    """
    _show(agent)


@agents.command(cls=VerbCommand)
@from_verb(
    "agents.register",
    name=argument(_NAME, "NAME"),
    specializations=option("A field that it knows; may be repeated.", "WORDS", "--field"),
    kinds=option("A kind of content that it keeps; may be repeated.", "KIND", "--kind"),
)
def register(agent: Agent) -> None:
    """Put an agent on record. The agents of the preset know their fields.

    \b
    Example:
      rmb agents register valuation
      rmb agents register risk --field "retail margins" --kind risk_note
    """
    terminal.line(f"{agent.name} is on record.")
    _show(agent)


@agents.command(cls=VerbCommand)
@from_verb(
    "agents.tiers.put",
    name=argument(_NAME, "NAME"),
    key=argument("The key of the entry.", "KEY"),
    value=argument("A text, or JSON.", "VALUE", parser=_value),
    kind=option("What sort of content it is.", "KIND"),
    importance=option("From 0 to 1; above 0.7 it is pushed at once."),
    subject=option("What it is about."),
    is_shared=option("Whether it is pushed at all.", None, "--shared/--private"),
)
def put(entry: AgentEntry) -> None:
    """Put an entry into an agent's memory, as the agent, or in its name, on record.

    \b
    Example:
      rmb agents put financial "acme margin" '{"gross": 0.31}' --kind ratio_pattern
    """
    terminal.line(f"{entry.key} is in its memory.")


@agents.command(cls=VerbCommand)
@from_verb(
    "agents.tiers.get", name=argument(_NAME, "NAME"), key=argument("The key of the entry.", "KEY")
)
def get(entry: AgentEntry) -> None:
    """Show what an agent remembers under a key, to that agent alone.

    \b
    Example:
      rmb agents get financial "acme margin"
    """
    words: list[Part] = [(entry.tier.value, "kind"), _BETWEEN, (entry.key, "heading")]
    if entry.sender is not None:
        words += [_BETWEEN, (f"from {entry.sender}", "faint")]
    terminal.line(*words)
    terminal.line(_text(entry.value), indent=4)


@agents.command(cls=VerbCommand)
@from_verb(
    "agents.tiers.push",
    name=argument(_NAME, "NAME"),
    key=argument("One entry; without it all that waits.", "[KEY]"),
)
def push(found: Sequence[Pushed]) -> None:
    """Share at once what an agent has to share, as the agent, or in its name, on record.

    \b
    Example:
      rmb agents push financial
    """
    for one in found:
        to = ", ".join(one.receivers) or "nobody else"
        terminal.line(f"{one.key} is {one.item_id}", _BETWEEN, one.priority.value, _BETWEEN, to)
    if not found:
        terminal.line("Nothing waits to be pushed.")


@agents.command(cls=VerbCommand)
@from_verb("agents.tiers.pull", name=argument(_NAME, "NAME"))
def pull(found: Sequence[AgentUpdate]) -> None:
    """Bring an agent what waits for it, as that agent alone.

    \b
    Example:
      rmb agents pull valuation
    """
    _show_updates(found)
    if not found:
        terminal.line("Nothing waits.")


@agents.command(cls=VerbCommand)
@from_verb("agents.tiers.pending", name=argument(_NAME, "NAME"))
def pending(found: Pending) -> None:
    """Show what waits to be pushed and pulled, to that agent alone.

    \b
    Example:
      rmb agents pending valuation
    """
    for one in found.push:
        state = f"failed: {one.error}" if one.error else f"due {card.minute(one.due_at)}"
        terminal.line("push  ", one.key, _BETWEEN, one.priority.value, _BETWEEN, state)
        terminal.line((one.reason, "faint"), indent=6)
    _show_updates(found.pull)
    if not found.push and not found.pull:
        terminal.line("Nothing waits.")


@agents.command(cls=VerbCommand)
@from_verb(
    "agents.tiers.alert",
    name=argument(_NAME, "NAME"),
    text=argument("What the alert is about.", "TEXT"),
    to=option("An agent that is warned; may be repeated.", "NAME", "--to"),
)
def alert(entry: AgentEntry) -> None:
    """Warn other agents: sender and receivers are synced at once.

    \b
    Example:
      rmb agents alert financial "ACME restates its accounts" --to valuation
    """
    terminal.line(f"The alert is queued: {entry.key}")


@agents.command(cls=VerbCommand)
@from_verb(
    "agents.gate",
    name=argument("The name of the gate.", "NAME"),
    at=option("When it is."),
)
def gate(found: Gate) -> None:
    """Announce a human gate: all agents are synced half an hour before.

    \b
    Example:
      rmb agents gate "investment committee" --at 2027-03-02T15:00
    """
    terminal.line(f"{found.name} is at {card.minute(found.at)}; ", _synced(found))


@agents.command(cls=VerbCommand)
@from_verb("agents.gates")
def gates(found: Sequence[Gate]) -> None:
    """List the gates to come.

    \b
    Example:
      rmb agents gates
    """
    for one in found:
        terminal.line((card.minute(one.at), "faint"), "  ", one.name, _BETWEEN, _synced(one))
    if not found:
        terminal.line("No gate is announced.")


@agents.command(cls=VerbCommand)
@from_verb("agents.sync.status")
def status(found: SyncStatus) -> None:
    """Show how the three queues do: what waits, what was synced, and how long it took.

    \b
    Example:
      rmb agents status
    """
    terminal.table(
        [
            [
                one.priority.value,
                f"{one.waiting:,} waiting",
                "" if one.oldest is None else f"since {card.minute(one.oldest)}",
                f"{one.synced:,} synced",
                f"{one.failures:,} failed",
                ""
                if one.latency_p95_seconds is None
                else f"{one.latency_median_seconds:.1f} s, p95 {one.latency_p95_seconds:.1f} s",
            ]
            for one in (found.critical, found.high, found.normal)
        ]
    )
    if found.next_at is not None:
        terminal.line((f"The next sync is due {card.minute(found.next_at)}.", "faint"))


@agents.command(cls=VerbCommand)
@from_verb("agents.sync.tick")
def tick(found: SyncReport) -> None:
    """Do what is due now: pushes, deliveries, alerts and syncs before gates.

    \b
    Example:
      rmb agents tick
    """
    if found.synced:
        terminal.line(f"Synced: {found.synced:,}.")
    else:
        terminal.line("Nothing is due.")


def _show(agent: Agent) -> None:
    terminal.line((agent.name, "heading"))
    for label, words in (("knows", agent.specializations), ("keeps", agent.kinds)):
        if words:
            terminal.line((f"{label} ", "faint"), ", ".join(words), indent=4)


def _show_updates(updates: Sequence[AgentUpdate]) -> None:
    for one in updates:
        terminal.line("pull  ", one.key, _BETWEEN, one.priority.value, _BETWEEN, one.sender)
        terminal.line(_text(one.value), indent=6)


def _synced(gate: Gate) -> Part:
    return (f"agents are synced at {card.minute(gate.sync_at)}", "faint")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
