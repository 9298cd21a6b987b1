"""Edges of recall: odd names, odd dates, odd vectors, and what nobody is to learn from it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from math import nan

import pytest

from remembrancer import Memory, Principal
from remembrancer.core.errors import ModelFailed
from remembrancer.search.vectors import check_vectors
from remembrancer.testing import HashingEmbedder
from tests.conftest import MemoryFactory
from tests.people import ANNA, BERT


def say(store: Memory, place: str, author: str, content: str) -> None:
    store.conversations.append(place, {"author_id": author, "content": content})


def test_no_name_of_an_author_breaks_a_question(meaning_memory: MemoryFactory) -> None:
    """Whatever somebody is called, everybody's questions are answered."""
    authors = (" ", ".*", "May", "I", "The Boss", "A Smith", "(", "user")
    store = meaning_memory("adviser")
    store.conversations.start("talk")
    for author in authors:
        say(store, "talk", author, "Kim and the plan to sail in May.")
    say(store, "talk", "Kim", "A dog is not part of the plan.")
    store.jobs.wait()
    for question in ("What did Kim say on the plan?", "the plan in May 2023", *authors):
        if question.strip():
            store.recall(question, k=200, explain=True)
    # A name alone is looked for like any word.
    assert len(store.recall("Kim", include=("messages",), k=20)) >= len(authors)


ODD_DATES = [
    "in \u017feptember 2020",
    "APR\u0130L 2020",
    "ye\u017fterday",
    "\u017fix weeks ago",
    "9999-12-31",
    "December 31, 9999",
    "31 February 2021",
    "0000-00-00",
    "999 years ago",
    "last monday and last year",
    " ".join(f"{1900 + number // 12:04d}-{number % 12 + 1:02d}" for number in range(900)),
]


def test_no_date_breaks_a_question(meaning_memory: MemoryFactory) -> None:
    """Dates that no calendar has, or that lie at its end, are passed over."""
    store = meaning_memory("adviser")
    store.add(content="Ellen retires in September.")
    store.jobs.wait()
    ends = (None, datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC))
    for question in ODD_DATES:
        for until in ends:
            store.recall(question, until=until)


def test_the_work_of_embedding_tells_nobody_of_hidden_texts(fresh_store: MemoryFactory) -> None:
    """Neither how many there are nor, where it fails, what they say."""

    class Quoting(HashingEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            raise ValueError(f"cannot read {texts[0]!r}")

    whole = fresh_store("adviser", embedder=Quoting(16), background=False)
    whole.acting_as(ANNA).add(content="I am pregnant.", is_personal=True)
    bert = whole.acting_as(BERT)
    bert.add(content="Ellen likes tea.")
    told: list[tuple[int, int]] = []
    assert bert.jobs.wait(progress=lambda done, total: told.append((done, total))).done == 0
    assert told == []
    assert bert.jobs.list() == ()
    (job,) = whole.jobs.list()
    assert "pregnant" not in (job.error or "")


@pytest.mark.parametrize("odd", [[nan] * 4, [1.0], []])
def test_vectors_that_cannot_be_compared_are_refused(odd: list[float]) -> None:
    """Those with no number, of another length than the others, and empty ones."""
    check_vectors("mine", [[1.0, 0.0, 0.0, 0.0]], 1)
    with pytest.raises(ModelFailed, match="None was used"):
        check_vectors("mine", [[1.0, 0.0, 0.0, 0.0], odd], 2)
    with pytest.raises(ModelFailed, match="2 vectors for 3 texts"):
        check_vectors("mine", [[1.0], [0.0]], 3)


def test_only_what_is_returned_counts_as_looked_at(meaning_memory: MemoryFactory) -> None:
    """What was weighed and not put before an admin leaves no entry in the ledger."""
    store = meaning_memory("adviser")
    anna = store.acting_as(ANNA)
    anna.conversations.start("diary", is_personal=True)
    say(anna, "diary", "anna", "The whale was grey.")
    store.add(content="A blue whale is a whale.")
    store.jobs.wait()
    before = len(store.admin.audit())
    assert [hit.type for hit in store.recall("blue whale", k=1).hits] == ["item"]
    assert len(store.admin.audit()) == before
    store.recall("grey whale", k=5)
    assert len(store.admin.audit()) == before + 1


def test_a_conversation_is_named_by_its_messages(meaning_memory: MemoryFactory) -> None:
    """Who left a group still finds what they said there themselves, by every path."""
    store = meaning_memory("adviser")
    anna, bert = (
        store.acting_as(Principal(name, roles=("CONTRIBUTOR",), groups=("sailing",)))
        for name in ("anna", "bert")
    )
    anna.conversations.start("talk", audience="group:sailing")
    say(bert, "talk", "bert", "Whales ahead.")
    store.jobs.wait()
    left = store.acting_as(BERT)
    assert len(left.recall("whales", conversation_id="talk")) == len(left.recall("whales"))


def test_a_filter_that_nothing_can_pass_is_told(meaning_memory: MemoryFactory) -> None:
    """A misspelt kind finds nothing, and the answer says which kinds there are."""
    store = meaning_memory("adviser")
    store.add(content="Kim sails in May.", kind="life_goal")
    (note,) = store.recall("When does Kim sail?", kinds=["lifegoal"]).notes
    assert "kind 'lifegoal' is not known in this space. Did you mean 'life_goal'?" in note
    assert store.recall("When does Kim sail?", kinds=["lifegoal", "life_goal"]).notes == ()
    assert store.recall("When does Kim sail?", kinds=["fact"]).notes == ()
    assert meaning_memory("community").recall("sail", kinds=["gossip"]).notes == ()
