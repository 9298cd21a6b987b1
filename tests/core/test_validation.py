"""Validation: what callers are told, word for word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import InvalidInput, ItemDraft, Memory, RemembrancerError
from remembrancer.core.validation import check_reason, validated
from remembrancer.items.filters import ItemFilter, RecallFilter
from remembrancer.items.message import MessageDraft
from remembrancer.items.source import SourceDraft

FIELDS = ", ".join(sorted(ItemDraft.model_fields))
FILTERS = ", ".join(sorted(ItemFilter.model_fields))

# The field given, its value, and the whole sentence that comes back.
ITEM_MESSAGES: list[tuple[dict[str, Any], str]] = [
    ({}, "an item needs content. Give it."),
    (
        {"contnt": "x"},
        f"an item has no field 'contnt'. Did you mean 'content'? Its fields are: {FIELDS}.",
    ),
    ({"colour": "red"}, "an item needs content. Give it. It has no field 'colour'."),
    ({"content": ""}, "content is empty. Give it a text."),
    (
        {"content": "x" * 100_001},
        "content has a length of 100,001; the limit is 100,000. Shorten it.",
    ),
    (
        {"content": "a\x07b"},
        "content holds a control character. Remove it; only tabs and line breaks are text.",
    ),
    (
        {"content": "a\ud800b"},
        "content holds half of a surrogate pair, which is no text. Remove it.",
    ),
    (
        {"content": "x", "title": "two\nlines"},
        "title must be one line without control characters. Put longer text into content.",
    ),
    (
        {"content": "x", "tags": ["ok", "two\nlines"]},
        "tags.1 must be one line without control characters. Put longer text into content.",
    ),
    ({"content": "x", "tags": [""]}, "tags.0 is empty. Give it a text."),
    (
        {"content": "x", "tags": ["t"] * 101},
        "tags has a length of 101; the limit is 100. Shorten it.",
    ),
    (
        {"content": "x", "valid_from": "yesterday"},
        "valid_from 'yesterday' is no date or time. Write it as 2026-03-31 or "
        "2026-03-31T14:00:00+00:00.",
    ),
    (
        {"content": "x", "valid_from": 5},
        "valid_from cannot be accepted: a bare number is ambiguous: write an ISO date or time.",
    ),
    (
        {"content": "x", "confidence_subtype": "hunch"},
        "confidence_subtype 'hunch' is not known. Use one of: 'correction', "
        "'unprompted_definition' or 'confirmation'.",
    ),
    (
        {"content": "x", "importance": 2},
        "importance cannot be accepted. Give a number of at most 1.0, not 2.",
    ),
    ({"content": 3}, "content cannot be accepted. Give a text, not 3."),
    ({"content": "x", "tags": 3}, "tags cannot be accepted. Give a list, not 3."),
    ({"content": "x", "tags": ["a", {}]}, "tags.1 cannot be accepted. Give a text, not {}."),
    (
        {"content": "x", "data": "y"},
        "data cannot be accepted. Give a mapping of names to values, not 'y'.",
    ),
    (
        {"content": "x", "importance": "high"},
        "importance cannot be accepted. Give a number, not 'high'.",
    ),
    (
        {"content": "x", "is_personal": "x" * 100},
        "is_personal cannot be accepted. Give true or false, not str.",
    ),
    (
        {"contnt": "x", "content": "x"},
        f"an item has no field 'contnt'. Did you mean 'content'? Its fields are: {FIELDS}.",
    ),
    (
        {"zzz": "x", "content": "x"},
        f"an item has no field 'zzz'. Its fields are: {FIELDS}.",
    ),
]


@pytest.mark.parametrize(("given", "sentence"), ITEM_MESSAGES)
def test_the_words_for_an_item(given: dict[str, Any], sentence: str) -> None:
    """Each refusal is one sentence or two: what is wrong, with what, and what to do."""
    with pytest.raises(InvalidInput) as refusal:
        validated(ItemDraft, given, what="an item")
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("model", "given", "what", "sentence"),
    [
        (
            MessageDraft,
            {"content": "x"},
            "a message",
            "a message needs author_id. Give it.",
        ),
        (
            SourceDraft,
            {"content": "x", "trust": "holy"},
            "a source",
            "trust 'holy' is not known. Use one of: 'person', 'agent', 'document' or 'outside'.",
        ),
        (
            ItemFilter,
            {"subjct": "ellen"},
            "items()",
            f"items() has no field 'subjct'. Did you mean 'subject'? Its fields are: {FILTERS}.",
        ),
        (
            ItemFilter,
            {"lifecycle": "gone"},
            "items()",
            "lifecycle.0 'gone' is not known. Use one of: 'active', 'superseded', 'dismissed', "
            "'historical' or 'expired'.",
        ),
        (
            RecallFilter,
            {"kinds": ["x"] * 201},
            "recall()",
            "kinds has a length of 201; the limit is 200. Shorten it.",
        ),
    ],
)
def test_the_words_for_other_things(
    model: Any, given: dict[str, Any], what: str, sentence: str
) -> None:
    """Messages, sources and filters speak the same way."""
    with pytest.raises(InvalidInput) as refusal:
        validated(model, given, what=what)
    assert str(refusal.value) == sentence


SPOKEN: list[tuple[Callable[[Memory], object], str]] = [
    (
        lambda memory: memory.get("km_000000000000"),
        "No item 'km_000000000000' here. Check the id and the space; what you may not see is "
        "reported the same way.",
    ),
    (
        lambda memory: memory.add(content="x", kind="facts"),
        "kind 'facts' is not known in this space. Did you mean 'fact'? Use one of: fact, "
        "action_item, decision, preference, life_goal, decision_trace, policy, summary.",
    ),
    (
        lambda memory: memory.add(content="x", trust="person"),
        "A caller may not set trust: it follows from who acts and what happens to the item. "
        "Leave it out.",
    ),
    (
        lambda memory: memory.add(content="x", audience="finance"),
        "Audience 'finance' is not known. Leave it out or say 'all' for everyone, or "
        "'group:NAME' for one group.",
    ),
    (
        lambda memory: memory.add(content="x", valid_from="2026-01-02", valid_until="2026-01-01"),
        "valid_until (2026-01-01T00:00:00+00:00) lies before valid_from "
        "(2026-01-02T00:00:00+00:00). Swap or correct them.",
    ),
    (
        lambda memory: memory.add_many([{"content": "x"}, {"content": ""}]),
        "Item 1 of the list: content is empty. Give it a text. Nothing was stored.",
    ),
    (
        lambda memory: memory.items(status="pending"),
        "Status 'pending' is not known here. Choose one of: active, superseded, dismissed, "
        "historical, expired, rejected, revoked.",
    ),
    (
        lambda memory: memory.vote(memory.add(content="x").id, 2),
        "A vote is +1 or -1, not 2.",
    ),
    (
        lambda memory: memory.review.revoke(memory.add(content="x").id, reason=""),
        "To revoke an item, give a reason: it stands in the audit log.",
    ),
    (
        lambda memory: memory.in_space("x", "advisor"),
        "There is no preset 'advisor'. Did you mean 'adviser'? Choose one of: adviser, "
        "community, companion, corporate, desk.",
    ),
    (
        lambda memory: memory.admin.configure({"sumary_per_kind": 3}),
        "These settings cannot be used. sumary_per_kind: there is no such setting. "
        "Did you mean 'summary_per_kind'?",
    ),
    (
        lambda memory: memory.remember("x", live_state="cash"),  # type: ignore[arg-type]
        "live_state is a mapping from what live data holds to its values.",
    ),
]


@pytest.mark.parametrize(("act", "sentence"), SPOKEN, ids=[f"case {n}" for n in range(len(SPOKEN))])
def test_the_words_at_the_front_door(act: Callable[[Memory], object], sentence: str) -> None:
    """What a caller reads when something is refused, as a whole."""
    with Memory.open(":memory:", preset="adviser") as memory:
        with pytest.raises(RemembrancerError) as refusal:
            act(memory)
        assert str(refusal.value) == sentence


def test_a_reason_is_kept_as_given() -> None:
    """It is checked and not trimmed; nothing and blanks are no reason."""
    assert check_reason("  because ") == "  because "
    assert check_reason(None) is None
    assert check_reason(" \n") is None
