"""`rmb ask`: looks step by step for what a question or a conversation needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.terminal import Part

if TYPE_CHECKING:
    from remembrancer.inquiry.inquiry import ExecutedQuery, Inquiry, InquiryStep, RelevantFact

_BETWEEN: Part = (" · ", "faint")


@with_shared_options
def ask(
    question: Annotated[
        str,
        typer.Argument(metavar="QUESTION", help='In your own words, or lines of "name: text".'),
    ],
    channel: Annotated[
        str | None, typer.Option("--channel", metavar="ID", help="The channel it is held in.")
    ] = None,
    max_facts: Annotated[
        int | None,
        typer.Option("--max-facts", metavar="N", help="How many facts at most, 30 if left out."),
    ] = None,
    max_iterations: Annotated[
        int | None,
        typer.Option(
            "--max-iterations", metavar="N", help="How many rounds at most, 10 if left out."
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", metavar="NAME", help="react, state_machine, custom or rules."),
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Look through people, relations, items and messages for what a question needs.

    Each step is shown as it is taken; then the facts with their evidence, what is known of the
    people, and how sure it is. Every inquiry goes on record: memory.inquiries and the page /ask.

    \b
    Example:
      rmb ask "Who should I ask about TypeScript?"
      rmb ask "Alice: I may apply to Google.
      Bob: Wasn't Charlie there?" --max-facts 10
    """
    from remembrancer.inquiry import replay

    limits = {"max_facts": max_facts, "max_iterations": max_iterations}
    given = {name: limit for name, limit in limits.items() if limit is not None}
    told: list[InquiryStep | ExecutedQuery] = []

    def tell(entry: InquiryStep | ExecutedQuery) -> None:
        told.append(entry)
        if not shared.json:
            show_entry(entry)

    with shared.opened() as memory:
        found = memory.inquire(
            replay.messages_of(question),
            channel_id=channel,
            strategy=strategy,
            progress=tell,
            **given,
        )
    if shared.json:
        terminal.as_json(found.export())
        return
    if not told:  # a server tells its steps with the answer
        for entry in replay.in_order(found.trace, found.queries_executed):
            show_entry(entry)
    _answer(found)


def show_entry(entry: InquiryStep | ExecutedQuery) -> None:
    from remembrancer.inquiry.inquiry import InquiryStep

    if isinstance(entry, InquiryStep):
        place = f"{entry.iteration:>2}" if entry.iteration else "  "
        terminal.line((place, "faint"), "  ", (entry.state.value, "kind"), "  ", entry.thought)
    else:
        _show_look(entry)
    terminal.flush()


def _show_look(look: ExecutedQuery) -> None:
    words: list[Part] = [(look.tool, "name"), "  ", (look.query, "quote"), _BETWEEN]
    if look.error is not None:
        words.append((f"not answered: {look.error}", "bad"))
    else:
        words.append(f"{look.result_count:,} found")
    terminal.line(*words, indent=6)


def _answer(found: Inquiry) -> None:
    terminal.blank()
    if not found.relevant_facts:
        terminal.line("Nothing that you may see answers this.")
    for place, fact in enumerate(found.relevant_facts, start=1):
        show_fact(place, fact)
    for conflict in found.contradictions:
        terminal.line(("contradiction  ", "bad"), conflict.reason)
    if found.person_profiles:
        terminal.blank()
        terminal.heading("People")
        for id, profile in found.person_profiles.items():
            terminal.line((f"{id}  ", "faint"), profile, indent=2)
    terminal.blank()
    terminal.line(
        ("Confidence: ", "heading"),
        f"{found.confidence.value} ({found.confidence_score:.2f}). ",
        " ".join(found.confidence_grounds),
    )
    terminal.line((f"{found.stopped} Session {found.session_id}.", "faint"))


def show_fact(place: int, fact: RelevantFact) -> None:
    terminal.line(
        (f"{place:>2}", "faint"),
        "  ",
        (f"{fact.relevance:.2f}", "score"),
        "  ",
        (fact.type, "kind"),
        "  ",
        fact.text,
    )
    cited = ", ".join(fact.evidence) if fact.evidence else "no message states it"
    terminal.line((f"evidence: {cited} · confidence {fact.confidence:.2f}", "faint"), indent=10)
