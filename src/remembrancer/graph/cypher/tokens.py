"""Cuts a query into tokens. Only ASCII is syntax; other letters are parts of names and texts."""

from __future__ import annotations

import math
import re
from enum import Enum
from typing import NamedTuple

from remembrancer.core import limits
from remembrancer.core.texts.unseen_characters import UNSEEN
from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.tree import Scalar


class TokenKind(Enum):
    WORD = "word"  # a keyword, or a name
    NAME = "name"  # a name in backticks: never a keyword
    TEXT = "text"  # in quotes
    NUMBER = "number"
    BARE = "bare"  # 3_human: a text that somebody forgot to quote
    PARAMETER = "parameter"
    SIGN = "sign"
    END = "end"


class CypherToken(NamedTuple):
    kind: TokenKind
    value: Scalar  # what it means: a text without its quotes, a number
    start: int  # where it stands in the query
    end: int
    keyword: str = ""  # its word in upper case if it can be a keyword

    def is_sign(self, *signs: str) -> bool:
        return self.kind is TokenKind.SIGN and self.value in signs


_SPACE = re.compile(r"[ \t\r\n]+")
_NUMBER = re.compile(r"(?:\d+\.\d+|\.\d+|\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_BARE = re.compile(r"\d+[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_EXPONENT = re.compile(r"\d+[eE]\d+", re.ASCII)
_WORD = re.compile(r"[^\W\d]\w*")
_PARAMETER = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]{0,63})", re.ASCII)
_SIGN = re.compile(r"<>|<=|>=|\.\.|[()\[\]{}<>=+\-*/%^.,:|!&]")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_SELF = "\\'\"`"
_HEX = re.compile(r"[0-9A-Fa-f]{4}", re.ASCII)
_INTEGER_MAX = 2**63 - 1
# Neither text nor space. A lone carriage return ends no line here, so it hides nothing.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_UNSEEN = re.compile(f"[{UNSEEN}]")


def tokens(query: str) -> list[CypherToken]:
    """The tokens of one query, an END last."""
    _check_characters(query)
    at = _after_headlines(query)
    found: list[CypherToken] = []
    while at < len(query):
        if space := _SPACE.match(query, at):
            at = space.end()
            continue
        token = _token(query, at)
        found.append(token)
        if len(found) > limits.CYPHER_TOKENS_MAX:
            raise refusal(
                f"The query has more than {limits.CYPHER_TOKENS_MAX} words and signs. Ask for "
                "less at once, and give long lists as parameters."
            )
        at = token.end
    found = _without_last_semicolon(found)
    found.append(CypherToken(TokenKind.END, None, len(query), len(query)))
    return found


def _check_characters(query: str) -> None:
    if len(query) > limits.CYPHER_CHARACTERS_MAX:
        raise refusal(
            f"The query has {len(query)} characters, and {limits.CYPHER_CHARACTERS_MAX} are "
            "allowed. Give long texts and lists as parameters: $name."
        )
    if control := _CONTROL.search(query):
        raise refusal(
            f"The query holds U+{ord(control[0]):04X}, a control character. Leave it out, or "
            "give the text that needs it as a parameter: $name."
        )


def _after_headlines(query: str) -> int:
    """Where the query begins: lines above it that start with # are a title to it."""
    at = 0
    while True:
        space = _SPACE.match(query, at)
        begins = space.end() if space else at
        if not query.startswith("#", begins):
            return begins
        line_end = query.find("\n", begins)
        at = len(query) if line_end < 0 else line_end + 1


def _token(query: str, at: int) -> CypherToken:
    first = query[at]
    if first in "'\"":
        return _text(query, at)
    if first == "`":
        return _name(query, at)
    if query.startswith(("//", "/*"), at):
        raise refusal("A query has no comments. Leave them out.")
    if first.isdigit() or (first == "." and query[at + 1 : at + 2].isdigit()):
        return _number(query, at)
    if first == "$":
        if found := _PARAMETER.match(query, at):
            return CypherToken(TokenKind.PARAMETER, found[1], at, found.end())
        raise refusal("A parameter is $ and a name: $person_id.")
    if found := _WORD.match(query, at):
        word = found[0]
        return CypherToken(
            TokenKind.WORD, word, at, found.end(), word.upper() if word.isascii() else ""
        )
    if first == ";":
        return CypherToken(TokenKind.SIGN, ";", at, at + 1)
    if query.startswith("=~", at):
        raise refusal("There is no =~ here. Write CONTAINS, STARTS WITH or ENDS WITH.")
    if found := _SIGN.match(query, at):
        return CypherToken(TokenKind.SIGN, found[0], at, found.end())
    if first == "#":
        raise refusal("A line with # may stand above a query, not in it. Leave it out.")
    raise refusal(
        f"{first!r} (U+{ord(first):04X}) is no sign of this language. A text needs quotes around "
        "it, a name backticks."
    )


def _text(query: str, at: int) -> CypherToken:
    quote, position = query[at], at + 1
    pieces: list[str] = []
    while position < len(query):
        character = query[position]
        if character == quote:
            return CypherToken(TokenKind.TEXT, "".join(pieces), at, position + 1)
        if character == "\\":
            piece, position = _escaped(query, position + 1)
            pieces.append(piece)
            continue
        pieces.append(character)
        position += 1
    raise refusal(f"A text that begins with {quote} does not end. Close it with {quote}.")


def _escaped(query: str, at: int) -> tuple[str, int]:
    character = query[at : at + 1]
    if character and character in _SELF:
        return character, at + 1
    if character in _ESCAPES:
        return _ESCAPES[character], at + 1
    if character == "u" and (digits := _HEX.match(query, at + 1)):
        meant = chr(int(digits[0], 16))
        if meant == "\0" or "\ud800" <= meant <= "\udfff":
            raise refusal(f"\\u{digits[0]} is no character. Write the character itself.")
        return meant, digits.end()
    raise refusal("After a backslash comes one of \\ ' \" n t r b f, or u and four digits.")


def _name(query: str, at: int) -> CypherToken:
    position, pieces = at + 1, []
    while True:
        close = query.find("`", position)
        if close < 0:
            raise refusal("A name that begins with ` does not end. Close it with `.")
        pieces.append(query[position:close])
        if not query.startswith("`", close + 1):
            break
        pieces.append("`")
        position = close + 2
    name = "".join(pieces)
    if not name:
        raise refusal("`` is no name. Write one between the backticks.")
    if unseen := _UNSEEN.search(name):
        raise refusal(
            f"A name holds U+{ord(unseen[0]):04X}, which cannot be seen. Write the name without it."
        )
    return CypherToken(TokenKind.NAME, name, at, close + 1)


def _number(query: str, at: int) -> CypherToken:
    bare = _BARE.match(query, at)
    number = _NUMBER.match(query, at)
    if bare and not _EXPONENT.fullmatch(bare[0]) and (not number or bare.end() > number.end()):
        return CypherToken(TokenKind.BARE, bare[0], at, bare.end())
    if not number or _WORD.match(query, number.end()):
        raise refusal("A number is written with the digits 0 to 9: 5, 0.5, 1e3.")
    text = number[0]
    value: int | float
    if text.isdigit():
        # Longer ones are too large anyway, and Python refuses to read very long ones.
        value = int(text) if len(text) <= 19 else _INTEGER_MAX + 1
        fits = value <= _INTEGER_MAX
    else:
        value = float(text)
        fits = math.isfinite(value)
    if not fits:
        raise refusal(f"The number {text[:20]} is too large. Whole numbers have 64 bits.")
    return CypherToken(TokenKind.NUMBER, value, at, number.end())


def _without_last_semicolon(found: list[CypherToken]) -> list[CypherToken]:
    if found and found[-1].is_sign(";"):
        found = found[:-1]
    if any(token.is_sign(";") for token in found):
        raise refusal("There is more than one statement. Ask one question at a time.")
    return found
