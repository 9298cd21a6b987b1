"""Reads tokens one after the other, and knows how deep it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from remembrancer.core import limits
from remembrancer.core.errors import QueryRefused
from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.tokens import CypherToken, TokenKind, tokens

# Words that are no names unless in backticks: the clauses and operators of every dialect.
RESERVED = frozenset(
    re.findall(
        r"\w+",
        """
        ALTER AND AS ASC ASCENDING BY CALL CASE COMMIT CONTAINS CREATE DELETE DENY DESC DESCENDING
        DETACH DISTINCT DROP ELSE END ENDS EXISTS EXPLAIN FALSE FINISH FOR FOREACH GRANT IN INSERT
        IS LIMIT LOAD MATCH MERGE NOT NULL OFFSET OPTIONAL OR ORDER PROFILE REMOVE RETURN REVOKE
        ROLLBACK SET SHOW SKIP STARTS TERMINATE THEN TRUE UNION UNWIND USE USING WHEN WHERE WITH
        XOR YIELD
        """,
    )
)
LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}", re.ASCII)
_NAME_CHARACTERS_MAX = 200


class Cursor:
    """The tokens of one query, and where the parser stands."""

    def __init__(self, query: str) -> None:
        self.text = query
        self._tokens = tokens(query)
        self._closing = _closing(self._tokens)
        self._at = 0
        self._depth = 0

    @property
    def here(self) -> CypherToken:
        return self._tokens[self._at]

    def ahead(self, steps: int) -> CypherToken:
        return self._tokens[min(self._at + steps, len(self._tokens) - 1)]

    def next(self) -> CypherToken:
        token = self.here
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def after_bracket(self) -> int:
        """Steps from this opening bracket to the token after the one that closes it."""
        return self._closing.get(self._at, len(self._tokens) - 1) + 1 - self._at

    def mark(self) -> int:
        return self._at

    def written_since(self, mark: int) -> str:
        """What the caller wrote, on one line."""
        text = self.text[self._tokens[mark].start : self._tokens[self._at - 1].end]
        return " ".join(text.split())

    @contextmanager
    def deeper(self) -> Iterator[None]:
        self._depth += 1
        if self._depth > limits.CYPHER_DEPTH_MAX:
            raise refusal(
                f"The query is nested more than {limits.CYPHER_DEPTH_MAX} deep. Write it flatter."
            )
        try:
            yield
        finally:
            self._depth -= 1

    def at_keyword(self, *words: str) -> bool:
        if self.here.keyword != words[0]:
            return False
        return all(self.ahead(step).keyword == word for step, word in enumerate(words))

    def take_keyword(self, *words: str) -> bool:
        if not self.at_keyword(*words):
            return False
        for _ in words:
            self.next()
        return True

    def expect_keyword(self, *words: str) -> None:
        if not self.take_keyword(*words):
            raise self.unexpected(" ".join(words))

    def at_sign(self, *signs: str) -> bool:
        return self.here.is_sign(*signs)

    def take_sign(self, sign: str) -> bool:
        if not self.at_sign(sign):
            return False
        self.next()
        return True

    def expect_sign(self, sign: str) -> None:
        if not self.take_sign(sign):
            raise self.unexpected(sign)

    def at_name(self) -> bool:
        return self.here.kind is TokenKind.NAME or (
            self.here.kind is TokenKind.WORD and self.here.keyword not in RESERVED
        )

    def name(self, what: str) -> str:
        """A variable or an alias: a word that is not reserved, or anything in backticks."""
        if not self.at_name():
            if self.here.keyword in RESERVED:
                raise refusal(
                    f"{self.here.keyword} is a word of the language, and here is {what} expected. "
                    f"If it is meant as a name, write it in backticks: `{self.here.value}`."
                )
            raise self.unexpected(what)
        return self._checked_name(self.next())

    def key(self, what: str) -> str:
        """The name of a property: any word, since a dot or a colon tells it from a keyword."""
        if self.here.kind not in (TokenKind.NAME, TokenKind.WORD):
            raise self.unexpected(what)
        return self._checked_name(self.next())

    def label(self, what: str) -> str:
        """The kind of a node or the type of a relationship."""
        name = self.key(what)
        if not LABEL.fullmatch(name):
            raise refusal(
                f"{name[:60]!r} is no {what}: it begins with a letter from A to Z, and letters, "
                "digits and _ follow."
            )
        return name

    def unexpected(self, wanted: str) -> QueryRefused:
        token = self.here
        if token.kind is TokenKind.END:
            return refusal(f"The query ends where {wanted} is expected. Write it to its end.")
        shown = self.text[token.start : token.end][:60]
        line = self.text.count("\n", 0, token.start) + 1
        column = token.start - (self.text.rfind("\n", 0, token.start) + 1) + 1
        return refusal(f"Line {line}, column {column}: {wanted} is expected, not {shown}.")

    def _checked_name(self, token: CypherToken) -> str:
        name = str(token.value)
        if len(name) > _NAME_CHARACTERS_MAX:
            raise refusal(f"A name has at most {_NAME_CHARACTERS_MAX} characters.")
        return name


def _closing(found: list[CypherToken]) -> dict[int, int]:
    """Which bracket closes which."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    waiting: list[int] = []
    closing: dict[int, int] = {}
    for at, token in enumerate(found):
        if token.is_sign(*pairs):
            waiting.append(at)
        elif token.is_sign(*pairs.values()) and waiting:
            closing[waiting.pop()] = at
    return closing
