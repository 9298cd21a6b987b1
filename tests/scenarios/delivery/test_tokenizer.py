"""A tokenizer of the caller's own: budgets are kept by what it counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remembrancer import InvalidInput, Memory, ModelFailed
from tests.plain_arrivals import unchecked_arrivals
from tests.scenarios.stage import Stage

PRESETS = ("adviser", "companion", "community", "desk", "corporate")
_PIECE = re.compile(r"\w{1,3}|[^\w\s]|\s")


def words(text: str) -> int:
    """Fewer than we estimate."""
    return len(text.split())


def pieces(text: str) -> int:
    """About twice as many as we estimate."""
    return len(_PIECE.findall(text))


def letters(text: str) -> int:
    """Four times as many as we estimate."""
    return len(text)


def _filled(stage: Stage, preset: str, tokenizer: Callable[[str], int]) -> Memory:
    store = stage.open(preset, tokenizer=tokenizer, embedder="none")
    store.admin.configure({"delivery": ["inject"]})
    name, kind = store._session.space.name, store._session.space.preset.default_kind
    store = store.in_space(name)
    with unchecked_arrivals():
        items = store.add_many(
            [
                {"content": f"Note {n}: " + f"Ellen, case {n * 7}. " * (n % 9 + 1), "kind": kind}
                | {"subject": "ellen", "title": f"Case {n}"}
                for n in range(60)
            ]
        )
        if store._session.space.preset.review.value == "required":
            store.review.batch([one.id for one in items], "approve", reason="known")
    store.conversations.start("talk", subject="ellen")
    said = [{"author_id": "u", "content": f"Turn {n}. " * 40} for n in range(12)]
    store.conversations.append("talk", said)
    return store


@pytest.mark.parametrize(
    ("preset", "count"),
    list(zip(PRESETS, (words, pieces, letters, words, pieces), strict=True)),
)
def test_no_delivery_exceeds_its_budget_by_the_callers_own_count(
    alone: Stage, preset: str, count: Callable[[str], int], tmp_path: Path
) -> None:
    """A briefing, a client's summary and search, a bundle and a composed request are within their
    budgets as the given tokenizer counts, use much of them, and their receipts name it."""
    store = _filled(alone, preset, count)
    store.admin.configure({"summary_tokens": 2_000, "delivery": ["inject"]})
    store = store.in_space(store._session.space.name)

    told = store.briefing("ellen", token_budget=900)
    assert told.token_estimate == count(told.text) <= 900
    receipts = [told.receipt]

    for answer in (
        store.tools.get_client_knowledge_summary("ellen"),
        store.tools.search_client_knowledge("ellen", "Note case Ellen"),
    ):
        receipt = store.receipt(answer["receipt"])
        assert receipt.token_estimate == count(answer["text"]) <= 2_000
        receipts.append(receipt.id)

    made = store.compose(
        message="What of Ellen?", subject="ellen", conversation_id="talk", token_budget=3_000
    )
    assert made.token_estimate == sum(part.tokens for part in made.parts) <= 3_000
    assert sum(count(one["content"]) for one in made.messages) <= 3_000
    assert made.part("memory").tokens <= made.part("memory").tokens_max
    assert made.part("message").tokens == count("What of Ellen?")
    assert made.receipt is not None
    receipts.append(made.receipt)

    bundle = store.bundle(token_budget=2_500)
    assert bundle.tokens_approved <= 2_500
    assert bundle.tokens_approved == sum(
        count(f"{one.title}\n{one.content}") for one in bundle.approved
    )
    receipts.append(bundle.receipt)

    for id in receipts:
        receipt = store.receipt(id)
        assert (receipt.counted_by, receipt.is_intact) == (count.__name__, True)


def test_a_generous_tokenizer_leaves_room_for_more(stage: Stage) -> None:
    """Who counts fewer tokens than we estimate is told more within the same budget, and who
    counts more is told less."""
    held = {}
    for count in (words, None, letters):
        store = stage.open("adviser", tokenizer=count, embedder="none")
        with unchecked_arrivals():
            store.add_many(
                {"content": f"Fact {n} of Ellen, at length.", "subject": "ellen"}
                for n in range(100)
            )
        store.admin.configure({"summary_tokens": 1_000, "summary_per_kind": 100})
        store = store.in_space(store._session.space.name)
        told = store.tools.get_client_knowledge_summary("ellen")
        held[count] = sum(map(len, told["groups"].values()))
        name = "estimate" if count is None else count.__name__
        assert store.receipt(told["receipt"]).counted_by == name
    assert held[words] > held[None] > held[letters] > 0


def test_a_message_that_does_not_fit_is_told_by_the_callers_own_count(stage: Stage) -> None:
    """The user's message is never cut: where the tokenizer finds it too long, the call says so."""
    store = stage.open("companion", tokenizer=letters, embedder="none")
    with pytest.raises(InvalidInput, match="has 120 tokens"):
        store.compose(message="x" * 120, token_budget=100)
    made = store.compose(message="x" * 100, token_budget=100)
    assert made.token_estimate == 100


@pytest.mark.parametrize("wrong", [4, "tiktoken", lambda text: "4", lambda text: -1, lambda: 3])
def test_what_counts_no_tokens_is_refused_at_once(stage: Stage, wrong: Any) -> None:
    """What is no callable, or gives no number, is refused when the memory is opened."""
    with pytest.raises(InvalidInput) as refused:
        stage.open("adviser", tokenizer=wrong, embedder="none")
    assert refused.value.field == "tokenizer"


def test_a_tokenizer_that_fails_is_named(stage: Stage) -> None:
    """A failure of somebody else's code is told as such, with its name."""

    def frail(text: str) -> int:
        if "Ellen" in text:
            raise ValueError("a special token")
        return len(text)

    store = stage.open("adviser", tokenizer=frail, embedder="none")
    store.add(content="Ellen retires.", subject="ellen")
    with pytest.raises(ModelFailed, match="frail failed: ValueError: a special token"):
        store.briefing("ellen")


def test_a_server_counts_for_itself() -> None:
    """A tokenizer is for a memory that is opened here."""
    with pytest.raises(InvalidInput, match="its own tokenizer"):
        Memory.open("http://127.0.0.1:1", token="x", tokenizer=len)
