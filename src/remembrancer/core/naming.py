"""Naming: what others wrote as names and texts that can be stored, and what goes by one name."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, Final, TypeGuard

from remembrancer.core.text import NAME_LENGTH_MAX

CONVERSATION: Final = "conversation"  # the source type of what was said in one
MEETING: Final = "meeting"  # the source type of notes, and of what was said beside them
SESSION: Final = "session_transcript"  # the source type of records that were kept raw
SESSION_FEED: Final = "session"  # the kind of feed that a recorded session is

_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_TEXT = re.compile(r"src_[0-9a-f]{12}")
_NO_NAME = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def text_for(text: str) -> str:
    """The text with U+FFFD for each character that no text may hold, in the same length."""
    return _NO_TEXT.sub("\ufffd", text)


def name_for(name: Any, *, length_max: int = NAME_LENGTH_MAX) -> str | None:
    """A name that can be stored; None for what can be no name.

    A name that had to be changed ends in a short hash of what it was, so that two names stay two.
    """
    if isinstance(name, int) and not isinstance(name, bool):
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        return None
    clean = _NO_NAME.sub("\ufffd", name)
    if clean == name and len(name) <= length_max:
        return name
    mark = "…" + sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return clean[: length_max - len(mark)] + mark


def is_text(id: str | None) -> TypeGuard[str]:
    """Whether the source of some words is a captured text, and not a conversation."""
    return id is not None and _TEXT.fullmatch(id) is not None


def talk_of_meeting(id: str) -> str:
    """The conversation that holds what was said in a meeting."""
    return name_for(f"{MEETING}:{id}") or MEETING


def meeting_of_talk(id: str) -> str | None:
    """The meeting whose words a conversation holds; None where it is no meeting's.

    Of an id so long that the conversation has a shortened one, it is the shortened one.
    """
    name = id.removeprefix(talk_of_meeting(""))
    return name if name and name != id else None


def raw_of_session(name: str, place: str = "") -> str:
    """The source of records of a session that no message could be made of; all begin alike."""
    return f"{name}#{place}"
