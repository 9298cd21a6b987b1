"""The five products are values, and every value can be changed per space."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer.core.errors import InvalidSettings
from remembrancer.core.preset import (
    Budget,
    ContradictionPolicy,
    MandatoryPolicy,
    MessageReaders,
    Preset,
    ReviewPolicy,
    Screens,
)
from remembrancer.presets import preset_files

FIVE = ("adviser", "community", "companion", "corporate", "desk")


def test_there_are_five() -> None:
    """One file, one product."""
    assert preset_files.names() == FIVE


@pytest.mark.parametrize("name", FIVE)
def test_each_loads_under_its_own_name(name: str) -> None:
    """It is valid, called as its file, and knows the kind `summary`."""
    loaded = preset_files.load(name)
    assert loaded.name == name
    assert loaded.title
    assert "summary" in loaded.kinds.values
    assert loaded.default_kind in loaded.kinds.values
    assert loaded.default_source_type in loaded.source_types.values


def test_a_preset_is_read_once() -> None:
    """Loading again gives the same value without reading the file."""
    assert preset_files.load("desk") is preset_files.load("desk")


def test_an_unknown_name_lists_the_names() -> None:
    """The refusal names the nearest and all there are."""
    with pytest.raises(InvalidSettings) as refusal:
        preset_files.load("advisor")
    assert str(refusal.value) == (
        "There is no preset 'advisor'. Did you mean 'adviser'? "
        "Choose one of: adviser, community, companion, corporate, desk."
    )


def test_a_name_is_not_a_path() -> None:
    """Nothing outside the folder is read."""
    with pytest.raises(InvalidSettings, match="no preset"):
        preset_files.load("../presets/adviser")


@pytest.mark.parametrize(
    ("name", "kinds", "strict", "default"),
    [
        (
            "adviser",
            "fact action_item decision preference life_goal decision_trace policy summary",
            True,
            "fact",
        ),
        ("companion", "decision preference knowledge unresolved policy summary", True, "knowledge"),
        ("community", "fact decision decision_trace policy summary", False, "fact"),
        (
            "desk",
            "fact finding pattern decision policy summary debate debate_resolution",
            True,
            "finding",
        ),
        ("corporate", "fact decision policy summary", False, "fact"),
    ],
)
def test_kinds(name: str, kinds: str, strict: bool, default: str) -> None:
    """S0-03, S1-16 and interfaces, section 6."""
    loaded = preset_files.load(name)
    assert loaded.kinds.values == tuple(kinds.split())
    assert loaded.kinds.strict is strict
    assert loaded.default_kind == default


def test_the_words_of_the_corporate_preset() -> None:
    """S4-04, S4-05, S4-10: seven categories, six domains, four source types and four of ours."""
    corporate = preset_files.load("corporate")
    assert corporate.categories.strict
    assert set(corporate.categories.values) == {
        "data_analysis",
        "api_integration",
        "debugging",
        "performance",
        "workflow",
        "infrastructure",
        "business_logic",
    }
    assert corporate.domains.strict
    assert set(corporate.domains.values) == {
        "finance",
        "engineering",
        "product",
        "data",
        "operations",
        "infrastructure",
    }
    assert corporate.source_types.strict
    assert set(corporate.source_types.values) == {
        "claude_local_md",
        "session_transcript",
        "user_verification",
        "admin_mandate",
        "manual",
        "conversation",
        "meeting",
        "platform_event",
    }
    assert corporate.default_sensitivity == "internal"
    assert corporate.status_axis == "review"


def test_the_words_of_the_adviser_preset() -> None:
    """S0-02, S0-05, G-01: source types are closed, categories are open."""
    adviser = preset_files.load("adviser")
    assert adviser.source_types.strict
    assert set(adviser.source_types.values) == {
        "meeting",
        "conversation",
        "manual",
        "platform_event",
        "claude_local_md",
        "session_transcript",
    }
    assert adviser.default_source_type == "manual"
    assert not adviser.categories.strict


@pytest.mark.parametrize(
    ("name", "delivery", "review", "contradiction", "budget", "screens"),
    [
        (
            "adviser",
            {"tools"},
            ReviewPolicy.AUTO,
            ContradictionPolicy.SUPERSEDE,
            Budget(per_group=10),
            Screens(timeline=True, sidebar=True),
        ),
        (
            "companion",
            {"inject"},
            ReviewPolicy.AUTO,
            ContradictionPolicy.SUPERSEDE_AND_FLAG,
            Budget(tokens=3_000, items=30, mandatory=MandatoryPolicy.WITHIN_CEILING),
            Screens(suggestions=True),
        ),
        (
            "community",
            {"agent"},
            ReviewPolicy.AUTO,
            ContradictionPolicy.FLAG_ONLY,
            Budget(items=30),
            Screens(),
        ),
        (
            "desk",
            {"tiers", "tools"},
            ReviewPolicy.AUTO,
            ContradictionPolicy.DEBATE,
            Budget(items=100),
            Screens(debates=True),
        ),
        (
            "corporate",
            {"bundle"},
            ReviewPolicy.REQUIRED,
            ContradictionPolicy.ADMIN_DECIDES,
            Budget(tokens=6_000, mandatory=MandatoryPolicy.BYPASS),
            Screens(browse=True),
        ),
    ],
)
def test_what_differs(
    name: str,
    delivery: set[str],
    review: ReviewPolicy,
    contradiction: ContradictionPolicy,
    budget: Budget,
    screens: Screens,
) -> None:
    """Requirements, section (c): the table of preset defaults."""
    loaded = preset_files.load(name)
    assert set(loaded.delivery) == delivery
    assert loaded.review is review
    assert loaded.contradiction is contradiction
    assert loaded.budget == budget
    assert loaded.screens == screens


def test_only_corporate_keeps_back_what_was_not_reviewed() -> None:
    """S4-29 holds there; in the others the members of the space read its messages."""
    for name in FIVE:
        recall = preset_files.load(name).recall
        is_corporate = name == "corporate"
        assert recall.agents_need_review is is_corporate
        assert recall.people_need_review is is_corporate
        assert (recall.messages is MessageReaders.OWNER_AND_ADMINS) is is_corporate


def test_companion_speaks_swedish_and_leaves_live_data_alone() -> None:
    """C-18, C-21."""
    companion = preset_files.load("companion")
    assert companion.language == "swedish"
    assert companion.exclude_live_covered
    assert not preset_files.load("adviser").exclude_live_covered


def test_an_override_changes_only_what_it_names() -> None:
    """Tables merge: the other values of the table stay."""
    corporate = preset_files.load("corporate")
    changed = preset_files.with_overrides(corporate, {"confidence": {"floors": {"verified": 0.3}}})
    assert changed.confidence.floors == {"admin_mandate": 0.50, "verified": 0.3}
    assert changed.confidence.half_life_months == 12
    assert changed.model_copy(update={"confidence": corporate.confidence}) == corporate
    assert corporate.confidence.floors["verified"] == 0.40


def test_a_list_is_replaced() -> None:
    """A list given is the whole list."""
    changed = preset_files.with_overrides(
        preset_files.load("corporate"), {"domains": {"values": ["sales"]}}
    )
    assert changed.domains.values == ("sales",)
    assert changed.domains.strict


def test_a_value_can_be_taken_away() -> None:
    """None is a value: no half-life is no decay."""
    changed = preset_files.with_overrides(
        preset_files.load("corporate"), {"confidence": {"half_life_months": None}}
    )
    assert changed.confidence.half_life_months is None


def test_a_new_row_can_be_added() -> None:
    """A kind that had no term gets one."""
    changed = preset_files.with_overrides(
        preset_files.load("adviser"), {"retention": {"action_item": {"expires_after_days": 90}}}
    )
    assert changed.retention["action_item"].expires_after_days == 90


@pytest.mark.parametrize("name", FIVE)
def test_overriding_with_itself_changes_nothing(name: str) -> None:
    """All values of a preset are a valid override of it, also as JSON."""
    loaded = preset_files.load(name)
    assert preset_files.with_overrides(loaded, {}) == loaded
    assert preset_files.with_overrides(loaded, loaded.model_dump(mode="json")) == loaded


def test_overrides_in_two_steps_are_overrides_in_one() -> None:
    """What one step sets, the next one keeps."""
    companion = preset_files.load("companion")
    first, second = {"budget": {"tokens": 2_000}}, {"budget": {"items": 20}}
    stepwise = preset_files.with_overrides(preset_files.with_overrides(companion, first), second)
    assert stepwise == preset_files.with_overrides(
        companion, {"budget": {"tokens": 2_000, "items": 20}}
    )


@pytest.mark.parametrize(
    ("name", "overrides", "path", "hint"),
    [
        ("corporate", {"langage": "english"}, "langage", "Did you mean 'language'?"),
        (
            "corporate",
            {"confidence": {"half_life_month": 6}},
            "confidence.half_life_month",
            "Did you mean 'half_life_months'?",
        ),
        (
            "companion",
            {"retention": {"knowledge": {"expire_after_months": 3}}},
            "retention.knowledge.expire_after_months",
            "Did you mean 'expires_after_months'?",
        ),
        (
            "adviser",
            {"retention": {"life_goal": {"expires_days": 3}}},
            "retention.life_goal.expires_days",
            "Did you mean 'expires_after_days'?",
        ),
        ("corporate", {"zzz": 1}, "zzz", "no such setting."),
        ("corporate", {"budget": {"tokens": -1}}, "budget.tokens", "greater than or equal to 0"),
        ("corporate", {"budget": {"tokens": "many"}}, "budget.tokens", "valid integer"),
        ("corporate", {"review": "sometimes"}, "review", "'auto' or 'required'"),
        ("corporate", {"confidence": {"default": float("nan")}}, "confidence.default", "equal to"),
        ("corporate", {"status_axis": "mood"}, "status_axis", "pattern"),
        ("corporate", {"kinds": 3}, "kinds", "dictionary"),
        ("adviser", {"default_kind": "facts"}, "default_kind", "Did you mean 'fact'?"),
        (
            "adviser",
            {"default_source_type": "phone"},
            "default_source_type",
            "Known: claude_local_md, conversation, manual, meeting, platform_event, session",
        ),
        ("adviser", {"retention": {"goal": {}}}, "retention.goal", "Did you mean 'life_goal'?"),
        (
            "companion",
            {"retention": {"knowledge": {"expires_after_days": 90}}},
            "retention.knowledge",
            "the other to null",
        ),
        (
            "corporate",
            {"confidence": {"floors": {"mandate": 0.5}}},
            "confidence.floors.mandate",
            "Did you mean 'admin_mandate'?",
        ),
        (
            "corporate",
            {"confidence": {"baselines": {"claude_md": 0.5}}},
            "confidence.baselines.claude_md",
            "Did you mean 'claude_local_md'?",
        ),
        (
            "corporate",
            {"confidence": {"baselines": {"user_verification.corection": 0.5}}},
            "confidence.baselines.user_verification.corection",
            "Did you mean 'correction'?",
        ),
        ("companion", {"language": "swedisch"}, "language", "Did you mean 'swedish'?"),
        ("companion", {"delivery": ["injekt"]}, "delivery", "Did you mean 'inject'?"),
        (
            "companion",
            {"trust_by_source": {"web": "outsider"}},
            "trust_by_source.web",
            "Did you mean 'outside'?",
        ),
        (
            "adviser",
            {"trust_by_source": {"platform_events": "agent"}},
            "trust_by_source.platform_events",
            "Did you mean 'platform_event'?",
        ),
    ],
)
def test_a_wrong_setting_is_named(
    name: str, overrides: dict[str, Any], path: str, hint: str
) -> None:
    """The refusal gives the dotted path of the key, and what to write instead."""
    with pytest.raises(InvalidSettings) as refusal:
        preset_files.with_overrides(preset_files.load(name), overrides)
    assert refusal.value.field == path
    assert f"{path}: " in str(refusal.value)
    assert hint in str(refusal.value)


def test_every_wrong_setting_is_named_at_once() -> None:
    """Two mistakes take one round, not two."""
    with pytest.raises(InvalidSettings) as refusal:
        preset_files.with_overrides(
            preset_files.load("desk"), {"budgt": {}, "screens": {"debate": True}}
        )
    assert "Did you mean 'budget'?" in str(refusal.value)
    assert "screens.debate" in str(refusal.value)


def test_an_open_list_lets_new_words_in() -> None:
    """Where kinds and source types are open, new ones may have rules too."""
    changed = preset_files.with_overrides(
        preset_files.load("community"),
        {
            "retention": {"rumour": {"expires_after_days": 7}},
            "trust_by_source": {"forum": "outside"},
            "confidence": {"baselines": {"forum.post": 0.2}},
        },
    )
    assert isinstance(changed, Preset)
    assert changed.retention["rumour"].expires_after_days == 7
