"""The first look at a query, character by character, before any parser sees it.

A parser reads much that a query here does not need: comments, dollar quotes, escapes, names in
brackets. It also fails with a recursion error on deep nesting. So only plain characters, plain
strings and a bounded depth pass.
"""

from __future__ import annotations

import re
from typing import Any, Final

from remembrancer.core.errors import QueryRefused
from remembrancer.core.limits import SQL_CHARACTERS_MAX, SQL_DEPTH_MAX, SQL_TOKENS_MAX

_TOKEN: Final = re.compile(
    r"""
    (?P<string>'(?:[^'\0]|'')*')
  | (?P<name>"(?:[^"\0]|"")*")
  | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
  | (?P<space>[ \t\r\n]+)
  | (?P<comment>--|/\*|\#)
  | (?P<sign>->>|::|<=|>=|<>|!=|\|\||[-+*/%=<>(),.:;])
    """,
    re.VERBOSE,
)
_JOINED: Final = {"string", "word", "number", "name"}  # two of these need a space between them


def scan(query: Any) -> str:
    """The text, without a semicolon at its end, if a parser may read it."""
    if not isinstance(query, str):
        raise refused("The query is a text: one SELECT.")
    if len(query) > SQL_CHARACTERS_MAX:
        raise refused(
            f"The query has {len(query):,} characters, and at most {SQL_CHARACTERS_MAX:,} are "
            "read. Give long values as params."
        )
    text = query.strip(" \t\r\n").removesuffix(";")
    place = depth = count = 0
    before = ""
    words: list[str] = []
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise refused(_unknown(text, place))
        kind, token = found.lastgroup or "", found.group()
        place = found.end()
        if kind == "comment":
            raise refused("Comments are not read. Leave them out of the query.")
        if token == ";":
            raise refused("One SELECT at a time: leave out what follows the semicolon.")
        if kind in _JOINED and before in _JOINED:
            raise refused(f"Nothing is read of {token[:20]!r} right behind another word.")
        before = kind
        if kind == "space":
            continue
        count += 1
        if kind == "word":
            words.append(token.upper())
        depth += (token == "(") - (token == ")")
        if depth > SQL_DEPTH_MAX or count > SQL_TOKENS_MAX:
            raise refused(
                f"The query is too large: at most {SQL_TOKENS_MAX:,} words and signs, and "
                f"{SQL_DEPTH_MAX} parentheses inside each other. Ask in several queries."
            )
    if not words or words[0] not in ("SELECT", "WITH"):
        raise refused("Only one SELECT can be asked, which may begin with WITH.")
    return text


def refused(sentence: str) -> QueryRefused:
    return QueryRefused(sentence, language="sql")


def _unknown(text: str, place: int) -> str:
    sign = text[place]
    if sign in "'\"":
        return "A quote is opened and not closed. Write a quote inside a string twice: 'it''s'."
    shown = repr(sign) if sign.isprintable() else f"U+{ord(sign):04X}"
    return (
        f"The sign {shown} is not read outside of a string. Values can be given as params: write "
        ":name in the query."
    )
