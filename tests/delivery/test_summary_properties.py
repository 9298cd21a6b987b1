"""Properties of summaries and reminders: whatever is known, no budget is exceeded."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.limits import NAME_CHARACTERS_MAX, REMINDER_TOKENS_MIN, SUMMARY_TOKENS_MIN
from remembrancer.core.token_budget import token_estimate
from remembrancer.delivery.briefing import summary
from remembrancer.delivery.prompting import due_reminders
from remembrancer.delivery.prompting.reminder import Reminder
from remembrancer.delivery.templates import Rendering
from remembrancer.items.item import Item
from remembrancer.recall.summary import Summary
from tests.delivery.test_compose_properties import NOW, item, texts

names = st.text(st.sampled_from('ab"[\\å\U0001d15f'), min_size=1, max_size=NAME_CHARACTERS_MAX)


def known(data: st.DataObject, kind: str, count: int) -> tuple[Item, ...]:
    return tuple(
        item(
            number,
            data.draw(texts),
            kind,
            data.draw(st.floats(0, 1)),
            title=data.draw(st.none() | names),
            source_type=data.draw(names),
            source_user=data.draw(names),
        )
        for number in range(count)
    )


@given(
    data=st.data(),
    counts=st.dictionaries(names, st.integers(1, 4), max_size=4),
    beyond=st.integers(0, 10**6),
    subject=names,
    tokens=st.integers(SUMMARY_TOKENS_MIN, 2_000),
    language=st.sampled_from(["english", "swedish"]),
)
def test_no_summary_exceeds_its_budget(
    data: st.DataObject,
    counts: dict[str, int],
    beyond: int,
    subject: str,
    tokens: int,
    language: str,
) -> None:
    """Neither its text nor its entries as JSON; what is told is the newest of each kind that fits,
    and a kind of which nothing fits has no heading."""
    groups = {kind: known(data, kind, count) for kind, count in counts.items()}
    totals = {kind: len(items) for kind, items in groups.items()}
    if totals:
        totals[next(iter(totals))] += beyond
    whole = Summary(subject=subject, groups=groups, totals=totals)
    found = summary.within(whole, tokens, language)
    listed = [one for items in found.groups.values() for one in items]
    told: dict[str, Any] = {
        "subject": subject,
        "language": language,
        "hedged": (1 << len(listed)) - 1,
        "left_out": sum(totals.values()) - len(listed),
    }
    text = summary.text(Rendering(parts=found.groups, messages=(), given=told, now=NOW))
    entries = {kind: [summary.entry(one) for one in some] for kind, some in found.groups.items()}
    assert token_estimate(text) <= tokens
    assert token_estimate(json.dumps(entries, ensure_ascii=False)) <= tokens
    assert all(found.groups.values())
    for kind, items in found.groups.items():
        assert [one for one in groups[kind] if one in items] == list(items)


@given(
    data=st.data(),
    count=st.integers(0, 12),
    tokens=st.integers(REMINDER_TOKENS_MIN, 600),
)
def test_no_reminder_exceeds_its_budget(data: st.DataObject, count: int, tokens: int) -> None:
    """Each delivery fits, whatever there is to do; all are handed out, each once, in order."""
    deadline = {"deadline": "2026-03-05"}
    due = [
        Reminder(item=one.model_copy(update={"data": deadline}), deadline=date(2026, 3, 5), days=3)
        for one in known(data, "action_item", count)
    ]
    batches = due_reminders.batches(due, tokens=tokens)
    assert [one for some in batches for one in some] == due
    for some in batches:
        parts = {due_reminders.PART: [one.item for one in some]}
        text = due_reminders.text(Rendering(parts=parts, messages=(), given={}, now=NOW))
        assert token_estimate(text) <= tokens
