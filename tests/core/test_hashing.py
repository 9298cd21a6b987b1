"""Sealing: hashes that commit, and cursors that tell nothing."""

from __future__ import annotations

import base64
import os
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from remembrancer.core.errors import InvalidInput
from remembrancer.core.hashing import (
    FIRST_HASH,
    Chance,
    commitment,
    keyed_hash,
    link,
    open_position,
    same,
    seal_position,
    signature,
    together,
)

KEY = bytes(range(32))
OTHER = bytes(range(1, 33))
SALT = "0" * 32
_POSITIONS = st.integers(0, 2**40 - 1)
_KEYS = st.binary(min_size=32, max_size=32)
_TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
_VALUES = st.lists(st.none() | _TEXTS | st.integers(), max_size=6)


@given(_KEYS, _POSITIONS)
def test_a_sealed_position_opens_to_itself(key: bytes, position: int) -> None:
    """Sealing loses nothing, whatever the key."""
    assert open_position(key, seal_position(key, position)) == position


@given(st.sets(_POSITIONS, max_size=200))
def test_no_two_positions_have_one_cursor(positions: set[int]) -> None:
    """The permutation is one: different positions give different cursors."""
    assert len({seal_position(KEY, position) for position in positions}) == len(positions)


def test_the_first_positions_are_all_different() -> None:
    """Neighbours, where a weak permutation would show, never meet."""
    assert len({seal_position(KEY, position) for position in range(5_000)}) == 5_000


def test_cursors_tell_nothing_of_order() -> None:
    """Sorted, the cursors of a thousand neighbours stand in no order of theirs."""
    cursors = [seal_position(KEY, position) for position in range(1_000)]
    rises = sum(later > earlier for earlier, later in pairwise(cursors))
    assert 400 < rises < 600
    # Every letter varies even between neighbours, so no part of a cursor is a counter.
    for place in range(10):
        assert len({cursor[place] for cursor in cursors}) > 16


def test_one_step_changes_half_of_the_bits() -> None:
    """A distance of one looks like any other distance."""

    def bits(position: int) -> int:
        cursor = seal_position(KEY, position)
        return int.from_bytes(base64.urlsafe_b64decode(cursor + "="), "big")

    changed = [(bits(n) ^ bits(n + 1)).bit_count() for n in range(2_000)]
    assert 30 < sum(changed) / len(changed) < 34
    assert min(changed) > 8


@given(_POSITIONS)
def test_another_key_opens_nothing(position: int) -> None:
    """A cursor of one space is none in another."""
    with pytest.raises(InvalidInput, match="no cursor of this space"):
        open_position(OTHER, seal_position(KEY, position))


@given(st.text(st.sampled_from("ABCDEFGHabcdefgh0123456789-_"), min_size=11, max_size=11))
def test_a_made_up_cursor_is_refused(cursor: str) -> None:
    """Guessing does not lead anywhere."""
    with pytest.raises(InvalidInput) as refusal:
        open_position(KEY, cursor)
    assert refusal.value.field == "cursor"


@pytest.mark.parametrize(
    "cursor",
    ["", "x", "x" * 12, "é" * 11, "=" * 11, "!" * 11, 5, None, b"x" * 11, [], "\ud800" * 11],
)
def test_what_is_no_cursor_is_refused(cursor: Any) -> None:
    """Other lengths, letters and types, all in our own words."""
    with pytest.raises(InvalidInput, match="no cursor"):
        open_position(KEY, cursor)


def test_a_cursor_has_one_spelling() -> None:
    """The spare bits of its last letter cannot be used to write it differently."""
    cursor = seal_position(KEY, 7)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    place = letters.index(cursor[-1])
    for other in letters[place - place % 4 : place - place % 4 + 4]:
        if other != cursor[-1]:
            with pytest.raises(InvalidInput):
                open_position(KEY, cursor[:-1] + other)


@given(st.lists(st.tuples(st.none() | _TEXTS, st.none() | _TEXTS), min_size=1, max_size=6))
def test_other_values_have_another_commitment(pairs: list[tuple[Any, Any]]) -> None:
    """Values of the same columns that differ in any of them, or in their order, are told apart."""
    one, other = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    assume(one != other)
    assert commitment(SALT, one) != commitment(SALT, other)
    assert link(FIRST_HASH, one) != link(FIRST_HASH, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([None], [""]),
        ([None], ["None"]),
        ([None], ["\x00"]),
        (["b'abc'"], [b"abc"]),
        (["a", "b"], ["ab", ""]),
        (["a", "b"], ["", "ab"]),
        (["a", None], [None, "a"]),
        ([1, 23], [12, 3]),
    ],
)
def test_look_alikes_are_told_apart(one: list[Any], other: list[Any]) -> None:
    """What only reads the same is not the same: types and borders are part of what is sealed."""
    assert commitment(SALT, one) != commitment(SALT, other)


def test_a_salt_hides_the_value() -> None:
    """The same short fact has another commitment each time."""
    chance = Chance()
    assert len({commitment(chance.salt(), ["58"]) for _ in range(1_000)}) == 1_000


def test_the_salt_and_the_value_have_a_border() -> None:
    """Nothing can be moved from the salt into the value."""
    assert commitment(SALT, ["58"]) != commitment(SALT + "5", ["8"])


def test_chance_is_never_used_twice() -> None:
    """Ids and salts do not repeat, across the border of what is fetched at once."""
    chance = Chance()
    salts = [chance.salt() for _ in range(5_000)]
    assert len(set(salts)) == len(salts)
    assert {len(salt) for salt in salts} == {32}
    ids = [chance.id("km") for _ in range(5_000)]
    assert len(set(ids)) == len(ids)
    assert Chance().salt() != Chance().salt()


def test_one_row_s_commitment_is_its_own() -> None:
    """Several rows have one together, in which number and order count."""
    one, other = commitment(SALT, ["a"]), commitment(SALT, ["b"])
    assert together([one]) == one
    assert len({together([one, other]), together([other, one]), together([]), one}) == 4
    assert together([one, one]) != together([one])


def test_a_link_holds_the_whole_past() -> None:
    """Changing any earlier row changes every later hash."""

    def chain(rows: list[str]) -> str:
        hash = FIRST_HASH
        for row in rows:
            hash = link(hash, [row])
        return hash

    rows = [f"row {n}" for n in range(20)]
    heads = {chain(rows)}
    for place in range(20):
        heads.add(chain([*rows[:place], "changed", *rows[place + 1 :]]))
        heads.add(chain([*rows[:place], *rows[place + 1 :]]))
    heads.add(chain(rows[::-1]))
    assert len(heads) == 42


@given(_KEYS, _VALUES)
def test_keyed_hashes_need_the_key(key: bytes, values: list[Any]) -> None:
    """The same values give the same hash under one key and another under another."""
    assume(key != KEY)
    assert keyed_hash(KEY, values) == keyed_hash(KEY, values)
    assert keyed_hash(KEY, values) != keyed_hash(key, values)
    assert signature(KEY, values) != signature(key, values)


def test_sameness() -> None:
    """Equal texts are, others are not, of whatever length and letters."""
    assert same("a" * 64, "a" * 64)
    assert not same("a" * 64, "a" * 63)
    assert not same("é", "e")


def test_randomness_comes_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Salts are what the operating system gives, and nothing that can be foreseen."""
    monkeypatch.setattr(os, "urandom", lambda count: b"\xab" * count)
    assert Chance().salt() == "ab" * 16
