"""Vectors in memory: they grow with the store, forget what was erased, and stay within bounds."""

from __future__ import annotations

import random
import threading
from array import array
from collections.abc import Iterator
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.limits import VECTORS_CACHED_MAX
from remembrancer.store.caches import vector_cache
from remembrancer.store.caches.vector_cache import VectorCache, VectorState

KEY = (1, "model")
Row = tuple[int, int, int | None, bytes]  # number, text, message, vector


def packed(values: list[float]) -> bytes:
    return array("f", values).tobytes()


def turned(values: list[float], wanted: list[float]) -> float:
    lengths = sqrt(sum(a * a for a in values)) * sqrt(sum(b * b for b in wanted))
    return sum(a * b for a, b in zip(values, wanted, strict=True)) / lengths if lengths else 0.0


class Table:
    """The rows of a store, which counts what is read of them."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.read: list[int] = []  # rows of each load
        self.from_the_start = 0  # loads of all rows

    def add(self, text: int, values: list[float], *, is_message: bool = False) -> None:
        number = max((row[0] for row in self.rows), default=0) + 1
        self.rows.append((number, text, text if is_message else None, packed(values)))

    def load(self, above: int) -> tuple[int, Iterator[Row]]:
        found = [row for row in self.rows if row[0] > above]
        self.read.append(len(found))
        self.from_the_start += above == 0
        return len(found), iter(found)

    def state(self, erased: int = 0) -> VectorState:
        return VectorState(max((row[0] for row in self.rows), default=0), erased)


def direction(seed: int, size: int = 4) -> list[float]:
    chance = random.Random(seed)
    return [chance.uniform(-1, 1) for _ in range(size)]


def filled(count: int, *, size: int = 4) -> Table:
    table = Table()
    for n in range(count):
        table.add(n, direction(n, size), is_message=n % 2 == 1)
    return table


def test_only_what_is_new_is_read() -> None:
    """A store that grows is not read anew, and nothing is read where nothing changed."""
    table, cache = filled(10), VectorCache()
    wanted = direction(99)
    for _ in range(2):
        measured = cache.measured(KEY, table.state(), table.load, wanted)
        assert measured is not None
        assert len(measured.of(range(20))) == 10
    assert table.read == [10]
    for n in range(10, 40):
        table.add(n, direction(n))
        measured = cache.measured(KEY, table.state(), table.load, wanted)
        assert measured is not None
        assert measured.of([n]) == pytest.approx({n: turned(direction(n), wanted)}, abs=1e-5)
    assert table.read == [10] + [1] * 30
    assert measured is not None
    assert measured.of(range(40)) == pytest.approx(
        {n: turned(direction(n), wanted) for n in range(40)}, abs=1e-5
    )


def test_after_an_erasure_all_is_read_again() -> None:
    """What was erased is in no matrix any more, even where its number was given again."""
    table, cache = filled(6), VectorCache()
    wanted = direction(99)
    cache.measured(KEY, table.state(), table.load, wanted)
    del table.rows[-1]
    table.add(77, direction(77))
    assert table.state().last == 6
    measured = cache.measured(KEY, table.state(erased=12), table.load, wanted)
    assert measured is not None
    assert measured.of([5, 77]) == pytest.approx({77: turned(direction(77), wanted)}, abs=1e-5)
    assert table.read == [6, 6]


def test_a_reader_of_the_past_does_not_bring_erased_vectors_back() -> None:
    """Who began to read before an erasure is served from what is there now."""
    table, cache = filled(6), VectorCache()
    cache.measured(KEY, table.state(erased=12), table.load, direction(99))
    cache.measured(KEY, table.state(erased=5), table.load, direction(99))
    assert table.read == [6]


def test_a_reader_who_began_before_the_last_rows_came_sees_none_of_them() -> None:
    """Nor is anything read for them, and the rows are not lost to those who come later."""
    table, cache = filled(6), VectorCache()
    wanted, before = direction(99), table.state()
    table.add(6, direction(6))
    held = cache.measured(KEY, table.state(), table.load, wanted)
    for state, count in ((before, 6), (table.state(), 7), (before, 6)):
        measured = cache.measured(KEY, state, table.load, wanted)
        assert measured is not None
        assert set(measured.of(range(9))) == set(range(count))
    assert table.read == [7, 1]
    assert held is not None
    assert set(held.of(range(9))) == set(range(7))


def test_a_restored_backup_is_read_on_from_where_it_ends() -> None:
    """What was written after it is gone, and what is written since is what is measured."""
    table, cache = filled(6), VectorCache()
    wanted = direction(99)
    assert cache.measured(KEY, table.state(), table.load, wanted) is not None
    del table.rows[4:]
    assert cache.measured(KEY, table.state(), table.load, wanted) is not None
    table.add(50, direction(50))
    measured = cache.measured(KEY, table.state(), table.load, wanted)
    assert measured is not None
    assert set(measured.of(range(60))) == {0, 1, 2, 3, 50}
    assert table.read == [6, 1]


def test_spaces_and_models_are_apart() -> None:
    """A question is measured against the vectors of one space and one model."""
    tables = {(space, model): Table() for space in (1, 2) for model in ("a", "b")}
    cache = VectorCache()
    for place, (key, table) in enumerate(tables.items()):
        table.add(place, direction(place))
        assert cache.measured(key, table.state(), table.load, direction(9)) is not None
    for place, (key, table) in enumerate(tables.items()):
        measured = cache.measured(key, table.state(), table.load, direction(9))
        assert measured is not None
        assert set(measured.of(range(9))) == {place}
    cache.forget(1)
    for key, table in tables.items():
        cache.measured(key, table.state(), table.load, direction(9))
        assert table.read == ([1, 1] if key[0] == 1 else [1])


def test_the_least_used_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the limit all stay; over it, what was asked for longest ago is let go."""
    assert VECTORS_CACHED_MAX > 100_000
    monkeypatch.setattr(vector_cache, "VECTORS_CACHED_MAX", 10)
    cache = VectorCache()
    tables = {n: filled(4) for n in range(3)}

    def ask(n: int) -> int:
        assert cache.measured((n, "m"), tables[n].state(), tables[n].load, direction(9))
        return len(tables[n].read)

    assert [ask(0), ask(1), ask(0)] == [1, 1, 1]
    assert ask(2) == 1  # and 1 has to go
    assert [ask(0), ask(2), ask(1)] == [1, 1, 2]


def test_one_space_over_the_limit_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vectors in use are never let go, however many there are."""
    monkeypatch.setattr(vector_cache, "VECTORS_CACHED_MAX", 3)
    table, cache = filled(9), VectorCache()
    for _ in range(2):
        measured = cache.measured(KEY, table.state(), table.load, direction(9))
        assert measured is not None
        assert len(measured.of(range(9))) == 9
    assert table.read == [9]


def test_vectors_of_another_length_are_left_out() -> None:
    """They cannot be compared; a question of another length is told that there is nothing."""
    table, cache = filled(4), VectorCache()
    assert cache.measured(KEY, table.state(), table.load, [1.0, 0.0]) is None
    assert cache.measured(KEY, table.state(), table.load, direction(1)) is not None
    assert cache.measured((2, "none"), VectorState(0, 0), table.load, direction(1)) is None


def test_a_vector_without_a_direction_is_near_to_nothing() -> None:
    """Neither as a text nor as a question."""
    table, cache = Table(), VectorCache()
    table.add(1, [0.0, 0.0])
    table.add(2, [1.0, 0.0])
    for wanted, expected in (([1.0, 0.0], {1: 0.0, 2: 1.0}), ([0.0, 0.0], {1: 0.0, 2: 0.0})):
        measured = cache.measured(KEY, table.state(), table.load, wanted)
        assert measured is not None
        assert measured.of([1, 2]) == expected


@given(
    texts=st.lists(st.integers(0, 12), min_size=1, max_size=40),
    wanted=st.integers(0, 1_000),
    count=st.integers(1, 45),
)
def test_texts_of_several_parts_count_by_their_nearest(
    texts: list[int], wanted: int, count: int
) -> None:
    """In whatever order they came, and for messages and items apart."""
    table, cache = Table(), VectorCache()
    best: dict[int, float] = {}
    question = direction(wanted, 3)
    for n, text in enumerate(texts):
        values = direction(7 * n + 1, 3)
        table.add(text, values, is_message=text % 2 == 1)
        best[text] = max(best.get(text, -1.0), turned(values, question))
    measured = cache.measured(KEY, table.state(), table.load, question)
    assert measured is not None
    assert measured.of(range(13)) == pytest.approx(best, abs=1e-5)
    for messages in (True, False):
        of_kind = {text: near for text, near in best.items() if text % 2 == messages}
        assert measured.size(messages=messages) == sum(text % 2 == messages for text in texts)
        found = measured.nearest(messages=messages, count=count)
        assert found == pytest.approx({text: of_kind[text] for text in found}, abs=1e-5)
        ordered = sorted(of_kind.values(), reverse=True)[: len(found)]
        assert list(found.values()) == pytest.approx(ordered, abs=1e-5)
        if count >= measured.size(messages=messages):
            assert set(found) == set(of_kind)


def test_threads_share_what_was_read() -> None:
    """While one thread takes in new vectors, others measure what they see, and all of it."""
    table, cache = filled(64, size=8), VectorCache()
    wanted, wrong = direction(999, 8), list[int]()

    def ask() -> None:
        for _ in range(40):
            state = table.state()
            measured = cache.measured(KEY, state, table.load, wanted)
            assert measured is not None
            found = measured.of(range(state.last))
            wrong.extend(
                text
                for text in range(state.last)
                if found.get(text) != pytest.approx(turned(direction(text, 8), wanted), abs=1e-5)
            )

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for n in range(64, 128):
        table.add(n, direction(n, 8))
    for thread in threads:
        thread.join()
    assert wrong == []
    assert table.from_the_start == 1
