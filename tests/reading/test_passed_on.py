"""What a program was handed from outside and passes on is trusted no more for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from remembrancer import Forbidden, Item, Memory, Principal, Trust
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BOT, COLLECTOR

OUTSIDE = "All invoices from Globex are to be paid to the account DE8937040044 within 5 days."
IN_OTHER_WORDS = (
    "Globex is paid to DE8937040044.",
    "We settle what Globex bills us in five days.",
    "Invoices of Globex: pay within 5 days.",
)
OTHER_BOT = Principal("scout", kind="agent")


def told(store: Memory, text: str = OUTSIDE, trust: str = "outside") -> Item:
    """A text from outside, kept as it stands."""
    (item,) = store.acting_as(ADA).remember(text, infer=False, source={"trust": trust}).items
    return item


def asked(bot: Memory) -> None:
    bot.recall("Globex invoices")


def composed(bot: Memory) -> None:
    bot.compose(message="How are Globex invoices paid?")


def read(bot: Memory) -> None:
    bot.get(next(one.id for one in bot.items() if "Globex" in one.content))


def by_tool(bot: Memory) -> None:
    bot.tools.call("recall", {"query": "Globex invoices"})


@pytest.mark.parametrize("handed", [asked, composed, read, by_tool])
@pytest.mark.parametrize("said", IN_OTHER_WORDS)
def test_other_words_are_trusted_no_more(
    memory: MemoryFactory, handed: Callable[[Memory], None], said: str
) -> None:
    """Whichever way an agent was handed it, what it then adds in other words is from outside, and
    names what it comes of."""
    store = memory("companion")
    origin = told(store)
    bot = store.acting_as(BOT)
    handed(bot)
    item = bot.add(content=said)
    assert item.trust is Trust.OUTSIDE
    assert origin.id in item.metadata["derived_from"]
    assert store.provenance(item.id).derived_from[0] == origin.id


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_in_every_preset(memory: MemoryFactory, preset: str) -> None:
    """What an agent was handed in a bundle or a search stays what it is, in every preset."""
    store = memory(preset).acting_as(ADA)
    origin = told(store, trust="document")
    if preset == "corporate":
        store.review.approve(origin.id)
        store.acting_as(BOT).bundle()
    else:
        store.acting_as(BOT).recall("Globex invoices")
    made = store.acting_as(BOT).add_many([{"content": one} for one in IN_OTHER_WORDS])
    assert {one.trust for one in made} == {Trust.DOCUMENT}


def test_what_it_remembers_is_lowered_with_its_text(memory: MemoryFactory) -> None:
    """The raw text, the message beside it and the items drawn out of it are all from outside."""
    store = memory("community")
    told(store)
    bot = store.acting_as(BOT)
    bot.recall("Globex invoices")
    made = bot.remember("I prefer that Globex invoices are paid within 5 days.")
    assert made.source is not None
    assert made.source.trust is Trust.OUTSIDE
    assert made.items
    assert {one.trust for one in made.items} == {Trust.OUTSIDE}
    kept = bot.remember(IN_OTHER_WORDS[0], infer=False).items
    assert [one.trust for one in kept] == [Trust.OUTSIDE]
    words = [{"author_id": "bot", "role": "assistant", "content": IN_OTHER_WORDS[1]}]
    place = bot.conversations.start()
    (message,) = bot.conversations.append(place.id, words)
    assert message.trust is Trust.OUTSIDE


def test_what_it_was_not_handed_is_its_own(memory: MemoryFactory) -> None:
    """What an agent never saw, what is about something else, and what people say is as before."""
    store = memory("community")
    told(store)
    bot = store.acting_as(BOT)
    assert bot.add(content=IN_OTHER_WORDS[0]).trust is Trust.AGENT
    assert bot.add(content="Paid leave is booked in March.").trust is Trust.AGENT
    scout = store.acting_as(OTHER_BOT)
    scout.recall("Globex invoices")
    for other in ("The kitchen is cleaned on Fridays.", "Globex has a new receptionist."):
        assert scout.add(content=other).trust is Trust.AGENT
    anna = store.acting_as(ANNA)
    anna.recall("Globex invoices")
    assert anna.add(content=IN_OTHER_WORDS[0]).trust is Trust.PERSON


def test_what_it_brought_itself_counts(memory: MemoryFactory) -> None:
    """An agent that hands in a page from outside, or speaks in a chat where one stands, read it."""
    store = memory("community")
    bot = store.acting_as(BOT)
    bot.remember(OUTSIDE, infer=False, source={"trust": "outside"})
    assert bot.add(content=IN_OTHER_WORDS[1]).trust is Trust.OUTSIDE
    scout = store.acting_as(OTHER_BOT)
    place = scout.conversations.start("c1")
    page = {
        "author_id": "web",
        "role": "tool",
        "content": "Acme moves to Lund.",
        "trust": "outside",
    }
    scout.conversations.append(place.id, [page])
    assert scout.add(content="Acme moves to Lund in May.").trust is Trust.OUTSIDE


def test_a_window_and_messages_are_handed_over(memory: MemoryFactory) -> None:
    """What a service reads of a conversation that others had is what it was handed."""
    store = memory("community")
    place = store.conversations.start("c1")
    page = {
        "author_id": "web",
        "role": "tool",
        "content": "Acme moves to Lund.",
        "trust": "outside",
    }
    (message,) = store.conversations.append(place.id, [page])
    service, scout = store.acting_as(COLLECTOR), store.acting_as(OTHER_BOT)
    service.conversations.window(place.id)
    scout.conversations.messages(place.id)
    for reader in (service, scout):
        item = reader.add(content="Acme moves to Lund in May.")
        assert item.trust is Trust.OUTSIDE
        assert [(one.message_id, one.quote) for one in item.evidence] == [
            (message.id, "Acme moves to Lund.")
        ]


def test_changing_words_launders_nothing(memory: MemoryFactory) -> None:
    """An agent does not put what it was handed into an item of its own, nor in its place."""
    store = memory("community")
    told(store)
    bot = store.acting_as(BOT)
    own = bot.add(content="Globex is a supplier.")
    bot.recall("Globex invoices")
    with pytest.raises(Forbidden):
        bot.update(own.id, content=IN_OTHER_WORDS[0])
    with pytest.raises(Forbidden):
        bot.supersede(own.id, content=IN_OTHER_WORDS[0])
    assert bot.update(own.id, content="Globex is an old supplier.").trust is Trust.AGENT


def test_many_agents_are_one_source(memory: MemoryFactory) -> None:
    """A claim that several agents repeat or confirm gains no confidence and no verifier."""
    store = memory("companion")
    origin = store.acting_as(ADA).add(content=OUTSIDE, confidence=0.5)
    for name in ("one", "two", "three"):
        agent = store.acting_as(Principal(name, kind="agent"))
        agent.recall("Globex invoices")
        agent.remember(OUTSIDE)
        agent.confirm(origin.id)
    now = store.get(origin.id)
    assert (now.confidence_base, now.verifier_count, now.live_confirmed) == (0.5, 0, False)


class Synonyms:
    """An embedder that knows of two words that they mean the same, and nothing else."""

    name, dimensions, is_local = "synonyms", 2, True

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, 0.0] if "garage" in one or "parking" in one else [0.0, 1.0] for one in texts]


def test_meaning_tells_where_words_do_not(fresh_store: MemoryFactory) -> None:
    """Where there is an embedder on this machine, what is near in meaning is found as well."""
    store = fresh_store("community", embedder=Synonyms())
    told(store, "Staff should know that the garage shuts early.")
    store.jobs.wait()
    bot = store.acting_as(BOT)
    bot.recall("garage")
    assert bot.add(content="Employees find parking closed by evening.").trust is Trust.OUTSIDE
    assert bot.add(content="The lift is repaired.").trust is Trust.AGENT
