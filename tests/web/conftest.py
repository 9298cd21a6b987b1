"""A corporate memory with its pages, and the people who look at them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.conftest import BorrowedClock
from tests.web.reader import Reader, Served

_numbers = count(1)


class Place:
    """A space of its own behind the pages."""

    def __init__(self, memory: Memory, served: Served) -> None:
        self.memory = memory
        self.served = served

    def token(self, name: str, **about: Any) -> str:
        person = self.memory.admin.add_person(name, **about)
        return self.memory.admin.issue_token(person.name).token

    def reader(self, name: str, **about: Any) -> Reader:
        """Somebody who is registered and signed in."""
        return Reader(self.served, self.token(name, **about))

    def as_person(self, name: str) -> Memory:
        """The memory as somebody who is registered has it."""
        return self.memory.acting_as(self.memory.admin.person(name).as_principal())

    @property
    def admin(self) -> Reader:
        return self.reader("ada", roles=["ADMIN"])

    @property
    def contributor(self) -> Reader:
        return self.reader("maya")


@pytest.fixture(scope="session")
def opened() -> Iterator[tuple[Memory, BorrowedClock, Served]]:
    """One store and one application for all tests."""
    clock = BorrowedClock()
    with Memory.open(
        ":memory:", space="lobby", clock=clock, embedder="none", background=False
    ) as memory:
        served = Served(memory)
        yield memory, clock, served
        served.close()


class PlaceFactory:
    """Makes a space of a preset."""

    def __init__(self, memory: Memory, served: Served) -> None:
        self._memory = memory
        self.served = served

    def __call__(self, preset: str = "corporate") -> Place:
        return Place(self._memory.in_space(f"place {next(_numbers)}", preset), self.served)


@pytest.fixture
def places(opened: tuple[Memory, BorrowedClock, Served], clock: FrozenClock) -> PlaceFactory:
    memory, borrowed, served = opened
    borrowed.lender = clock
    return PlaceFactory(memory, served)


@pytest.fixture
def place(places: PlaceFactory) -> Place:
    """A corporate space."""
    return places()
