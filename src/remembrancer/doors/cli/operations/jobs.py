"""`rmb jobs`: work that is due, what became of it, and what comes again and again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.commands.detect import sessions_folder
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.terminal import Part
from remembrancer.doors.cli.time_parsing import moment
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from remembrancer.jobs.feed import Feed
    from remembrancer.jobs.job import Job

jobs = typer.Typer(
    no_args_is_help=True,
    help="""See work that is due, retry what failed, and schedule what comes again.

    \b
    Example:
      rmb jobs list
    """,
)

_BETWEEN: Part = (" · ", "faint")
_STYLES = {"running": "good", "failed": "bad"}
_STEPS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


@jobs.command("list", cls=VerbCommand)
@from_verb("jobs.list")
def list_(found: Sequence[Job]) -> None:
    """List all work that waits, runs or failed, the next first.

    \b
    Example:
      rmb jobs list
    """
    from remembrancer.core.limits import JOBS_LISTED_MAX

    if found:
        show_jobs(found)
        if len(found) == JOBS_LISTED_MAX:
            terminal.line((f"The first {len(found):,} are listed, and there may be more.", "faint"))
    else:
        terminal.line("No work is due, and none is scheduled: everything stored is worked up.")


@jobs.command(cls=VerbCommand)
@from_verb("jobs.failed")
def failed(found: Sequence[Job]) -> None:
    """List work that was given up, with the reason.

    \b
    Example:
      rmb jobs failed
    """
    if found:
        show_jobs(found)
        terminal.line("Make it due again with: rmb jobs retry [ID]")
    else:
        terminal.line("No work has failed. What is still tried again stands in: rmb jobs list")


@jobs.command(cls=VerbCommand)
@from_verb(
    "jobs.retry",
    to_json=lambda retried: {"retried": retried},
    id=argument("One piece of work; without it all that failed.", "[ID]"),
)
def retry(retried: int) -> None:
    """Make failed work due again.

    \b
    Example:
      rmb jobs retry job_a3f82c119e4d
    """
    if retried:
        terminal.line(f"{_pieces(retried)} due again. Do it now with: rmb jobs wait")
    else:
        terminal.line("No work has failed, so there is nothing to retry.")


@jobs.command()
@with_shared_options
def wait(
    timeout: Annotated[
        float | None,
        typer.Option("--timeout", metavar="SECONDS", min=0, help="Take up no more after this."),
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Do all work that is due now, and wait for what others are doing.

    The exit code is 1 if any of it failed.

    \b
    Example:
      rmb jobs wait
    """
    with shared.opened() as memory, progress("Working") as report:
        worked = memory.jobs.wait(timeout_seconds=timeout, progress=report)
    troubled = (*worked.failed, *worked.retrying)
    if shared.json:
        terminal.as_json(worked.export())
    else:
        show_jobs(troubled)
        if worked.done:
            terminal.line(f"{_pieces(worked.done)} done.")
        elif not troubled:
            terminal.line("Nothing is due now that this program does. The rest: rmb jobs list")
    if troubled:
        terminal.error(
            f"{count(len(troubled), 'piece')} of work failed. What was stored is safe; "
            "`rmb jobs list` shows what is tried again, `rmb jobs failed` what was given up."
        )
        raise typer.Exit(1)


@jobs.command()
@with_shared_options
def schedule(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="collect, compress, remind or detect.")
    ],
    every: Annotated[
        str,
        typer.Option("--every", metavar="STEP", help="A number with s, m, h, d, w or mo: 30m, 1d."),
    ],
    folder: Annotated[
        str | None,
        typer.Option(
            "--folder",
            metavar="FOLDER",
            help="For detect: where the transcripts lie; without it the setting `sessions`.",
        ),
    ] = None,
    first: Annotated[
        datetime | None,
        typer.Option("--first", metavar="TIME", parser=moment, help="When it begins; else now."),
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Do collect, compress, remind or detect again and again, wherever `rmb worker` runs.

    Given again, it changes how often.

    \b
    Example:
      rmb jobs schedule collect --every 1d
      rmb jobs schedule remind --every 1d
      rmb jobs schedule detect --every 30m --folder ~/.agent/sessions
    """
    place = sessions_folder() if kind == "detect" and folder is None else folder
    # A schedule is for a worker: this command neither does its first round nor fails with it.
    with shared.opened(finishing=False) as memory:
        made = memory.jobs.schedule(kind, every=every, first_at=first, folder=place)
    if shared.json:
        terminal.as_json(made.export())
        return
    show_jobs((made,))
    terminal.line("It is done where `rmb worker` runs. End it with: rmb jobs unschedule " + made.id)


@jobs.command(cls=VerbCommand)
@from_verb(
    "jobs.unschedule",
    to_json=lambda ended: {"unscheduled": ended["id"]},
    id=argument("As `rmb jobs list` shows it.", "ID"),
)
def unschedule(ended: Mapping[str, str]) -> None:
    """End a schedule. What it did stays.

    \b
    Example:
      rmb jobs unschedule job_a3f82c119e4d
    """
    terminal.line(f"The schedule {ended['id']} is ended.")


@jobs.command(cls=VerbCommand)
@from_verb("sources.feeds")
def feeds(found: Sequence[Feed]) -> None:
    """List the files that were read, how far, and what was odd about them.

    \b
    Example:
      rmb jobs feeds
    """
    if found:
        for feed in found:
            _show_feed(feed)
    else:
        terminal.line("No file was read yet. Begin with: rmb collect, or rmb detect FOLDER")


def due_in_words(due_at: datetime, now: datetime) -> str:
    """When something is due: now, in 5 minutes, in 36 hours."""
    seconds = round((due_at - now).total_seconds())
    if seconds <= 0:
        return "now"
    # A unit that fits only once says too little: 100 minutes are not an hour.
    size, word = next((value for value in _STEPS if seconds >= 2 * value[0]), _STEPS[-1])
    return f"in {count(seconds // size, word)}"


def show_jobs(listed: Iterable[Job]) -> None:
    """Each piece of work: its state, what it is, on what, when, and what went wrong."""
    now = datetime.now(UTC)
    for job in listed:
        state = job.state.value
        words: list[Part] = [(job.id, "name"), "  ", (state, _STYLES.get(state, "")), _BETWEEN]
        words += [(job.kind, "kind"), _BETWEEN, job.key]
        for more in (_time(job, now), _attempts(job), _progress(job)):
            if more:
                words += [_BETWEEN, more]
        terminal.line(*words, (f"{_BETWEEN[0]}for {job.owner}", "faint"))
        if job.error:
            terminal.line((job.error, "faint"), indent=4)


def _time(job: Job, now: datetime) -> str:
    due = f"due {due_in_words(job.due_at, now)}" if job.state == "waiting" else ""
    every = f"every {job.every}" if job.every else ""
    return ", ".join(part for part in (due, every) if part)


def _attempts(job: Job) -> str:
    return count(job.attempts, "attempt") if job.attempts else ""


def _progress(job: Job) -> str:
    if job.state != "running" or not job.done:
        return ""
    return f"{job.done:,} of {job.total:,}" if job.total else f"{job.done:,}"


def _show_feed(feed: Feed) -> None:
    words: list[Part] = [(feed.kind, "kind"), _BETWEEN, feed.owner, _BETWEEN]
    words += [f"{count(feed.bytes, 'byte')}, {count(feed.records, 'record')}"]
    if feed.unknown:
        words += [f", {feed.unknown:,} kept raw"]
    if feed.at is not None:
        words += [(f"{_BETWEEN[0]}{card.minute(feed.at)}", "faint")]
    terminal.line(*words)
    terminal.line(feed.place, indent=4)
    if feed.problem:
        terminal.line((feed.problem, "faint"), indent=4)


def _pieces(number: int) -> str:
    return f"{count(number, 'piece')} of work {'is' if number == 1 else 'are'}"
