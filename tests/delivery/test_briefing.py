"""Briefings as pure values: whatever is known, the budget holds."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.kinds import Family
from remembrancer.core.limits import BRIEFING_TOKENS_MIN, NAME_CHARACTERS_MAX
from remembrancer.core.token_budget import token_estimate
from remembrancer.delivery.briefing import briefing_text
from remembrancer.delivery.templates import Rendering
from remembrancer.items.item import Item, Lifecycle, Review, Trust

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
FAMILIES = {family.value: family for family in Family}
_numbers = count(1)

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=600)
data = st.fixed_dictionaries(
    {}, optional={"deadline": st.sampled_from(["2026-03-05", "soon"]), "reasoning": texts}
)


def item(kind: str, content: str, **fields: Any) -> Item:
    nothing = dict.fromkeys(
        ["category", "domain", "title", "subject", "confidence_subtype", "last_confirmed_at"]
    )
    nothing |= dict.fromkeys(["audience", "importance", "source_id", "valid_from", "valid_until"])
    return Item.model_validate(
        {
            **nothing,
            "id": f"km_{next(_numbers):012x}",
            "kind": kind,
            "content": content,
            "data": {},
            "metadata": {},
            "tags": (),
            "entities": (),
            "lifecycle": Lifecycle.ACTIVE,
            "review": Review.NOT_REQUIRED,
            "status": "active",
            "confidence": 1.0,
            "confidence_base": 1.0,
            "verifier_count": 0,
            "admin_approved": False,
            "live_confirmed": False,
            "is_personal": False,
            "sensitivity": "internal",
            "source_type": "manual",
            "source_user": "owner",
            "trust": Trust.PERSON,
            "expires_at": None,
            "occurred_at": NOW,
            "superseded_by": None,
            "created_at": NOW,
            "updated_at": NOW,
            "version": 1,
            **fields,
        }
    )


items = st.builds(item, st.sampled_from([*FAMILIES, "summary"]), texts, data=data)


@given(
    known=st.lists(items, max_size=25),
    disputes=st.lists(st.tuples(items, items), max_size=4),
    subject=st.text(st.sampled_from('ab"\\å'), min_size=1, max_size=NAME_CHARACTERS_MAX),
    locale=st.sampled_from(["en", "sv"]),
    tokens=st.integers(BRIEFING_TOKENS_MIN, 1500),
    per_part=st.integers(1, 5),
)
def test_no_budget_is_ever_exceeded(
    known: list[Item],
    disputes: list[tuple[Item, Item]],
    subject: str,
    locale: str,
    tokens: int,
    per_part: int,
) -> None:
    """The text fits, each entry is one line, and what is not told is counted."""
    said = {
        "subject": subject,
        "locale": locale,
        "hedge_below": 0.6,
        "meeting_at": "2026-03-03 10:00 UTC",
    }
    found = briefing_text.parted(known, disputes, FAMILIES)
    chosen = briefing_text.chosen(found, said, NOW, tokens=tokens, per_part=per_part)
    parts = {part.value: chosen.items(part) for part in chosen.parts}
    text = briefing_text.text(Rendering(parts=parts, messages=(), given=said, now=NOW))
    assert token_estimate(text) <= tokens
    told = sum(len(entries) for entries in chosen.parts.values())
    assert told + sum(chosen.left_out.values()) == sum(len(entries) for entries in found.values())
    assert sum(line.startswith("- ") for line in text.split("\n")) == told
    assert max((len(entries) for entries in chosen.parts.values()), default=0) <= per_part


def test_no_part_crowds_out_another() -> None:
    """Where there is little room, each part has its first before any has its second."""
    known = [item("fact", f"Fact {number} " + "x" * 80) for number in range(10)]
    known.append(item("preference", "On paper."))
    said = {"subject": "ellen", "locale": "en"}
    found = briefing_text.parted(known, [], FAMILIES)
    chosen = briefing_text.chosen(found, said, NOW, tokens=BRIEFING_TOKENS_MIN, per_part=10)
    assert len(chosen.items(briefing_text.BriefingPart.PREFERENCE)) == 1
    assert chosen.left_out["fact"] == 10 - len(chosen.items(briefing_text.BriefingPart.FACT)) > 0
