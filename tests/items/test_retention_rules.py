"""How long knowledge stays in use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.calendar import add_months
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.retention import expiry, lifecycle_at
from remembrancer.presets import preset_files

COMPANION = preset_files.load("companion")
START = datetime(2025, 1, 31, 9, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)


def reads_as(
    kind: str,
    now: datetime,
    *,
    stored: Lifecycle = Lifecycle.ACTIVE,
    since: datetime = START,
    review: Review = Review.NOT_REQUIRED,
) -> Lifecycle:
    expires_at = expiry(COMPANION, kind, since)
    return lifecycle_at(
        COMPANION,
        stored=stored,
        kind=kind,
        since=since,
        expires_at=expires_at,
        now=now,
        review=review,
    )


def test_a_preference_never_expires() -> None:
    """S1-36: five years later it is still active."""
    assert expiry(COMPANION, "preference", START) is None
    assert reads_as("preference", add_months(START, 60)) is Lifecycle.ACTIVE


def test_a_decision_becomes_historical_after_a_year() -> None:
    """S1-37: it never expires; after 365 days it is history."""
    assert expiry(COMPANION, "decision", START) is None
    year = timedelta(days=365)
    assert reads_as("decision", START + year - INSTANT) is Lifecycle.ACTIVE
    assert reads_as("decision", START + year) is Lifecycle.HISTORICAL
    assert reads_as("decision", START + timedelta(days=366)) is Lifecycle.HISTORICAL


def test_knowledge_lives_for_six_calendar_months() -> None:
    """S1-38: from the 31st of January to the 31st of July, to the instant."""
    end = datetime(2025, 7, 31, 9, tzinfo=UTC)
    assert expiry(COMPANION, "knowledge", START) == end
    assert reads_as("knowledge", end - INSTANT) is Lifecycle.ACTIVE
    assert reads_as("knowledge", end) is Lifecycle.EXPIRED


def test_knowledge_mentioned_again_lives_on() -> None:
    """S1-38: mentioned in month 5 it lives to month 11."""
    mentioned = add_months(START, 5)
    assert expiry(COMPANION, "knowledge", mentioned) == add_months(mentioned, 6)
    assert reads_as("knowledge", add_months(START, 10), since=mentioned) is Lifecycle.ACTIVE
    assert reads_as("knowledge", add_months(START, 12), since=mentioned) is Lifecycle.EXPIRED


def test_what_is_unresolved_fades_after_thirty_days() -> None:
    """S1-39: inactive on day 31; raised again on day 20, it is active on day 45."""
    assert reads_as("unresolved", START + timedelta(days=29)) is Lifecycle.ACTIVE
    assert reads_as("unresolved", START + timedelta(days=31)) is Lifecycle.EXPIRED
    raised = START + timedelta(days=20)
    assert reads_as("unresolved", START + timedelta(days=45), since=raised) is Lifecycle.ACTIVE
    assert reads_as("unresolved", START + timedelta(days=50), since=raised) is Lifecycle.EXPIRED


@pytest.mark.parametrize("name", ["adviser", "community", "desk", "corporate"])
def test_elsewhere_nothing_expires_by_itself(name: str) -> None:
    """Section (c): the other presets set no term."""
    assert expiry(preset_files.load(name), "fact", START) is None


def test_an_expiry_set_by_the_caller_counts_in_any_preset() -> None:
    """An item's own end holds without a term for its kind."""
    read = lifecycle_at(
        preset_files.load("adviser"),
        stored=Lifecycle.ACTIVE,
        kind="fact",
        since=START,
        expires_at=START,
        now=START,
    )
    assert read is Lifecycle.EXPIRED


def test_expired_outweighs_historical() -> None:
    """What ran out and is old reads as expired."""
    read = lifecycle_at(
        COMPANION,
        stored=Lifecycle.ACTIVE,
        kind="decision",
        since=START,
        expires_at=START + timedelta(days=1),
        now=START + timedelta(days=1_000),
    )
    assert read is Lifecycle.EXPIRED


@pytest.mark.parametrize("review", Review)
def test_what_is_not_in_use_does_not_run_out(review: Review) -> None:
    """S4-28: pending, rejected and revoked items keep their word."""
    in_use = {Review.NOT_REQUIRED, Review.APPROVED, Review.MANDATORY}
    expected = Lifecycle.EXPIRED if review in in_use else Lifecycle.ACTIVE
    assert reads_as("unresolved", add_months(START, 3), review=review) is expected


@pytest.mark.parametrize(
    "retention", [{"expires_after_days": 10**12}, {"expires_after_months": 10**9}]
)
def test_a_term_beyond_the_calendar_never_ends(retention: dict[str, int]) -> None:
    """An absurd setting is taken as never, not as a failure."""
    long_lived = preset_files.with_overrides(
        preset_files.load("community"), {"retention": {"fact": retention}}
    )
    assert expiry(long_lived, "fact", START) is None


def test_an_absurd_term_for_history_never_ends() -> None:
    """Reading does not fail on it."""
    rules = preset_files.with_overrides(
        COMPANION, {"retention": {"decision": {"historical_after_days": 10**15}}}
    )
    read = lifecycle_at(
        rules,
        stored=Lifecycle.ACTIVE,
        kind="decision",
        since=START,
        expires_at=None,
        now=add_months(START, 12_000),
    )
    assert read is Lifecycle.ACTIVE


@given(
    st.sampled_from([state for state in Lifecycle if state is not Lifecycle.ACTIVE]),
    st.sampled_from(COMPANION.kinds.values),
    st.timedeltas(timedelta(0), timedelta(days=4_000)),
)
def test_time_moves_only_what_is_active(stored: Lifecycle, kind: str, age: timedelta) -> None:
    """Every other stored state reads as it is stored, at any time."""
    assert reads_as(kind, START + age, stored=stored) is stored
