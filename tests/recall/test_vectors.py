"""Vectors: those of each text, where an embedder is set up, and never for the wrong eyes."""

from __future__ import annotations

from math import isfinite

import pytest

from remembrancer.core.limits import EMBED_PART_WORDS, EMBED_PARTS_MAX
from remembrancer.items.filters import RecallFilter
from remembrancer.jobs.chunking import parts
from remembrancer.testing import HashingEmbedder
from tests.conftest import MemoryFactory
from tests.meaning import EMBEDDER, RemoteEmbedder, asked, embedded, likeness, looking, vectors
from tests.people import ANNA

NO_FILTER = RecallFilter()


def test_items_get_the_vector_of_their_content(meaning_memory: MemoryFactory) -> None:
    """Single or many, the stored vector is the embedder's own, under its name."""
    store = meaning_memory("adviser")
    store.add(content="Ellen likes sailing.")
    store.add_many([{"content": "Tom likes chess."}, {"content": "Both like tea."}])
    store.jobs.wait()
    stored = vectors(store)
    assert {text for text, _ in stored} == {
        "Ellen likes sailing.",
        "Tom likes chess.",
        "Both like tea.",
    }
    for (text, model), (values,) in stored.items():
        assert model == EMBEDDER.name
        assert values == pytest.approx(EMBEDDER.embed([text])[0], abs=1e-6)


def test_a_title_is_part_of_what_an_item_means(meaning_memory: MemoryFactory) -> None:
    """The embedder reads the title before the content."""
    store = meaning_memory("adviser")
    store.add(content="She goes out each spring.", title="Sailing")
    store.jobs.wait()
    ((values,),) = vectors(store).values()
    (wanted,) = EMBEDDER.embed(["Sailing. She goes out each spring."])
    assert values == pytest.approx(wanted, abs=1e-6)


def test_every_way_in_leads_to_a_vector(meaning_memory: MemoryFactory) -> None:
    """Messages, replacements, changed texts and remembered ones have their vectors too."""
    store = meaning_memory("adviser")
    item = store.add(content="first words")
    store.update(item.id, content="changed words")
    store.supersede(item.id, content="newer words")
    store.remember("remembered words", infer=False)
    store.conversations.start("call")
    store.conversations.append("call", {"author_id": "ellen", "content": "spoken words"})
    store.jobs.wait()
    assert embedded(store) == {
        "first words",
        "changed words",
        "newer words",
        "remembered words",
        "spoken words",
    }


def test_without_an_embedder_there_are_none(memory: MemoryFactory) -> None:
    """Nothing is embedded, or due to be, unless somebody set it up."""
    store = memory("adviser")
    store.add(content="Ellen likes sailing.")
    assert store.jobs.list() == ()
    assert vectors(store) == {}


def test_personal_text_never_leaves_the_machine(fresh_store: MemoryFactory) -> None:
    """A remote embedder is given what is shared and nothing else, by whichever way it comes in."""
    embedder = RemoteEmbedder()
    store = fresh_store("adviser", embedder=embedder, background=False).acting_as(ANNA)
    shared = store.add(content="shared one")
    own = store.add(content="own one", is_personal=True)
    store.add_many([{"content": "own two", "is_personal": True}, {"content": "shared two"}])
    store.jobs.wait()
    store.update(own.id, content="own three")
    store.supersede(own.id, content="own four")
    store.update(shared.id, is_personal=True, content="own five")
    store.remember("own six", infer=False, is_personal=True)
    store.conversations.start("diary", is_personal=True)
    store.conversations.append("diary", {"author_id": "anna", "content": "own seven"})
    store.jobs.wait()
    assert sorted(embedder.sent) == ["shared one", "shared two"]
    assert embedded(store) == {"shared one", "shared two"}
    assert "embed" not in {job.kind for job in store.jobs.list()}


def test_what_is_shared_later_is_embedded_then(fresh_store: MemoryFactory) -> None:
    """`share()` makes a text due for the remote embedder, and no other personal one with it."""
    embedder = RemoteEmbedder()
    whole = fresh_store("adviser", embedder=embedder, background=False)
    store = whole.acting_as(ANNA)
    own = store.add(content="own one", is_personal=True)
    store.add(content="own two", is_personal=True)
    store.add(content="shared three")
    store.jobs.wait()
    store.share(own.id)
    assert len(whole.jobs.list()) == 1
    assert store.jobs.list() == ()  # it reads everybody's texts, and is nobody's own
    store.jobs.wait()
    assert embedder.sent == ["shared three", "own one"]
    assert embedded(store) == {"shared three", "own one"}


def test_a_local_embedder_may_read_what_is_personal(meaning_memory: MemoryFactory) -> None:
    """On this machine everything has a vector."""
    store = meaning_memory("adviser")
    store.add(content="own one", is_personal=True)
    store.jobs.wait()
    assert embedded(store) == {"own one"}


def test_a_long_text_is_as_near_as_its_nearest_part(meaning_memory: MemoryFactory) -> None:
    """Each part has a vector of its own, so that one sentence is not lost among a thousand."""
    store = meaning_memory("adviser")
    filling = [f"filler{n % 7}" for n in range(3 * EMBED_PART_WORDS)]
    filling[2 * EMBED_PART_WORDS : 2 * EMBED_PART_WORDS] = ["pension", "fund", "risk"]
    long = " ".join(filling)
    store.add(content=long)
    longest = store.add(content="filler1 " * (EMBED_PART_WORDS * (EMBED_PARTS_MAX + 3))).content
    store.jobs.wait()
    counts = {text: len(made) for (text, _), made in vectors(store).items()}
    assert counts == {long: len(parts(long)), longest: EMBED_PARTS_MAX}
    meaning = asked("pension fund risk")
    near = looking(
        store, lambda reader: reader.vector_search.items(meaning, NO_FILTER, limit=5, at=None)
    )
    assert len(near) == 2
    assert near[0].likeness == pytest.approx(likeness("pension fund risk", long), abs=1e-5)
    (values,) = HashingEmbedder(64).embed([long])
    assert near[0].likeness > sum(a * b for a, b in zip(values, meaning.vector, strict=True))
    texts = [one.candidate.text for one in near]
    told = looking(store, lambda reader: reader.vector_search.similarity(meaning, texts))
    nearest = {text: most for text, (_, most) in told.items()}
    assert nearest == pytest.approx({one.candidate.text: one.likeness for one in near}, abs=1e-5)
    assert all(whole <= most for whole, most in told.values())


def test_a_text_without_a_telling_word_is_near_to_nothing(meaning_memory: MemoryFactory) -> None:
    """A vector without a direction makes no hit the best, on any engine."""
    store = meaning_memory("adviser")
    store.add(content="the and of")
    store.add(content="Ellen likes sailing.")
    store.jobs.wait()
    (first, *others) = store.recall("sailing", explain=True).hits
    assert first.text == "Ellen likes sailing."
    assert all(isfinite(leg.value) for hit in (first, *others) for leg in hit.legs)
    assert all(hit.score < first.score for hit in others)
    near = looking(
        store,
        lambda reader: reader.vector_search.items(asked("of the"), NO_FILTER, limit=5, at=None),
    )
    assert [one.likeness for one in near] == [0.0, 0.0]
    nothing = looking(
        store,
        lambda reader: reader.vector_search.similarity(
            asked("of"), [one.candidate.text for one in near]
        ),
    )
    assert set(nothing.values()) == {(0.0, 0.0)}
