"""The plan: what becomes of something new, as a pure value."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import Principal
from remembrancer.core.grounds import Grade
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.items.item import Item, Lifecycle, Review, Trust
from remembrancer.items.item_intake import Intake, draft_from
from remembrancer.items.state import StoredItem
from remembrancer.presets.preset_files import load
from remembrancer.reading.judging.judgement import StatementRelation, Suggestion
from remembrancer.reading.judging.verdict import Verdict
from remembrancer.reading.plan import Step
from remembrancer.remember.planning import KnownItem, NewStatement, planned
from remembrancer.store.items.item_rows import item_from

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ANNA = Principal("anna", roles=("CONTRIBUTOR",))


def _space(preset: str) -> Space:
    return Space(
        number=1,
        uid="u",
        name="s",
        preset=load(preset),
        key=b"k",
        created_at=NOW,
        overrides={},
        archived_at=None,
    )


class Desk:
    """Makes new and known things of one preset."""

    def __init__(self, preset: str = "adviser", viewer: Principal = ANNA) -> None:
        self.preset = load(preset)
        self.viewer = viewer
        self.scope = Scope.trusted({"space": _space(preset), "viewer": viewer, "now": NOW})

    def _state(self, trust: Trust, **fields: Any) -> Any:
        draft = draft_from({"content": "Ellen earns 60,000 GBP.", **fields})
        return Intake(self.scope).item(draft, declared_trust=trust).state

    def new(self, *, trust: Trust = Trust.PERSON, days: int = 1, **fields: Any) -> NewStatement:
        state = self._state(trust, **fields)
        return NewStatement(state, NOW + timedelta(days=days), trust is not Trust.PERSON)

    def known(
        self,
        relation: StatementRelation,
        *,
        trust: Trust = Trust.PERSON,
        owner: str = "anna",
        replaces: bool = True,
        is_told: bool = False,
        **fields: Any,
    ) -> KnownItem:
        changes = {key: fields.pop(key) for key in ("lifecycle", "review") if key in fields}
        state = self._state(trust, **fields)._replace(**changes)
        stored = StoredItem(1, "km_000000000001", owner, NOW, 1, NOW, state)
        item: Item = item_from(stored, self.preset, NOW)
        verdict = Verdict(
            relation,
            "because",
            suggestion=Suggestion.KEPT_B,
            replaces=replaces,
            states_change=is_told,
            grade=Grade.CERTAIN if is_told else Grade.LIKELY,
        )
        return KnownItem(item, NOW, verdict)

    def step(self, new: NewStatement, *known: KnownItem) -> Step:
        return planned(new, known, self.preset, self.viewer).step


def test_nothing_known_is_new() -> None:
    """What nothing stands against is added."""
    desk = Desk()
    assert desk.step(desk.new()) is Step.ADD


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [(0.8, 0.95, Step.SUPERSEDE), (0.95, 0.8, Step.SKIP), (0.9, 0.9, Step.RECONFIRM)],
)
def test_the_same_fact_goes_by_confidence(old: float, new: float, expected: Step) -> None:
    """Higher supersedes, lower is skipped, equal confirms."""
    desk = Desk()
    known = desk.known(StatementRelation.SAME, confidence=old)
    assert desk.step(desk.new(confidence=new), known) is expected


def test_what_a_program_repeats_is_no_evidence() -> None:
    """A memory that an agent was told and repeats changes nothing."""
    desk = Desk()
    known = desk.known(StatementRelation.SAME, confidence=0.5)
    assert desk.step(desk.new(trust=Trust.AGENT, confidence=1.0), known) is Step.SKIP


@pytest.mark.parametrize(
    ("preset", "expected", "flags"),
    [
        ("adviser", Step.SUPERSEDE, 0),
        ("companion", Step.SUPERSEDE, 1),
        ("community", Step.ADD, 1),
        ("desk", Step.ADD, 1),
        ("corporate", Step.ADD, 1),
    ],
)
def test_a_contradiction_goes_by_the_preset(preset: str, expected: Step, flags: int) -> None:
    """Superseded, superseded and flagged, or flagged for a person."""
    desk = Desk(preset)
    made = planned(
        desk.new(), [desk.known(StatementRelation.CONTRADICTION)], desk.preset, desk.viewer
    )
    assert (made.step, len(made.flags)) == (expected, flags)


def test_nothing_less_trusted_replaces() -> None:
    """It stands beside what is trusted more, which the flag suggests to keep."""
    desk = Desk()
    new = desk.new(trust=Trust.OUTSIDE)
    made = planned(new, [desk.known(StatementRelation.UPDATE)], desk.preset, desk.viewer)
    assert made.step is Step.ADD
    assert made.flags[0].suggestion is Suggestion.KEPT_A


def test_what_a_person_vouched_for_is_up_to_a_person() -> None:
    """An approved item is flagged, never replaced by itself."""
    desk = Desk()
    known = desk.known(StatementRelation.UPDATE, review=Review.APPROVED)
    assert desk.step(desk.new(), known) is Step.ADD


def test_an_older_value_goes_beneath() -> None:
    """Whichever arrives first, what was said last holds."""
    desk = Desk()
    made = planned(
        desk.new(days=-1), [desk.known(StatementRelation.UPDATE)], desk.preset, desk.viewer
    )
    assert made.step is Step.BENEATH


def test_what_was_turned_down_is_not_learned_again() -> None:
    """A rejected or dismissed fact keeps the same out, for the same contributor."""
    desk = Desk("corporate")
    rejected = desk.known(StatementRelation.SAME, review=Review.REJECTED)
    assert desk.step(desk.new(), rejected) is Step.SKIP
    dismissed = desk.known(StatementRelation.SAME, lifecycle=Lifecycle.DISMISSED)
    assert desk.step(desk.new(), dismissed) is Step.SKIP
    others = desk.known(StatementRelation.SAME, review=Review.REJECTED, owner="ben")
    assert desk.step(desk.new(), others) is Step.ADD


def test_a_newer_more_trusted_source_lifts_it() -> None:
    """What a document said and was rejected may be said by a person later."""
    desk = Desk()
    known = desk.known(StatementRelation.SAME, trust=Trust.DOCUMENT, lifecycle=Lifecycle.DISMISSED)
    assert desk.step(desk.new(days=1), known) is Step.ADD
    assert desk.step(desk.new(days=-1), known) is Step.SKIP


def test_an_approval_lifts_it() -> None:
    """Where the same fact was approved, it is known and not turned down."""
    desk = Desk("corporate")
    rejected = desk.known(StatementRelation.SAME, review=Review.REJECTED)
    approved = desk.known(StatementRelation.SAME, review=Review.APPROVED, owner="ben")
    assert desk.step(desk.new(), rejected, approved) is Step.RECONFIRM


def test_who_says_that_their_own_word_changed_is_believed_everywhere_but_under_review() -> None:
    """ "I switched" replaces what the same person said, except where admins decide."""
    for preset, expected in (("community", Step.SUPERSEDE), ("corporate", Step.ADD)):
        desk = Desk(preset)
        own = desk.known(StatementRelation.UPDATE, is_told=True)
        assert desk.step(desk.new(), own) is expected
        others = desk.known(StatementRelation.UPDATE, is_told=True, owner="ben")
        assert desk.step(desk.new(), others) is Step.ADD
