"""A message whose statement was replaced is marked, and stands behind what holds now."""

from __future__ import annotations

from typing import Any

from remembrancer import Memory
from tests.conftest import MemoryFactory
from tests.people import ANNA, BERT

_OLD, _NEW, _NEWEST = "I live in Oslo, by the sea.", "I have moved to Bergen.", "I moved to Lund."


def _told(memory: Memory, *texts: str, **options: Any) -> None:
    for text in texts:
        said = {"author_id": "sam", "content": text}
        memory.remember([said], subject="sam", **options)


def _marks(memory: Memory, query: str = "Where does Sam live, in Oslo?") -> dict[str, list[str]]:
    """By message, the contents of the items that hold instead of it."""
    hits = memory.recall(query, subject="sam").hits
    return {
        hit.text: [memory.get(id).content for id in hit.replaced_by]
        for hit in hits
        if hit.type == "message"
    }


def test_an_old_message_names_what_holds_now(memory: MemoryFactory) -> None:
    """Through as many replacements as there were."""
    opened = memory("companion")
    _told(opened, _OLD, _NEW)
    assert _marks(opened)[_OLD] == ["Sam has moved to Bergen."]
    _told(opened, _OLD, _NEW, _NEWEST)
    assert _marks(opened)[_OLD] == ["Sam moved to Lund."]


def test_what_holds_comes_first(memory: MemoryFactory) -> None:
    """Even where the words of the old message are those of the question; scores fall as before."""
    opened = memory("companion")
    _told(opened, _OLD, _NEW)
    hits = opened.recall("live in Oslo by the sea, or moved", subject="sam").hits
    places = {hit.text: place for place, hit in enumerate(hits)}
    assert places["Sam has moved to Bergen."] < places[_OLD]
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_nothing_is_said_of_what_is_hidden(memory: MemoryFactory) -> None:
    """Who may not see the replacement is not told that there is one."""
    store = memory("companion")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    _told(anna, _OLD)
    (old,) = anna.items()
    new = anna.supersede(old.id, content="Sam has moved to Bergen.")
    assert _marks(bert)[_OLD] == ["Sam has moved to Bergen."]
    anna.update(new.id, is_personal=True)
    assert _marks(anna)[_OLD] == ["Sam has moved to Bergen."]
    assert _marks(bert)[_OLD] == []


def test_what_is_taken_back_marks_nothing(memory: MemoryFactory) -> None:
    """An item that was dismissed replaces nothing any more."""
    opened = memory("companion")
    _told(opened, _OLD, _NEW)
    (new,) = [item for item in opened.items() if "Bergen" in item.content]
    opened.dismiss(new.id, reason="A slip of the tongue.")
    assert _marks(opened)[_OLD] == []


def test_a_message_that_says_both_is_not_marked(memory: MemoryFactory) -> None:
    """Who says in one breath what was and what is states what holds."""
    opened = memory("companion")
    both = "I live in Oslo. Sorry, correction: I live in Bergen now."
    _told(opened, _OLD, both)
    marks = _marks(opened, "Where does Sam live?")
    assert marks.get(both, []) == []
