"""HTML made without a template engine. Every value is escaped, without exception."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Formatter
from typing import Any, Final

from remembrancer.core.texts.unseen_characters import as_marks


class Html(str):
    """A part of a page whose texts were escaped when it was made."""

    __slots__ = ()

    def __html__(self) -> str:
        """Template engines take it as it is."""
        return str(self)


class _Escaping(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Html):
            return value
        # What nobody sees, or what turns the rest of a line round, is shown as a mark.
        return escape(as_marks(format(value, format_spec)))


_FORMATTER: Final = _Escaping()


def html(template: str, /, **values: Any) -> Html:
    """The template with its values filled in, each escaped unless it is HTML already."""
    return Html(_FORMATTER.vformat(template, (), values))


def joined(parts: Iterable[Html]) -> Html:
    """Parts one after the other."""
    return Html("".join(parts))
