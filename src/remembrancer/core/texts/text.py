"""Kinds of text: what a name, a line and a body may contain."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

NAME_LENGTH_MAX = 200  # characters in a name, an id, a tag, a category
LINE_LENGTH_MAX = 500  # characters in a title
BODY_LENGTH_MAX = 100_000  # characters in the content of one item or message

RAW_LENGTH_MAX = 1_000_000  # characters in the raw text of one source

ERASED = "[erased]"  # replaces a text that was permanently removed
WITHHELD = "[withheld]"  # replaces a text that the reader may no longer see

# Control characters are not accepted, except the tab and the line breaks of a body.
LINE_PATTERN = r"^[^\x00-\x1f\x7f-\x{9f}\x{2028}\x{2029}]*$"
BODY_PATTERN = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}]*$"

Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=NAME_LENGTH_MAX, pattern=LINE_PATTERN),
]
Line = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LINE_LENGTH_MAX, pattern=LINE_PATTERN),
]
Body = Annotated[
    str,
    StringConstraints(min_length=1, max_length=BODY_LENGTH_MAX, pattern=BODY_PATTERN),
]
Raw = Annotated[
    str,
    StringConstraints(min_length=1, max_length=RAW_LENGTH_MAX, pattern=BODY_PATTERN),
]
