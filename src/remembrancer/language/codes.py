"""Finds codes in a text: paths, addresses, colours, versions and ids."""

from __future__ import annotations

import re
from typing import Final

_ENDINGS: Final = (
    "py|ts|tsx|js|jsx|toml|ya?ml|json|csv|tsv|xlsx?|sql|md|pdf|sh|ini|env|conf|cfg|txt|parquet"
    "|html?|css|scss|rs|go|rb|java|kt|docx?|pptx?|xml|lock|log|zip|ipynb|db|sqlite|pem|key"
)
_TOPS: Final = (
    "com|net|org|io|se|gg|dev|app|ai|co|uk|eu|de|no|dk|fi|nu|me|tv|info|internal|local|cloud|tech"
)
_HINTS: Final = re.compile(r"[`/\\#_@]|\w\.\w|\d-|-\d|\w\d")
_CODE: Final = re.compile(
    rf"""`(?P<quoted>[^`\n]{{1,80}})`
    |(?P<plain>
    \b[a-z][a-z0-9+]{{1,9}}://[^\s<>"')\]]+
    |(?<![\w@.-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+
    |(?<![\w.,/)])(?:~|\.{{1,2}})?/[\w.@*-]+(?:/[\w.@*-]+)+/?
    |(?<![\w.,/)])(?:~|\.{{1,2}})/[\w.@*-]+|(?<![\w.,/)])/(?:[\w@-]+\.)?[a-z][\w-]{{2,}}(?=\W*$)
    |\b[A-Z]:\\[\w\\. -]+\w
    |\b(?:[\w-]+/)+[\w-]+\.(?:{_ENDINGS})\b
    |(?<![\w/.])[a-z][\w-]*(?:/[a-z][\w-]*){{2,}}(?![\w/])
    |\b(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:{_TOPS})(?![\w.]\w)(?::\d+)?(?:/[\w./?=&%#-]*\w)?\b
    |\b[\w-]+\.(?:{_ENDINGS})\b
    |(?<![\w&])\#(?:[0-9A-Fa-f]{{6}}|[0-9A-Fa-f]{{3}}|[a-zåäö][\w-]+)\b
    |\b[A-Za-z]\w*(?:\.\w+)*_\w+(?:\.\w+)*\b
    |\bv?\d+\.\d+\.\d+(?:[.-]\w+)*\b|\bv\d+(?:\.\d+)*\b
    |\b[A-Z]{{1,6}}-?\d{{3,}}(?:-\d+)*\b|\b[A-Z]{{2,6}}-\d+\b
    |\b[a-z]+(?:-[a-z0-9]+)+-\d+[a-z]?\b
    |(?<![\w-])\d{{6,8}}-\d{{4}}(?![\w-])
    )""",
    re.VERBOSE,
)


def find_codes(text: str) -> tuple[str, ...]:
    """The codes in a text in order, exactly as written."""
    if not _HINTS.search(text):
        return ()
    found = (match["quoted"] or match["plain"] for match in _CODE.finditer(text))
    return tuple(dict.fromkeys(one.rstrip(".,;:!?") for one in found))
