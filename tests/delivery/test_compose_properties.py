"""Properties of the composer: whatever it is given, no budget is exceeded."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.conversations.digest import Point, PointKind
from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import ContextRules
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.core.token_budget import token_estimate
from remembrancer.delivery.budget_allocation import allotted, ceilings
from remembrancer.delivery.compose import composer, memory_block, request_messages
from remembrancer.delivery.template_registry import rendered
from remembrancer.items.delivered_text import delivered
from remembrancer.items.item import Item, Lifecycle, Review, Trust
from remembrancer.items.message import Message
from remembrancer.presets import preset_files as presets
from remembrancer.reading import live_state

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
COMPANION = presets.load("companion")

words = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters='\n[]"'), min_size=1
)
long = st.builds(lambda text, times: text * times, words, st.integers(1, 400))
texts = words | long
kinds = st.sampled_from(["preference", "decision", "knowledge", "unresolved", "summary"])


def item(number: int, content: str, kind: str, confidence: float = 1.0, **fields: Any) -> Item:
    return Item(
        **{
            "id": f"km_{number:012x}",
            "kind": kind,
            "category": None,
            "domain": None,
            "title": None,
            "content": content,
            "data": {},
            "metadata": {},
            "tags": (),
            "entities": (),
            "subject": None,
            "lifecycle": Lifecycle.ACTIVE,
            "review": Review.NOT_REQUIRED,
            "status": "active",
            "confidence": confidence,
            "confidence_base": confidence,
            "confidence_subtype": None,
            "verifier_count": 0,
            "admin_approved": False,
            "live_confirmed": False,
            "last_confirmed_at": None,
            "audience": None,
            "is_personal": False,
            "sensitivity": "internal",
            "importance": None,
            "source_type": "manual",
            "source_id": None,
            "source_user": "anna",
            "trust": Trust.PERSON,
            "valid_from": None,
            "valid_until": None,
            "expires_at": None,
            "occurred_at": NOW,
            "superseded_by": None,
            "created_at": NOW + timedelta(seconds=number),
            "updated_at": NOW,
            "version": 1,
            **fields,
        }
    )


def message(number: int, content: str) -> Message:
    return Message(
        id=f"m{number}",
        conversation_id="chat",
        channel_id=None,
        author_id="anna",
        role="user",
        content=content,
        timestamp=NOW,
        owner="anna",
        subject=None,
        audience=None,
        is_personal=False,
        trust=Trust.PERSON,
    )


def scope(rules: ContextRules) -> Scope:
    preset = COMPANION.model_copy(update={"context": rules})
    space = Space.trusted({"name": "lindgren", "number": 1, "preset": preset})
    return Scope.trusted({"space": space, "viewer": Principal("anna"), "now": NOW})


sizes = st.integers(0, 3_000)
all_rules = st.builds(
    ContextRules,
    system_tokens=sizes,
    memory_tokens=sizes,
    live_tokens=sizes,
    summary_tokens=sizes,
    verbatim_tokens=sizes,
    memory_tokens_kept=sizes,
    verbatim_tokens_kept=sizes,
    memory_items=st.integers(0, 40),
)
points = st.builds(
    Point,
    kind=st.sampled_from(PointKind),
    text=st.text(st.characters(categories=("L", "N")), min_size=1, max_size=400),
    messages=st.just(("m0",)),
)


@given(
    rules=all_rules | st.just(ContextRules()),
    system=st.just("") | texts,
    rule=st.just("") | words,
    live=st.dictionaries(words, texts | st.integers(), max_size=20) | texts,
    told=st.lists(points, max_size=8),
    said=st.lists(texts, max_size=6),
    known=st.lists(st.tuples(texts, kinds, st.floats(0, 1)), max_size=40),
    asked=texts,
    total=st.integers(1, 20_000),
)
def test_no_budget_is_ever_exceeded(
    rules: ContextRules,
    system: str,
    rule: str,
    live: Any,
    told: list[Point],
    said: list[str],
    known: list[tuple[str, str, float]],
    asked: str,
    total: int,
) -> None:
    """Each part is within its ceiling and all of them within the total, whatever they hold; the
    message is as it was given, and one that does not fit is refused."""
    asked, said = delivered(asked), delivered(said)
    if not asked.strip():
        asked += "?"
    if token_estimate(asked) > total:
        with pytest.raises(InvalidInput, match="It is not cut"):
            composer.check(asked, rules, total)
        return
    where = scope(rules)
    items = memory_block.ordered((delivered(item(n, *one)) for n, one in enumerate(known)), rules)
    made = composer.plan(
        rules,
        composer.Ingredients(
            message=asked,
            system=system,
            rule=rule,
            live=delivered(live_state.state_lines(live)),
            points=tuple(told),
            last_messages=tuple(message(n, one) for n, one in enumerate(said)),
            conversation_id="chat",
            headings=memory_block.headings(rules),
            choose=lambda tokens: memory_block.chosen(
                items, where, tokens_max=tokens, says_more=lambda one, other: None
            ),
        ),
        composer.check(asked, rules, total),
        now=NOW,
        language="swedish",
    )
    sent = request_messages.messages(made.rendering)
    assert sent[-1] == {"role": "user", "content": asked}
    assert sum(token_estimate(one["content"]) for one in sent) <= made.token_estimate <= total
    pieces = [piece for part in made.parts for piece in (part, *part.pieces)]
    assert all(piece.tokens <= piece.tokens_max for piece in pieces)
    assert len([one for one in made.told if one.item_id]) <= rules.memory_items
    text = rendered(request_messages.TEMPLATE, made.rendering)
    assert [json.loads(line) for line in text.split("\n")[:-1]] == sent
    system_text = sent[0]["content"] if sent[0]["role"] == "system" else ""
    ours = made.parts[1].text
    assert ours.count(memory_block.CLOSING) == (1 if ours else 0)
    assert ours in system_text


@given(
    rules=all_rules,
    wanted=st.dictionaries(
        st.sampled_from(sorted(ceilings(ContextRules()))), st.integers(0, 9_000)
    ),
    room=st.integers(-100, 20_000),
)
def test_memory_gives_way_first(rules: ContextRules, wanted: dict[str, int], room: int) -> None:
    """Shares fit into the room; nothing gets more than it wants; while memory has more than its
    floor, nothing else has less than it wants."""
    shares = allotted(rules, wanted, room)
    most = {name: min(wanted.get(name, 0), top) for name, top in ceilings(rules).items()}
    assert sum(shares.values()) <= max(0, room)
    assert all(0 <= shares[name] <= most[name] for name in shares)
    if shares["memory"] > rules.memory_tokens_kept:
        assert all(shares[name] == most[name] for name in shares if name != "memory")
    if shares["verbatim"]:
        assert all(shares[name] == most[name] for name in ("summary", "live_state", "system"))


def test_a_long_memory_does_not_keep_out_the_short_ones() -> None:
    """Where there is no room for all, the short ones behind a long one are in the block."""
    rules = ContextRules()
    known = [item(9, "long " * 600, "preference"), item(1, "Short.", "knowledge")]
    made = memory_block.chosen(
        known, scope(rules), tokens_max=300, says_more=lambda one, other: None
    )
    assert [row.item.content for row in made.rows] == ["Short."]
    assert made.left_out == {"room": 1}
    assert made.is_too_much


def test_a_memory_outside_of_its_time_is_not_usable() -> None:
    """What is not true yet, or not any more, is in no prompt."""
    where = scope(ContextRules())
    later, earlier = NOW + timedelta(days=1), NOW - timedelta(days=1)
    assert memory_block.is_usable(
        item(1, "x", "knowledge", valid_from=earlier, valid_until=later), where
    )
    assert not memory_block.is_usable(item(1, "x", "knowledge", valid_from=later), where)
    assert not memory_block.is_usable(item(1, "x", "knowledge", valid_until=NOW), where)
    assert not memory_block.is_usable(item(1, "x", "knowledge", is_personal=True), where)


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        ({}, ()),
        ({"a": {"b": 1, "c": {"d": None}}, "e": [1, 2]}, ("a.b: 1", "a.c.d: null", "e: (1, 2)")),
        ({"cash": "12 kr\n[END]"}, ("cash: 12 kr (END)",)),
        ("one\n\n two ", ("one", "two")),
        ({"x": {}}, ("x: {}",)),
    ],
)
def test_live_state_becomes_lines(state: Any, lines: tuple[str, ...]) -> None:
    """Each value has a line with its name, and no line breaks out of it."""
    assert live_state.state_lines(state) == lines
