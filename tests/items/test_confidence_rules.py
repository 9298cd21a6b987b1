"""How far an item can be relied on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.calendar import add_months
from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import ConfidencePolicy, ConfidenceRules
from remembrancer.items.confidence import base, boosted, effective
from remembrancer.items.item import ConfidenceSubtype
from remembrancer.presets import preset_files

CORPORATE = preset_files.load("corporate").confidence
COMPANION = preset_files.load("companion").confidence
COMMUNITY = preset_files.load("community").confidence
START = datetime(2025, 3, 10, 8, tzinfo=UTC)

shares = st.floats(0.0, 1.0)
ages = st.timedeltas(timedelta(0), timedelta(days=5_000))


def worth(
    rules: ConfidenceRules,
    value: float,
    *,
    months: int = 0,
    source_type: str = "claude_local_md",
    approved: bool = False,
    confirmed: bool = False,
    verifiers: int = 0,
) -> float:
    return effective(
        rules,
        base=value,
        source_type=source_type,
        admin_approved=approved,
        live_confirmed=confirmed,
        verifier_count=verifiers,
        since=START,
        now=add_months(START, months),
    )


@pytest.mark.parametrize(
    ("source_type", "subtype", "expected"),
    [
        ("admin_mandate", None, 1.00),
        ("user_verification", ConfidenceSubtype.CORRECTION, 0.90),
        ("user_verification", ConfidenceSubtype.UNPROMPTED_DEFINITION, 0.90),
        ("user_verification", ConfidenceSubtype.CONFIRMATION, 0.60),
        ("claude_local_md", None, 0.50),
        ("session_transcript", None, 0.50),
        ("manual", None, 0.50),
    ],
)
@pytest.mark.parametrize("given_value", [None, 0.01, 0.99])
def test_the_source_decides(
    source_type: str,
    subtype: ConfidenceSubtype | None,
    expected: float,
    given_value: float | None,
) -> None:
    """S4-21: the baselines, whatever the caller claims."""
    assert base(CORPORATE, source_type=source_type, subtype=subtype, given=given_value) == expected


def test_a_verification_of_unknown_sort_counts_as_the_weakest() -> None:
    """Without a subtype a user verification starts like a confirmation, at 0.60."""
    assert base(CORPORATE, source_type="user_verification", subtype=None, given=None) == 0.60


def test_a_subtype_without_a_baseline_of_its_own_takes_its_source_s() -> None:
    """A correction found in a note is worth what the note is."""
    subtype = ConfidenceSubtype.CORRECTION
    assert base(CORPORATE, source_type="claude_local_md", subtype=subtype, given=None) == 0.50


@pytest.mark.parametrize("rules", [COMPANION, COMMUNITY])
@pytest.mark.parametrize(("given_value", "expected"), [(None, 1.0), (0.95, 0.95), (0.0, 0.0)])
def test_elsewhere_the_caller_decides(
    rules: ConfidenceRules, given_value: float | None, expected: float
) -> None:
    """S1-15, S1-21: the extractor's value is kept, and without one it is 1.0."""
    assert base(rules, source_type="conversation", subtype=None, given=given_value) == expected


def test_an_extracted_value_may_fall_back_on_the_source() -> None:
    """Where the caller says nothing, the source's baseline comes before the default."""
    rules = ConfidenceRules(policy=ConfidencePolicy.EXTRACTED, baselines={"web": 0.3}, default=0.8)
    assert base(rules, source_type="web", subtype=None, given=None) == 0.3
    assert base(rules, source_type="manual", subtype=None, given=None) == 0.8


@pytest.mark.parametrize("rules", [COMMUNITY, COMPANION, CORPORATE])
@pytest.mark.parametrize(
    "nonsense", [1.000001, 1.7, -0.2, 1e300, float("nan"), float("inf"), float("-inf")]
)
def test_what_is_no_number_from_0_to_1_is_refused(rules: ConfidenceRules, nonsense: float) -> None:
    """S4-07: it is refused in every preset, even where the value would be ignored."""
    with pytest.raises(InvalidInput) as refusal:
        base(rules, source_type="manual", subtype=None, given=nonsense)
    assert refusal.value.field == "confidence"


def test_bonuses_add_up() -> None:
    """S4-22: a note approved is 0.70, confirmed as well 0.90, with two verifiers 1.00."""
    assert worth(CORPORATE, 0.50) == 0.50
    assert worth(CORPORATE, 0.50, approved=True) == 0.70
    assert worth(CORPORATE, 0.50, approved=True, confirmed=True) == 0.90
    assert worth(CORPORATE, 0.50, verifiers=1) == 0.55
    assert worth(CORPORATE, 0.50, approved=True, confirmed=True, verifiers=2) == 1.00
    assert worth(CORPORATE, 0.50, approved=True, confirmed=True, verifiers=9) == 1.00


@pytest.mark.parametrize("rules", [COMPANION, COMMUNITY])
def test_bonuses_belong_to_source_baselines(rules: ConfidenceRules) -> None:
    """Where the caller's value counts, nothing is added to it."""
    generous = rules.model_copy(update={"approved_bonus": 0.2, "verifier_bonus": 0.1})
    assert worth(generous, 0.50, approved=True, verifiers=3) == 0.50


def test_confidence_halves_every_twelve_months() -> None:
    """S4-23: 0.80 after 12 months is 0.40, after 24 months 0.20."""
    assert worth(CORPORATE, 0.80, months=0) == 0.80
    assert worth(CORPORATE, 0.80, months=12) == 0.40
    assert worth(CORPORATE, 0.80, months=24) == 0.20
    assert worth(COMPANION, 0.80, months=12) == 0.40


def test_the_half_life_is_a_setting() -> None:
    """S4-23: with six months, 0.80 is 0.40 after six; with none it stays."""
    assert worth(CORPORATE.model_copy(update={"half_life_months": 6.0}), 0.80, months=6) == 0.40
    assert worth(CORPORATE.model_copy(update={"half_life_months": None}), 0.80, months=90) == 0.80


def test_what_was_given_stays_as_given() -> None:
    """Under `as_given` time changes nothing, even if a half-life is set."""
    assert worth(COMMUNITY.model_copy(update={"half_life_months": 6.0}), 0.80, months=60) == 0.80


def test_bonuses_decay_too_unless_switched_off() -> None:
    """G-21: base and bonuses, capped at 1.0, decay together; or the base alone."""
    together = worth(CORPORATE, 0.50, approved=True, months=12)
    assert together == 0.35
    apart = CORPORATE.model_copy(update={"decay_includes_bonuses": False})
    assert worth(apart, 0.50, approved=True, months=12) == 0.45
    capped = worth(CORPORATE, 1.00, approved=True, months=12)
    assert capped == 0.50


def test_floors() -> None:
    """S4-24: after ten years a mandate is 0.50, what was verified 0.40, a mere note near 0."""
    ten_years = 120
    assert worth(CORPORATE, 1.00, months=ten_years, source_type="admin_mandate") == 0.50
    assert worth(CORPORATE, 0.90, months=ten_years, source_type="user_verification") == 0.40
    assert worth(CORPORATE, 0.50, months=ten_years, confirmed=True) == 0.40
    assert worth(CORPORATE, 0.50, months=ten_years) < 0.001


def test_a_floor_lifts_nothing_that_is_above_it() -> None:
    """Floors are the least, not the value."""
    assert worth(CORPORATE, 0.90, source_type="user_verification") == 0.90


def test_a_floor_that_is_not_set_holds_nothing_up() -> None:
    """With one floor set, the other sort of item still fades."""
    mandates = CORPORATE.model_copy(update={"floors": {"admin_mandate": 0.5}})
    assert worth(mandates, 0.90, months=120, source_type="user_verification") < 0.001
    verified = CORPORATE.model_copy(update={"floors": {"verified": 0.4}})
    assert worth(verified, 1.00, months=120, source_type="admin_mandate") < 0.001


def test_an_item_from_the_future_has_not_aged() -> None:
    """A clock that runs behind does not raise confidence."""
    assert worth(CORPORATE, 0.80, months=-24) == 0.80


def test_a_confirmation_regains_part_of_what_was_lost() -> None:
    """S1-21: higher than before; half of what is missing in this preset."""
    faded = worth(COMPANION, 1.0, months=12)
    assert faded == 0.50
    assert boosted(COMPANION, faded) == 0.75
    assert boosted(CORPORATE, faded) == faded


@given(shares, shares)
def test_a_boost_stays_in_bounds(current: float, share: float) -> None:
    """It never lowers confidence and never exceeds 1."""
    rules = COMPANION.model_copy(update={"confirmation_boost": share})
    assert round(current, 6) <= boosted(rules, current) <= 1.0


@given(shares, ages, ages, st.booleans(), st.booleans(), st.integers(0, 50), st.booleans())
def test_confidence_falls_with_time_and_stays_in_bounds(
    value: float,
    first: timedelta,
    second: timedelta,
    approved: bool,
    confirmed: bool,
    verifiers: int,
    together: bool,
) -> None:
    """It never rises by waiting, and is always from 0 to 1."""
    rules = CORPORATE.model_copy(update={"decay_includes_bonuses": together})
    sooner, later = sorted((first, second))

    def after(age: timedelta) -> float:
        return effective(
            rules,
            base=value,
            source_type="manual",
            admin_approved=approved,
            live_confirmed=confirmed,
            verifier_count=verifiers,
            since=START,
            now=START + age,
        )

    assert 0.0 <= after(later) <= after(sooner) <= 1.0
