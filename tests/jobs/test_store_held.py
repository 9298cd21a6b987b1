"""The store is held for writing while something is stored, and not while anything is worked out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from remembrancer import Memory, Message, Proposal
from remembrancer.core.limits import FILED_AT_ONCE_MAX
from remembrancer.llm.minilm import NAME
from remembrancer.presets import preset_files as presets
from remembrancer.testing import HashingEmbedder
from tests.conftest import MemoryFactory

PATIENCE = 30  # seconds after which something hangs for good
CITIES = ("Leeds", "York", "Bath", "Malmö", "Lund", "Turin", "Ghent", "Derby", "Crewe", "Oslo")


class Watching(HashingEmbedder):
    """Compares as the local model does, and calls something each time that it is asked."""

    def __init__(self) -> None:
        super().__init__(64)
        self.name = NAME  # whose vectors decide on what contradicts what
        self.calls = 0
        self.meanwhile: Callable[[], object] = lambda: None

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls += 1
        self.meanwhile()
        return super().embed(texts)


class Reading:
    """An extractor that keeps every sentence, and calls something each time that it is asked."""

    is_local = True

    def __init__(self) -> None:
        self.calls = 0
        self.meanwhile: Callable[[], object] = lambda: None

    def extract(self, messages: Sequence[Message]) -> list[Proposal]:
        self.calls += 1
        self.meanwhile()
        return [
            Proposal(content=f"{part}.", message_id=one.id, quote=part)
            for one in messages
            for part in one.content.rstrip(".").split(". ")
        ]


def said(count: int, price: int = 100) -> str:
    return " ".join(
        f"The flat in {CITIES[n % len(CITIES)]} costs {price + n} pounds a month."
        for n in range(count)
    )


def beside(store: Memory) -> Callable[[], None]:
    """Another thread writes something; it fails where the store is held for writing.

    What it writes holds no text, which would have to be embedded in turn."""

    def act() -> None:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(store.conversations.start).result(PATIENCE)

    return act


@pytest.mark.parametrize("preset", presets.names())
def test_a_foreground_write_goes_through_while_the_embedder_works(
    fresh_store: MemoryFactory, preset: str
) -> None:
    """In every preset, whatever is remembered, added or drawn out in the background: each time
    that the embedder is asked, another thread can write."""
    embedder = Watching()
    store = fresh_store(preset, embedder=embedder, background=False)
    embedder.meanwhile = beside(store)
    store.remember(said(4), subject="rents")
    store.remember(said(4, price=200), subject="rents")
    store.remember(said(4, price=250), subject="rents", dry_run=True)
    store.add(content="The flat in Leeds costs 900 pounds a month.", subject="rents")
    store.add_many([{"content": one} for one in said(3, price=300).split(". ")])
    store.conversations.start("talk", subject="rents")
    store.conversations.append("talk", {"author_id": "ann", "content": said(10, price=400)})
    store.conversations.close("talk")
    store.sources.meeting("review", {"facts": ["The flat in York costs 5 pounds a month."]})
    worked = store.jobs.wait()
    assert (worked.failed, worked.retrying) == ((), ())
    assert embedder.calls >= (3 if presets.load(preset).language == "english" else 1)
    assert store.verify().ok


def test_a_foreground_write_goes_through_while_an_extractor_reads(
    fresh_store: MemoryFactory,
) -> None:
    """Another thread can write while somebody's own extractor reads what was said."""
    extractor = Reading()
    store = fresh_store("desk", extractor=extractor, background=False)
    extractor.meanwhile = beside(store)
    store.remember(said(3))
    store.remember(said(3), dry_run=True)
    store.conversations.start("talk")
    store.conversations.append("talk", {"author_id": "ann", "content": said(5)})
    store.conversations.close("talk")
    assert store.jobs.wait().failed == ()
    assert extractor.calls == 3


def test_an_add_ends_while_the_background_is_stuck(fresh_store: MemoryFactory) -> None:
    """While the thread of a memory sits in the embedder, an add and a look come back; then the
    work is done, with nothing failed."""
    embedder = Watching()
    is_in, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        is_in.set()
        assert go_on.wait(PATIENCE)

    embedder.meanwhile = wait
    store = fresh_store("adviser", embedder=embedder, background=True)
    try:
        store.conversations.start("talk", subject="rents")
        store.conversations.append("talk", {"author_id": "ann", "content": said(5)})
        assert is_in.wait(PATIENCE)
        added = store.add(content="Ellen keeps bees.")
        assert store.get(added.id).content == "Ellen keeps bees."
    finally:
        go_on.set()
    worked = store.jobs.wait()
    assert (worked.failed, worked.retrying) == ((), ())


def test_much_is_filed_a_little_at_a_time(fresh_store: MemoryFactory) -> None:
    """What a long conversation holds is stored in several units of work, each item once, and once
    more of it changes nothing."""
    embedder, seen = Watching(), set[int]()
    store = fresh_store("desk", embedder=embedder, extractor=Reading(), background=False)
    machines = [f"Machine {n} stands in hall {n * 7}." for n in range(3 * FILED_AT_ONCE_MAX + 1)]

    def stored() -> list[str]:
        return sorted(item.content for item in store.items(limit=200))

    embedder.meanwhile = lambda: seen.add(len(stored()))
    store.conversations.start("talk")
    store.conversations.append("talk", {"author_id": "ann", "content": " ".join(machines)})
    store.conversations.close("talk")
    store.jobs.wait()
    assert stored() == sorted(machines)
    assert {FILED_AT_ONCE_MAX, 2 * FILED_AT_ONCE_MAX, 3 * FILED_AT_ONCE_MAX} <= seen
    store.conversations.append("talk", {"author_id": "ann", "content": machines[0]})
    store.conversations.close("talk")
    store.jobs.wait()
    assert stored() == sorted(machines)
