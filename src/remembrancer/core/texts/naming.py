"""Naming: turns foreign names and texts into ones that can be stored, and derives names."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, Final, TypeGuard

from remembrancer.core.texts.text import NAME_LENGTH_MAX

CONVERSATION: Final = "conversation"  # the source type of conversations
MEETING: Final = "meeting"  # the source type of meeting notes and transcripts
SESSION: Final = "session_transcript"  # the source type of raw session records
SESSION_FEED: Final = "session"  # the feed kind of a recorded session

_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_TEXT = re.compile(r"src_[0-9a-f]{12}")
_NO_NAME = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def text_for(text: str) -> str:
    """The text with U+FFFD for each invalid character, in the same length."""
    return _NO_TEXT.sub("\ufffd", text)


def name_for(name: Any, *, length_max: int = NAME_LENGTH_MAX) -> str | None:
    """A name that can be stored; None if there is none.

    A changed name ends in a short hash of the original, so that two names stay different.
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
    """Whether the id is that of a captured text, not of a conversation."""
    return id is not None and _TEXT.fullmatch(id) is not None


def talk_of_meeting(id: str) -> str:
    """The conversation with the transcript of a meeting."""
    return name_for(f"{MEETING}:{id}") or MEETING


def meeting_of_talk(id: str) -> str | None:
    """The meeting whose transcript a conversation holds; None if it is no meeting's.

    If the id was shortened for the conversation, the result is the shortened id.
    """
    name = id.removeprefix(talk_of_meeting(""))
    return name if name and name != id else None


def raw_of_session(name: str, place: str = "") -> str:
    """The source of session records that could not become messages. All share a prefix."""
    return f"{name}#{place}"
