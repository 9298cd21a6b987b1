"""`rmb detect`: the session transcripts of coding agents."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.doors.cli import reports
from remembrancer.doors.cli.options import (
    Audience,
    Personal,
    Subject,
    Trusted,
    label,
)
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.store_opening import chosen


@with_shared_options
def detect(
    folder: Annotated[
        str | None,
        typer.Argument(
            metavar="[FOLDER]",
            help="Where the transcripts lie (*.jsonl), or one of them; without it the setting "
            "`sessions`.",
            show_default=False,
        ),
    ] = None,
    subject: Subject = None,
    audience: Audience = None,
    personal: Personal = False,
    trust: Trusted = None,
    *,
    shared: SharedOptions,
) -> None:
    """Read session transcripts of coding agents, each from where it was left.

    A folder in it that bears the name of a person on record holds that person's sessions; the
    report names those that do not, and as whom their sessions are filed. Run
    twice, the second run adds nothing. Without FOLDER it is REMEMBRANCER_SESSIONS, `sessions` in
    remembrancer.toml, or user_sessions. The exit code is 1 if a file could not be read; the others
    are kept all the same. This is what `python -m services.verification_detector` did.

    \b
    Example:
      rmb detect ~/.agent/sessions
    """
    place = folder if folder is not None else sessions_folder()
    with reports.stoppable(), shared.opened(beside=True) as memory:
        with progress("Reading") as report:
            found = memory.sources.detect(
                place,
                subject=subject,
                audience=audience,
                is_personal=personal,
                source=label(trust),
                progress=report,
            )
        reports.show(
            found, json=shared.json, nothing=f"There is no transcript (*.jsonl) in {place}."
        )
    reports.end(found)


def sessions_folder() -> str:
    """The folder that the settings name."""
    return chosen().sessions.value or ""
