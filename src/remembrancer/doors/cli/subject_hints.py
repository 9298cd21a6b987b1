"""The subject that may be meant, where nothing is found about the one that was named."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from remembrancer.doors.cli import terminal

if TYPE_CHECKING:
    from remembrancer.memory import Memory

_LOOKED_AT = 500  # of the newest items, one page


def note_subject(memory: Memory, named: str) -> None:
    """Tells of a subject that is written almost like this one."""
    # Shared items alone: an admin's look at what is personal would go on record.
    page = memory.items(is_personal=False, lifecycle="active", limit=_LOOKED_AT)
    subjects = {item.subject for item in page if item.subject is not None}
    written = {subject.casefold(): subject for subject in sorted(subjects)}
    close = get_close_matches(named.casefold(), written, n=1)
    if close and named not in subjects:
        terminal.note(f"Did you mean the subject {written[close[0]]!r}?")
    elif page.items and not subjects:
        terminal.note(f"What is known has no subject. Say what it is about: --subject {named!r}")
