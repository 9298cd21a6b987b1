"""What tool results of one inquiry contained: only that can be cited."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_RELATION: Final = re.compile(r"rel_[0-9a-f]{12}")
_ITEM: Final = re.compile(r"km_[0-9a-f]{12}")
_CHARACTERS_MAX: Final = 300  # of a text that can be an id or a name
_IDENTIFIES: Final = ("id", "name", "author", "source", "target", "person", "subject", "text")


class Seen:
    """Ids and names in results."""

    def __init__(self) -> None:
        self.texts: dict[str, None] = {}  # short texts, each once, in the order they came
        self.identifying: dict[str, None] = {}  # those in fields that hold ids and names

    def __contains__(self, text: str) -> bool:
        return text in self.texts

    def read(self, result: Any) -> None:
        """Takes note of all that a result contains."""
        for field, text in _leaves(result, ""):
            if not text or len(text) > _CHARACTERS_MAX:
                continue
            self.texts.setdefault(text)
            if any(word in field for word in _IDENTIFIES):
                self.identifying.setdefault(text)

    def relations(self) -> list[str]:
        return [one for one in self.texts if _RELATION.fullmatch(one)]

    def items(self) -> list[str]:
        return [one for one in self.texts if _ITEM.fullmatch(one)]


def is_relation(id: str) -> bool:
    return _RELATION.fullmatch(id) is not None


def is_item(id: str) -> bool:
    return _ITEM.fullmatch(id) is not None


def _leaves(value: Any, field: str) -> Iterator[tuple[str, str]]:
    """The texts in a result, each with the name of its field in small letters."""
    waiting = [(field, value)]
    while waiting:
        name, one = waiting.pop()
        if isinstance(one, str):
            yield name, one
        elif isinstance(one, Mapping):
            waiting.extend((str(key).casefold(), inner) for key, inner in one.items())
        elif isinstance(one, list | tuple):
            waiting.extend((name, inner) for inner in one)
