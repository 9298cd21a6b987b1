"""Reports: what came of reading files, on the terminal and for machines."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.interrupts import INTERRUPTED
from remembrancer.doors.cli.terminal import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from remembrancer.jobs.report import FileReport, Report

_SHOWN_MAX = 50  # files of one outcome; JSON has them all
_STYLES = {"new": "good", "failed": "bad"}
_INDENT = 9  # the width of the longest outcome, and a gap


@contextmanager
def stoppable(*, dry_run: bool = False) -> Iterator[None]:
    """Reading that Ctrl-C ends. It says what became of what was read by then."""
    try:
        yield
    except KeyboardInterrupt:
        rest = "Nothing was written" if dry_run else "What was read is kept; run it again to go on"
        terminal.note(f"Stopped. {rest}.")
        raise typer.Exit(INTERRUPTED) from None


def show(report: Report, *, json: bool, nothing: str) -> None:
    """File by file what was new, known, skipped or failed and why, and the sum of it."""
    if json:
        counts = {
            "ok": report.ok,
            "new": len(report.new),
            "known": len(report.known),
            "skipped": len(report.skipped),
            "failed": len(report.failed),
            "items_new": report.items_new,
            "messages_new": report.messages_new,
        }
        terminal.as_json({**counts, **report.export()})
    elif not report.files:
        terminal.line(nothing)
    else:
        for listed in (report.known, report.skipped, report.new, report.failed):
            _list(listed, with_items=report.dry_run)
        for folder in report.unclaimed[:_SHOWN_MAX]:
            terminal.line(
                ("whose?".ljust(_INDENT), "heading"),
                f"{folder.folder}/ is filed as {folder.filed_as}",
            )
            terminal.line((folder.reason, "faint"), indent=_INDENT)
        terminal.line((_sum(report), "heading"))


def end(report: Report) -> None:
    """Ends the command with 1 where a file failed."""
    if report.ok:
        return
    rest = "Nothing was written" if report.dry_run else "Everything else is stored"
    terminal.error(
        f"{len(report.failed):,} of {len(report.files):,} could not be taken in, or not all of "
        f"it. {rest}. Mend what is named as the reason, and run this again."
    )
    raise typer.Exit(1)


def count(number: int, word: str) -> str:
    """A number of things: 1 item, 2 items."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _list(listed: Sequence[FileReport], *, with_items: bool) -> None:
    for report in listed[:_SHOWN_MAX]:
        _show(report, with_items=with_items)
    left = len(listed) - _SHOWN_MAX
    if left > 0:
        terminal.line((f"and {left:,} more; --json names them all", "faint"), indent=_INDENT)


def _show(report: FileReport, *, with_items: bool) -> None:
    outcome = report.outcome.value
    words: list[Part] = [(outcome.ljust(_INDENT), _STYLES.get(outcome, "faint")), report.place]
    for more in (report.owner, _counts(report)):
        if more:
            words += [(" · ", "faint"), more]
    terminal.line(*words)
    if with_items:
        for text in report.items:
            terminal.line("- ", text.replace("\n", "\n  "), indent=_INDENT)
    if report.reason:
        terminal.line((report.reason, "faint"), indent=_INDENT)


def _counts(report: FileReport) -> str:
    told = [
        (report.items_new, "item", "new"),
        (report.items_known, "item", "known"),
        (report.messages_new, "message", "new"),
        (report.messages_known, "message", "known"),
        (report.unknown, "record", "kept raw"),
        (report.conflicts, "message", "with other words, kept raw"),
        (report.unreadable, "line", "passed over"),
    ]
    return ", ".join(f"{count(number, word)} {how}" for number, word, how in told if number)


def _sum(report: Report) -> str:
    files = ", ".join(
        f"{len(listed):,} {word}"
        for word, listed in (
            ("new", report.new),
            ("known", report.known),
            ("skipped", report.skipped),
            ("failed", report.failed),
        )
    )
    told = ((report.items_new, "item"), (report.messages_new, "message"))
    text = " and ".join(count(number, word) for number, word in told if number) or "nothing new"
    if report.dry_run:
        return f"{files}. It would keep {text}; this was a dry run, and nothing was written."
    return f"{files}. Kept {text}."
