"""Raw first: what was said is kept whatever becomes of reading it, and words count once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from remembrancer import Memory
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal
from remembrancer.testing import FrozenClock
from tests.conftest import START, MemoryFactory

SALARY = "My salary is 50,000 kr a month."
RAISED = "My salary is 60,000 kr a month."


class Dying:
    """An extractor in whose first call the process ends; the next one reads by our own rules."""

    is_local = True

    def __init__(self) -> None:
        self.calls = 0

    def extract(self, messages: Sequence[Message]) -> list[Proposal]:
        self.calls += 1
        if self.calls == 1:
            raise KeyboardInterrupt
        first = messages[0]
        return [
            Proposal(kind="fact", content=SALARY, message_id=first.id, quote=first.content, start=0)
        ]


def said(memory: Memory) -> list[str]:
    return [hit.text for hit in memory.recall("salary").hits]


@pytest.mark.parametrize("given", [SALARY, [{"author_id": "ellen", "content": SALARY}]])
def test_what_was_said_waits_for_a_worker_where_reading_was_cut_off(
    fresh_store: MemoryFactory, clock: FrozenClock, given: str | list[dict[str, str]]
) -> None:
    """A call that ends within the extractor leaves the words, and the work that reads them."""
    memory = fresh_store(background=False, extractor=Dying())
    with pytest.raises(KeyboardInterrupt):
        memory.remember(given, source="note-1", subject="ellen")
    clock.advance(timedelta(minutes=6))
    memory.jobs.wait()
    (item,) = memory.items()
    assert (item.content, item.subject, item.source_id) == (SALARY, "ellen", "note-1")
    assert memory.jobs.list() == ()


def test_work_that_was_done_at_once_is_not_due(fresh_store: MemoryFactory) -> None:
    """Who gets an answer has nothing left to wait for."""
    extractor = Dying()
    extractor.calls = 1
    memory = fresh_store(background=False, extractor=extractor)
    assert memory.remember(SALARY, subject="ellen").items
    assert memory.jobs.list() == ()


def test_a_fault_of_our_rules_loses_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller hears of it; the words are kept, and read once the fault is mended."""
    clock = FrozenClock(START)
    with Memory.open(":memory:", preset="adviser", clock=clock, background=False) as memory:
        memory.remember("I live in Uppsala.")
        with monkeypatch.context() as broken:
            broken.setattr(
                "remembrancer.reading.offline.offline_extractor.extract", lambda *_, **__: 1 / 0
            )
            with pytest.raises(ZeroDivisionError):
                memory.remember(SALARY, subject="ellen")
        assert SALARY in said(memory)
        clock.advance(timedelta(minutes=6))
        memory.jobs.wait()
        assert SALARY in [one.content for one in memory.items(subject="ellen")]


def test_words_that_confirmed_something_are_not_filed_anew(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """They count for what they confirmed, also once that was replaced and its heir withdrawn."""
    store = memory("adviser")
    store.remember(SALARY, source="first", subject="ellen")
    clock.advance(timedelta(days=1))
    again = [{"id": "m1", "author_id": "ellen", "content": SALARY}]
    assert store.remember(again, source="talk", subject="ellen").reconfirmed
    clock.advance(timedelta(days=1))
    (heir,) = store.remember(RAISED, source="later", subject="ellen").items
    store.dismiss(heir.id)
    position = store.verify().head
    done = store.remember(again, source="talk", subject="ellen")
    assert (done.items, done.reconfirmed) == ((), ())
    assert "drawn from these words before" in done.skipped[0].reason
    assert store.verify().head == position


def test_what_is_said_after_a_revocation_counts(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Only what was said so far is withdrawn; the ledger says who did it and why."""
    store = memory("adviser")
    store.conversations.start("chat", subject="ellen")
    store.conversations.append("chat", {"id": "m1", "author_id": "eve", "content": SALARY})
    store.review.revoke(source="chat", reason="it was a test")
    clock.advance(timedelta(days=1))
    later = "I live in Uppsala."
    store.conversations.append("chat", {"id": "m2", "author_id": "eve", "content": later})
    store.conversations.close("chat")
    store.jobs.wait()
    assert [one.content for one in store.items()] == ["Eve lives in Uppsala."]
    acts = [(one.action, one.target, one.reason) for one in store.admin.audit()]
    assert ("conversation.revoke", "chat", "it was a test") in acts
    assert store.verify().ok


def test_words_that_were_revoked_stay_so_when_they_are_told_again(
    memory: MemoryFactory,
) -> None:
    """The same messages under the same ids are skipped, and the answer says why."""
    store = memory("adviser")
    store.conversations.start("chat", subject="ellen")
    told = {"id": "m1", "author_id": "eve", "content": SALARY}
    store.conversations.append("chat", told)
    store.review.revoke(source="chat", reason="it was a test")
    done = store.remember([told], source="chat", subject="ellen")
    assert done.items == ()
    assert [one.reason for one in done.skipped] == ["what was said there was revoked"]


class Interrupted:
    """An extractor while whose first call somebody goes on talking."""

    is_local = True

    def __init__(self) -> None:
        self.seen: list[list[str]] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def extract(self, messages: Sequence[Message]) -> list[Proposal]:
        self.seen.append([one.content for one in messages])
        self.meanwhile()
        self.meanwhile = lambda: None
        return []


def test_what_is_said_while_somebody_reads_is_read_later(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """The work on a conversation ends with the call only where nothing else was said in it."""
    extractor = Interrupted()
    store = fresh_store(background=False, extractor=extractor)
    later = {"id": "m2", "author_id": "ellen", "content": RAISED}
    extractor.meanwhile = lambda: store.conversations.append("chat", later)
    store.remember([{"id": "m1", "author_id": "ellen", "content": SALARY}], source="chat")
    clock.advance(timedelta(minutes=6))
    store.jobs.wait()
    assert extractor.seen == [[SALARY], [SALARY, RAISED]]


class Far(Interrupted):
    """The same on another machine."""

    is_local = False


@pytest.mark.parametrize("source", [None, "doc-1"])
def test_words_made_personal_go_to_nobody_far_away(
    fresh_store: MemoryFactory, clock: FrozenClock, source: str | None
) -> None:
    """By whatever name their source goes: what was made personal stays here."""
    far = Far()
    store = fresh_store(background=False, extractor=far)
    done = store.remember("My sister Eva lives in Lund.", source=source)
    assert done.source is not None
    words = {"source_id": source or done.source.id, "content": "Eva lives in Lund."}
    item = store.add(**words)
    store.update(item.id, is_personal=True)
    far.seen.clear()
    store.conversations.append(done.source.id, {"author_id": "anna", "content": "One more thing."})
    clock.advance(timedelta(minutes=6))
    store.jobs.wait()
    assert far.seen == []


def test_a_far_embedder_is_not_asked_while_others_wait(fresh_store: MemoryFactory) -> None:
    """Whoever writes meanwhile gets through."""

    class Embedder:
        name, is_local = "far", False
        write: Callable[[], object] | None = None

        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            if self.write is not None:
                write, self.write = self.write, None
                write()
            return [[1.0, 0.0] for _ in texts]

    embedder = Embedder()
    store = fresh_store(background=False, embedder=embedder)
    embedder.write = lambda: store.add(content="I am not kept waiting.")
    assert store.remember(SALARY, subject="ellen").items


def test_an_erased_text_leaves_the_words_of_others_it_was_merged_with(
    memory: MemoryFactory,
) -> None:
    """With a merged item goes its text, and not what the other of the two rests on."""
    store = memory("corporate")
    ours, theirs = (f"The orders table has a {days}-day settlement lag." for days in (3, 5))
    old = store.remember(ours, source="talk-a").items[0]
    store.remember(theirs, source="talk-b")
    (found,) = store.review.contradictions()
    store.review.resolve(found.id, "merge", merged_content="It is 3 to 5 days.")
    store.erase(old.id, reason="asked to")
    assert [one.content for one in store.items()] == [theirs]
    assert [one.evidence[0].quote for one in store.items()] == [theirs]


def test_revoking_a_source_turns_down_what_still_waits(memory: MemoryFactory) -> None:
    """Nobody can let it through by mistake afterwards."""
    store = memory("corporate")
    (item,) = store.remember(
        "The orders table has a 3-day settlement lag.", source={"id": "wiki", "trust": "outside"}
    ).items
    (gone,) = store.review.revoke(source="wiki", reason="wrong system")
    assert (gone.id, gone.status) == (item.id, "rejected")
    assert list(store.review.queue()) == []
