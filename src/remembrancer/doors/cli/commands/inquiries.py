"""`rmb inquiries`: inquiries on record, how they were rated, and what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.terminal import Part
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.inquiry.session import InquiryReport, InquirySession, Prefetched

inquiries = typer.Typer(
    invoke_without_command=True,
    help="""List inquiries on record, newest first, with what was asked and how it was rated.

    You see your own, and as an admin everybody's. Of one that saw something you may not see, no
    words are shown but those that you asked yourself.

    \b
    Example:
      rmb inquiries --limit 5
      rmb inquiries rate inq_0123456789ab 5
    """,
)

_BETWEEN: Part = (" · ", "faint")


@inquiries.callback()
@with_shared_options
def list_(
    context: typer.Context,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")] = 20,
    *,
    shared: SharedOptions,
) -> None:
    if context.invoked_subcommand is not None:
        return
    with shared.opened() as memory:
        page = memory.inquiries.list(limit=limit)
    if shared.json:
        terminal.as_json([entry.export() for entry in page])
        return
    for session in page:
        _head(session)
    if not page.sessions:
        terminal.line('Nothing was asked that you may see. Ask with: rmb ask "your question"')
    elif page.next is not None:
        terminal.line(("There are older ones: give a higher --limit.", "faint"))


@inquiries.command(cls=VerbCommand)
@from_verb("inquiries.get", session_id=argument("The id of the session.", "ID"))
def show(found: InquirySession) -> None:
    """Show an inquiry again, step by step.

    \b
    Example:
      rmb inquiries show inq_0123456789ab
    """
    from remembrancer.doors.cli.commands.ask import show_entry, show_fact
    from remembrancer.inquiry import replay

    _head(found)
    for entry in replay.in_order(found.trace, found.queries_executed):
        show_entry(entry)
    for place, fact in enumerate(found.relevant_facts, start=1):
        show_fact(place, fact)


@inquiries.command(cls=VerbCommand)
@from_verb(
    "inquiries.rate",
    session_id=argument("The id of the session.", "ID"),
    value=argument("From 1 to 5, or helpful, or not-helpful.", "RATING"),
    note=option("What you say of it."),
)
def rate(found: InquirySession) -> None:
    """Say how much an inquiry helped.

    \b
    Example:
      rmb inquiries rate inq_0123456789ab 4 --note "Dana was missing."
    """
    terminal.line(f"{found.session_id} is rated {found.rating} of 5.")


@inquiries.command(cls=VerbCommand)
@from_verb(
    "inquiries.report",
    since=option("Asked then or later."),
    until=option("Asked before."),
    limit=option("How many lines of each sort."),
)
def report(found: InquiryReport) -> None:
    """Tell what inquiries have in common: frequent forms of looks, and ratings by prompt.

    \b
    Example:
      rmb inquiries report --since 2026-03-01
    """
    if not found.sessions:
        terminal.line("Nothing was asked then that you may see.")
        return
    terminal.line(
        (f"{count(found.sessions, 'session')}. ", "heading"),
        f"On average {found.iterations:.1f} rounds, {found.facts:.1f} facts and "
        f"{found.tokens_in + found.tokens_out:,.0f} tokens; {found.rated:,} are rated.",
    )
    terminal.blank()
    terminal.heading("By strategy and prompt")
    terminal.table(
        [
            [
                one.strategy.value,
                one.prompt_version or "no prompt",
                count(one.sessions, "session"),
                "not rated" if one.rating is None else f"{one.rating:.1f} of 5 ({one.rated})",
            ]
            for one in found.variants
        ]
    )
    if found.shapes:
        terminal.blank()
        terminal.heading("Looked up most")
        terminal.table([[f"{one.times:,}", one.tool, one.shape] for one in found.shapes])


@inquiries.command(cls=VerbCommand)
@from_verb("inquiries.prefetch", participants=argument("Who will take part.", "NAME..."))
def prefetch(found: Prefetched) -> None:
    """Tell what is known of people before they speak.

    \b
    Example:
      rmb inquiries prefetch alice_id charlie_id
    """
    for id, profile in found.person_profiles.items():
        terminal.line((f"{id}  ", "faint"), profile)
    for name in found.unknown:
        terminal.line((f"{name}  nothing is known, or several are called so", "faint"))


def _head(session: InquirySession) -> None:
    words: list[Part] = [(card.minute(session.at), "faint"), "  "]
    words += [(session.strategy.value, "kind"), _BETWEEN, session.principal, _BETWEEN]
    words += [count(session.facts_retrieved, "fact"), _BETWEEN, session.confidence.value]
    if session.rating is not None:
        words += [_BETWEEN, (f"rated {session.rating}", "good")]
    terminal.line(*words, _BETWEEN, (session.session_id, "faint"))
    for message in session.conversation:
        terminal.line((f"{message.author_id}: ", "faint"), message.content, indent=4)
    if session.is_without_words or not session.conversation:
        terminal.line(("no words of it are kept, or are for you to see", "faint"), indent=4)
