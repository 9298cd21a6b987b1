"""Codes of vectors: few bits in cells that lead to most of the nearest, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest

from remembrancer.store.caches import vector_codes
from remembrancer.store.caches.vector_cache import VectorCache, VectorState
from remembrancer.store.caches.vector_codes import VectorCodes

SIZE = 32
KEY = (1, "model")
Row = tuple[int, int, int | None, bytes, str | None, str | None]


@pytest.fixture(autouse=True)
def _small_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_codes, "VECTOR_CELL_SIZE", 40)
    monkeypatch.setattr(vector_codes, "VECTORS_PROBED", 800)


class Table:
    """The rows of a store: clustered vectors, every fifth one of an item."""

    def __init__(self, count: int, seed: int = 1) -> None:
        self._chance = numpy.random.default_rng(seed)
        self._centres = self._chance.standard_normal((50, SIZE))
        self.values = numpy.zeros((0, SIZE), numpy.float32)
        self.loads: list[int] = []  # the rows of each load
        self.add(count)

    def add(self, count: int) -> None:
        chosen = self._centres[self._chance.integers(0, len(self._centres), count)]
        made = chosen + 0.6 * self._chance.standard_normal((count, SIZE))
        made /= numpy.linalg.norm(made, axis=1, keepdims=True)
        self.values = numpy.concatenate([self.values, made.astype(numpy.float32)])

    def load(self, above: int) -> tuple[int, Iterator[Row]]:
        self.loads.append(len(self.values) - above)
        return self.loads[-1], (self._row(number) for number in range(above, len(self.values)))

    def _row(self, place: int) -> Row:
        message = None if place % 5 == 0 else place
        at = None if message is None else f"2026-01-01T00:{place // 60 % 60:02d}:{place % 60:02d}Z"
        author = None if message is None else f"a{place % 7}"
        return place + 1, 10 * place, message, self.values[place].tobytes(), at, author

    def sample(self, count: int) -> list[bytes]:
        step = max(1, len(self.values) // count)
        return [value.tobytes() for value in self.values[::step]]

    def nearest(self, wanted: Any, count: int) -> list[int]:
        """The nearest messages, compared one by one."""
        likeness = self.values @ wanted
        likeness[::5] = -2
        numbers: list[int] = (1 + numpy.argsort(-likeness)[:count]).tolist()
        return numbers

    def state(self, erased: int = 0) -> VectorState:
        return VectorState(len(self.values), erased)

    def codes(self) -> VectorCodes:
        return VectorCodes(0).grown(self.load, self.sample)


def found(codes: VectorCodes, wanted: Any, count: int = 100, **options: Any) -> list[int]:
    numbers = codes.nearest(wanted, **{"messages": True, "count": count, **options}).numbers
    listed: list[int] = numbers.tolist()
    return listed


def _none_kept() -> None:
    return None


def test_most_of_the_nearest_are_found() -> None:
    """Of the ten nearest of 4,000, at least 95 in 100 are among a hundred that codes find."""
    table = Table(4_000)
    codes = table.codes()
    shares = []
    for question in Table(40, seed=1).values:
        true = set(table.nearest(question, 10))
        shares.append(len(true & set(found(codes, question))) / 10)
    assert sum(shares) / len(shares) >= 0.95


def test_items_and_messages_are_found_apart() -> None:
    """However few they are, the nearest of each kind come back."""
    table = Table(1_000)
    codes = table.codes()
    question = table.values[7]
    assert all(number % 5 != 1 for number in found(codes, question))
    assert all(number % 5 == 1 for number in found(codes, question, messages=False))
    assert codes.size(messages=False) == 200
    assert len(found(codes, question, 500, messages=False)) == 200


def test_what_comes_later_is_found_and_only_that_is_read() -> None:
    """Until there are twice as many: then the cells are made anew, of all vectors."""
    table, cache = Table(600), VectorCache()
    cache.codes(KEY, table.state(), table.load, table.sample, _none_kept)
    for _ in range(4):
        table.add(103)
        codes = cache.codes(KEY, table.state(), table.load, table.sample, _none_kept)
        is_message = (len(table.values) - 1) % 5 != 0
        near = found(codes, table.values[-1], 5, messages=is_message)
        assert near[0] == len(table.values)
    assert table.loads == [600, 103, 103, 103, 103]
    table.add(400)
    codes = cache.codes(KEY, table.state(), table.load, table.sample, _none_kept)
    assert table.loads[-1] == len(table.values) == codes.count


def test_who_began_earlier_does_not_see_what_came_later() -> None:
    """A reader sees the vectors of its own moment, and a restored backup has only its own."""
    table, cache = Table(600), VectorCache()
    before = table.state()
    table.add(50)
    cache.codes(KEY, table.state(), table.load, table.sample, _none_kept)
    codes = cache.codes(KEY, before, table.load, table.sample, _none_kept)
    assert codes.count == 600
    assert max(found(codes, table.values[-1], 600)) <= 600


def test_an_erasure_makes_all_codes_anew() -> None:
    """Nothing of what was erased stays in memory."""
    table, cache = Table(300), VectorCache()
    cache.codes(KEY, table.state(), table.load, table.sample, _none_kept)
    table.values = table.values[:250]
    codes = cache.codes(KEY, table.state(erased=9), table.load, table.sample, _none_kept)
    assert (codes.count, table.loads) == (250, [300, 250])
    cache.forget(1)
    cache.codes(KEY, table.state(erased=9), table.load, table.sample, _none_kept)
    assert table.loads == [300, 250, 250]


def test_a_time_narrows_the_search_before_codes_are_compared() -> None:
    """Then what passes is found however far it is."""
    table = Table(3_000)
    first = 1_767_225_600_000_000  # 2026-01-01
    numbers = found(
        table.codes(), table.values[7], 500, since=first + 60_000_000, until=first + 120_000_000
    )
    assert sorted(numbers) == [n + 1 for n in range(60, 120) if n % 5]


@pytest.mark.parametrize("probed", [10, 800])
def test_an_author_narrows_the_search(monkeypatch: pytest.MonkeyPatch, probed: int) -> None:
    """What others said is left out, whether the author said much or little."""
    monkeypatch.setattr(vector_codes, "VECTORS_PROBED", probed)
    table = Table(3_000)
    codes = table.codes()
    numbers = found(codes, table.values[7], 20, author="a3")
    assert len(numbers) == (20 if probed == 800 else len(numbers)) > 0
    assert {(number - 1) % 7 for number in numbers} == {3}
    assert found(codes, table.values[7], 20, author="nobody") == []
    table.add(40)
    grown = codes.grown(table.load, table.sample)
    assert {(number - 1) % 7 for number in found(grown, table.values[-1], 20, author="a5")} == {5}


def test_the_same_vectors_give_the_same_cells() -> None:
    """Two processes answer alike."""
    one, other = (Table(900).codes() for _ in range(2))
    for question in Table(5, seed=3).values:
        assert found(one, question) == found(other, question)


def test_vectors_of_another_length_are_near_to_nothing() -> None:
    """A question of another length finds nothing, and an empty space has no cells."""
    assert found(Table(100).codes(), numpy.ones(8)) == []
    assert found(Table(0).codes(), numpy.ones(SIZE)) == []


def test_rows_are_counted_only_when_that_can_have_changed() -> None:
    """A count of a million rows for each question would take longer than the question."""
    cache = VectorCache()
    counts: list[int] = []

    def count(rows: int) -> Callable[[], int]:
        def counted() -> int:
            counts.append(rows)
            return rows

        return counted

    assert not cache.is_above(KEY, VectorState(10, 0), 10, count(99))  # no number is so high
    assert not cache.is_above(KEY, VectorState(50, 0), 10, count(5))
    assert not cache.is_above(KEY, VectorState(55, 0), 10, count(99))  # five more at most
    assert cache.is_above(KEY, VectorState(60, 0), 10, count(12))
    assert cache.is_above(KEY, VectorState(70, 0), 10, count(99))
    assert not cache.is_above(KEY, VectorState(70, 1), 10, count(8))  # some were erased
    assert counts == [5, 12, 8]


def test_another_process_goes_on_with_what_was_packed() -> None:
    """It finds the same, reads only what has come since, and leaves another version's alone."""
    table = Table(900)
    codes = table.codes()
    body = codes.packed()
    table.add(10)
    kept = VectorCodes.unpacked(body)
    assert kept is not None
    cache = VectorCache()
    more = cache.codes(KEY, table.state(), table.load, table.sample, lambda: kept)
    assert table.loads == [900, 10]
    for question in table.values[5:50:9]:
        assert found(kept, question) == found(codes, question)
        of_author: dict[str, Any] = {"author": "a3"}
        assert found(kept, question, **of_author) == found(codes, question, **of_author)
    assert found(more, table.values[-1], 1) == [910]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_codes, "_FORMAT", 2)
        assert VectorCodes.unpacked(body) is None
