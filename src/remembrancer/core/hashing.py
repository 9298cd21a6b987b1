"""Hashing: the hashes that make the ledger tamper-evident, and opaque cursors."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from remembrancer.core.errors import InvalidInput

FIRST_HASH = "0" * 64  # the predecessor of the first row of a chain
SALT_DIGITS = 32  # hexadecimal

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
_sha256 = hashlib.sha256


_SEPARATOR = "\x1f"  # occurs in no accepted text
_KINDS_MAX = 4_096


@lru_cache(maxsize=_KINDS_MAX)
def _kinds(types: tuple[type, ...]) -> bytes:
    return ",".join(kind.__name__ for kind in types).encode()


def _canonical(values: Sequence[Any]) -> bytes:
    """Plain values as bytes that are unique among values of the same columns.

    The separator occurs in no accepted value, so moving a value across a column border changes the
    bytes. The types at the end distinguish None from an empty text, and a number from its digits.
    """
    texts = [value if type(value) is str else repr(value) for value in values]
    kinds = _kinds(tuple(map(type, values)))
    return _SEPARATOR.join(texts).encode("utf-8", "surrogatepass") + b"\x1e" + kinds


class Chance:
    """Random hexadecimal digits, read from the system in bulk."""

    def __init__(self) -> None:
        self._digits = ""
        self._used = 0

    def digits(self, count: int) -> str:
        used = self._used
        if used + count > len(self._digits):
            self._digits = os.urandom(2048).hex()
            used = 0
        self._used = used + count
        return self._digits[used : used + count]

    def salt(self) -> str:
        return self.digits(SALT_DIGITS)

    def id(self, prefix: str) -> str:
        return f"{prefix}_{self.digits(12)}"


def commitment(salt: str, values: Sequence[Any]) -> str:
    """A commitment to values. It reveals nothing about them once the salt is deleted."""
    return _sha256(salt.encode() + b"\x1f" + _canonical(values)).hexdigest()


def together(commitments: Iterable[str]) -> str:
    """One commitment for all rows of one change; for a single row, its own."""
    listed = list(commitments)
    if len(listed) == 1:
        return listed[0]
    return _sha256("".join(listed).encode()).hexdigest()


def link(previous: str, values: Sequence[Any]) -> str:
    """The hash of a ledger row: itself and the row before it."""
    return _sha256(previous.encode() + _canonical(values)).hexdigest()


def text_hash(text: str) -> str:
    """SHA-256 of a text in UTF-8, which anybody can recompute."""
    return _sha256(text.encode()).hexdigest()


def keyed_hash(key: bytes, values: Sequence[Any]) -> str:
    """A hash for finding duplicates, useless without the space's key."""
    return hmac.digest(key, _encode(values).encode(), "sha256")[:16].hex()


def signature(key: bytes, values: Sequence[Any]) -> str:
    return hmac.new(key, _encode(values).encode(), "sha256").hexdigest()


def same(left: str, right: str) -> bool:
    """Constant-time comparison."""
    return hmac.compare_digest(left.encode(), right.encode())


_ROUNDS = 4
_HALF = 0xFFFFFFFF
_CURSOR_LETTERS = 11
_POSITIONS_MAX = 1 << 40


def seal_position(key: bytes, position: int) -> str:
    """A ledger position as an opaque cursor: it reveals neither the number nor a distance.

    A gapless number would tell outsiders how many rows they may not see. Four keyed Feistel rounds
    permute all 64-bit numbers.
    """
    left, right = position >> 32, position & _HALF
    for number in range(_ROUNDS):
        left, right = right, left ^ _round(key, number, right)
    return base64.urlsafe_b64encode((left << 32 | right).to_bytes(8, "big")).decode().rstrip("=")


def open_position(key: bytes, cursor: Any) -> int:
    """The position of a cursor. A cursor that was not made with the key is refused."""
    position = -1
    if isinstance(cursor, str) and len(cursor) == _CURSOR_LETTERS and cursor.isascii():
        try:
            value = int.from_bytes(base64.urlsafe_b64decode(cursor + "="), "big")
        except ValueError:
            value = 0
        left, right = value >> 32, value & _HALF
        for number in reversed(range(_ROUNDS)):
            left, right = right ^ _round(key, number, left), left
        position = left << 32 | right
    # Real positions are small. A random cursor decodes to a huge number.
    if not 0 <= position < _POSITIONS_MAX or seal_position(key, position) != cursor:
        raise no_cursor(cursor)
    return position


def no_cursor(value: Any) -> InvalidInput:
    return InvalidInput(
        f"{value!r} is no cursor of this space. Use one that an earlier call returned, or leave it "
        "out to start from the beginning.",
        field="cursor",
    )


def _round(key: bytes, number: int, half: int) -> int:
    digest = hmac.digest(key, b"cursor" + bytes([number]) + half.to_bytes(4, "big"), "sha256")
    return int.from_bytes(digest[:4], "big")
