"""Text forms: what the judge's rules read from a text, kept while texts are compared.

A statement is compared with many others, and each rule reads it in a form of its own. Each form is
read once. They are forgotten with the comparison: nothing of a text outlives it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

Given = TypeVar("Given", bound=Hashable)
Form = TypeVar("Form")


class TextForms:
    """The forms that were read so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[Callable[..., Any], Hashable], Any] = {}

    def of(self, read: Callable[[Given], Form], given: Given) -> Form:
        """The form of a text or a statement, read the first time. `read` has no other input."""
        key = (read, given)
        found = self._known.get(key, self)
        if found is self:  # None may be a form
            found = self._known[key] = read(given)
        return cast("Form", found)

    def clear(self) -> None:
        self._known.clear()
