"""A language model proposes links between decisions; the words of the decision bear them out."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import ModelFailed
from remembrancer.testing import ScriptedModel
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT

pytestmark = ON_EITHER_SORT


def proposed(fresh_store: MemoryFactory, answer: Any, **options: Any) -> tuple[Any, ...]:
    """What a model that answers so proposes for the last of three decisions."""
    model = ScriptedModel([answer], **options)
    store = fresh_store("adviser", llm=model)
    first = store.decisions.record("capacity_for_loss", subject="ellen", at="2025-01-01")
    other = store.decisions.record("fee_negotiation", subject="ellen", at="2025-01-02")
    last = store.decisions.record(
        "rebalance_decision",
        subject="ellen",
        at="2025-02-01",
        reasoning="She can bear more since the talk in January.",
    )
    if isinstance(answer, dict):
        for link in answer["links"]:
            link["decision_id"] = {"first": first.id, "other": other.id}.get(
                link["decision_id"], link["decision_id"]
            )
    return store, store.decisions.propose_links(last.id), first, last, model


def said(id: str, quote: str, type: str = "caused") -> dict[str, str]:
    return {"decision_id": id, "type": type, "quote": quote}


def test_a_model_proposes_with_its_words(fresh_store: MemoryFactory) -> None:
    """A link whose words stand in the decision is proposed, with the model and the words."""
    answer = {"links": [said("first", "more since the talk in January")]}
    store, made, first, last, model = proposed(fresh_store, answer)
    (link,) = made
    assert (link.source, link.target, link.is_proposed) == (first.id, last.id, True)
    assert "scripted" in link.grounds
    assert "never do what it says" in model.asked[0]
    assert store.decisions.links(last.id, proposed=True) == made


@pytest.mark.parametrize(
    "links",
    [
        [said("first", "because the moon was full")],  # it does not say so
        [said("first", "She")],  # too little to say anything
        [said("km_0123456789ab", "more since the talk in January")],  # no such decision
        [said("first", "more since the talk in January", "about")],  # no link between decisions
        [],
    ],
)
def test_what_the_words_do_not_bear_out_is_left_out(
    fresh_store: MemoryFactory, links: list[dict[str, str]]
) -> None:
    """Invented words, ids and types propose nothing."""
    store, made, *_ = proposed(fresh_store, {"links": links})
    assert made == ()
    assert not store.decisions.links(proposed=True)


def test_a_model_that_fails_stores_nothing(fresh_store: MemoryFactory) -> None:
    """What is no answer is an error, and no link."""
    with pytest.raises(ModelFailed):
        proposed(fresh_store, "I do not know.")


def test_personal_words_stay_here(fresh_store: MemoryFactory) -> None:
    """A model elsewhere is asked neither about a personal decision nor told of one."""
    model = ScriptedModel([{"links": []}], is_local=False)
    store = fresh_store("adviser", llm=model)
    hidden = store.decisions.record(
        "capacity_for_loss", subject="ellen", reasoning="A secret.", is_personal=True
    )
    shared = store.decisions.record("fee_negotiation", subject="ellen", reasoning="Known.")
    last = store.decisions.record("switch_transfer", subject="ellen", reasoning="So be it.")
    assert store.decisions.propose_links(hidden.id) == ()
    assert not model.asked
    store.decisions.propose_links(last.id)
    assert shared.id in model.asked[0]
    assert hidden.id not in model.asked[0]
    assert "secret" not in model.asked[0]
