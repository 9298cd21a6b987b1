"""Front matter: the few lines between dashes at the top of a Markdown file."""

from __future__ import annotations

import re
from typing import Final

_FRONT: Final = re.compile(
    r"\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE
)
_PAIR: Final = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:[ \t]*(.*?)[ \t]*")
_ENTRY: Final = re.compile(r"[ \t]*-[ \t]+(.*?)[ \t]*")
_CHARACTERS_MAX: Final = 20_000


def front_matter(text: str) -> dict[str, str | list[str]]:
    """Keys with a text or a list of texts. Nested and other YAML is ignored."""
    found = _FRONT.match(text[:_CHARACTERS_MAX])
    values: dict[str, str | list[str]] = {}
    name: str | None = None
    for line in found[1].splitlines() if found else ():
        entry, pair = _ENTRY.fullmatch(line), _PAIR.fullmatch(line)
        if entry is not None and name is not None:
            listed = values.get(name)
            values[name] = [*(listed if isinstance(listed, list) else []), _bare(entry[1])]
        elif pair is not None:
            name = pair[1].lower()
            values[name] = _value(pair[2])
    return {name: value for name, value in values.items() if value}


def _value(given: str) -> str | list[str]:
    if given.startswith("[") and given.endswith("]"):
        return [word for value in given[1:-1].split(",") if (word := _bare(value.strip()))]
    return _bare(given)


def _bare(word: str) -> str:
    """The word without quotes."""
    is_quoted = len(word) >= 2 and word[0] == word[-1] and word[0] in "\"'"
    return word[1:-1] if is_quoted else word
