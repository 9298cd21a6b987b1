"""Who plays in the scenarios: memories with tools of their own, and extractors that we direct."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest

from remembrancer import Item, Memory, Message, Proposal
from remembrancer.testing import FrozenClock
from tests.conftest import BorrowedClock
from tests.engines import ENGINES

_numbers = count(1)

# What only a store can show that outlives the memory it was opened by.
lasting = pytest.mark.parametrize(
    "engine",
    [one for one in ENGINES if one.name != "sqlite-memory"],
    ids=lambda one: str(one.name),
    indirect=True,
    scope="module",
)

PATIENCE_SECONDS = 60.0


class Lobby:
    """A memory that is open for a whole module, and the clock of whichever test is running."""

    def __init__(self, url: str) -> None:
        self.clock = BorrowedClock()
        self.memory = Memory.open(url, space="lobby", clock=self.clock, background=False)

    def close(self) -> None:
        self.memory.close()


class Stage:
    """A store in which each test has a space of its own."""

    def __init__(
        self, url: str, clock: FrozenClock, opened: ExitStack, lobby: Lobby | None = None
    ) -> None:
        self.url = url
        self._clock = clock
        self._opened = opened
        self._lobby = lobby
        if lobby is not None:
            lobby.clock.lender = clock

    def new_space(self) -> str:
        return f"scene {next(_numbers)}"

    def open(
        self,
        preset: str | None = "adviser",
        *,
        space: str | None = None,
        background: bool = False,
        **options: Any,
    ) -> Memory:
        """A memory in a new space, or again in one of that name. It works when it is told to.

        Without tools of its own it is entered from the lobby, which takes less time."""
        if self._lobby is not None and not (space or background or options):
            return self._lobby.memory.in_space(self.new_space(), preset)
        options = {"clock": self._clock, **options}
        return self._opened.enter_context(
            Memory.open(
                self.url,
                space=space or self.new_space(),
                preset=preset,
                background=background,
                **options,
            )
        )


Draw = Callable[[Message], Iterable[Proposal]]


def every_word(message: Message) -> Iterator[Proposal]:
    """The whole message as one item."""
    yield Proposal(content=message.content, message_id=message.id, quote=message.content)


class Extractor:
    """Draws out of each message what it is told to, and remembers what it was shown."""

    def __init__(self, draw: Draw = every_word, *, is_local: bool = True) -> None:
        self._draw = draw
        self.is_local = is_local
        self.shown: list[tuple[Message, ...]] = []

    def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]:
        self.shown.append(tuple(messages))
        return [one for message in messages for one in self._draw(message)]


class RemoteReranker:
    """Sends texts away, and remembers which."""

    name = "far reranker"
    is_local = False

    def __init__(self) -> None:
        self.sent: list[str] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.sent += [query, *texts]
        return [0.0 for _ in texts]


class FailingExtractor(Extractor):
    """Fails so many times, and works from then on."""

    def __init__(self, times: int, why: str) -> None:
        super().__init__()
        self._left = times
        self._why = why

    def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]:
        if self._left:
            self._left -= 1
            raise RuntimeError(self._why)
        return super().extract(messages)


class SlowExtractor(Extractor):
    """Says when it has begun, and does not end before it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()
        self.may_end = threading.Event()

    def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]:
        self.begun.set()
        assert self.may_end.wait(PATIENCE_SECONDS)
        return super().extract(messages)


def line(number: int, content: str, *, role: str = "user", **fields: Any) -> dict[str, Any]:
    """A message to append, known by its number."""
    author = "karin" if role == "user" else role
    return {"id": f"m{number}", "author_id": author, "role": role, "content": content, **fields}


def small_talk(first: int, last: int) -> list[dict[str, Any]]:
    """Messages about nothing that a summary would keep as a decision."""
    return [
        line(number, f"Row {number} of the ledger shows {number * 7} kr on account {3000 + number}")
        for number in range(first, last + 1)
    ]


def chat(memory: Memory, id: str, *said: str | dict[str, Any], **fields: Any) -> tuple[Item, ...]:
    """A conversation from its start to its end, and the items that were drawn out of it.

    A line is what the client says, `A: …` what the agent answers, or a message as it stands.
    """
    memory.conversations.start(id, **fields)
    memory.conversations.append(id, [_turn(number, one) for number, one in enumerate(said, 1)])
    memory.conversations.close(id)
    memory.jobs.wait()
    return items_of(memory, source_id=id)


def _turn(number: int, said: str | dict[str, Any]) -> dict[str, Any]:
    if not isinstance(said, str):
        return {"id": f"m{number}", **said}
    if said.startswith("A: "):
        return line(number, said.removeprefix("A: "), role="assistant")
    return line(number, said)


def items_of(memory: Memory, **filters: Any) -> tuple[Item, ...]:
    """Items, the oldest first."""
    return tuple(reversed(memory.items(**filters).items))


def texts(items: Iterable[Item]) -> set[str]:
    return {one.content for one in items}
