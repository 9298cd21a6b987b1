"""A question that names people is answered from talks in which they are, before all others."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from remembrancer.store.search import vector_search
from tests.conftest import MemoryFactory

OTHERS = 12  # talks about the same thing
QUESTION = "What did Nora and Omar agree about the survey of the roof?"


@pytest.fixture(params=["compared", "pool"])
def store(
    request: pytest.FixtureRequest,
    meaning_memory: MemoryFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Memory:
    """Spaces whose messages are all compared, and spaces that are too large for that."""
    if request.param == "pool":
        monkeypatch.setattr(vector_search, "MESSAGES_CACHED_MAX", 1)
    return meaning_memory("community")


def talk(store: Memory, name: str, *said: tuple[str, str]) -> None:
    store.conversations.start(name)
    store.conversations.append(
        name, [{"author_id": author, "content": text} for author, text in said]
    )


def others(store: Memory) -> None:
    for number in range(OTHERS):
        talk(
            store,
            f"other-{number}",
            (f"ulla{number}", f"They agree about the survey of the roof, part {number}."),
        )


def apart(store: Memory) -> dict[str, bool]:
    """The texts that are found, and whether they count as from a talk without Nora and Omar."""
    store.jobs.wait()
    hits = store.recall(QUESTION, include=("messages",), explain=True, k=50).hits
    return {
        hit.text: any(leg.leg == "elsewhere" and leg.share < 0 for leg in hit.legs) for hit in hits
    }


def test_talks_without_them_are_set_back(store: Memory) -> None:
    others(store)
    talk(store, "theirs", ("Nora", "And the survey of the roof?"), ("Omar", "It can wait."))
    found = apart(store)
    assert not found.pop("And the survey of the roof?")
    assert not found.pop("It can wait.")
    assert len(found) == OTHERS
    assert all(found.values())


def test_whoever_names_them_elsewhere_is_not(store: Memory) -> None:
    others(store)
    talk(store, "theirs", ("Nora", "Good morning."), ("Omar", "Good morning to you."))
    talk(store, "of-them", ("Petra", "Nora has the survey of the roof."))
    assert apart(store)["Nora has the survey of the roof."] is False


def test_who_is_in_no_talk_sets_nothing_back(store: Memory) -> None:
    others(store)
    assert set(apart(store).values()) == {False}
