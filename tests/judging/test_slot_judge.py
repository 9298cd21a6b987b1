"""Two statements by the slots they fill."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from remembrancer.language.statement import Amount, Slot, Statement
from remembrancer.language.statement_reader import read_statement
from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.slot_judge import format_value, judge_slots, with_holder
from remembrancer.reading.judging.verdict import UNRELATED


def says(name: str, value: str | float | bool, **more: object) -> Statement:
    of_slot = {key: more.pop(key) for key in list(more) if key in Slot._fields}
    slot = Slot(name, value, **of_slot)  # type: ignore[arg-type]
    return Statement(f"{name} {value}", slot, **more)  # type: ignore[arg-type]


def relation(new: Statement, known: Statement) -> StatementRelation:
    verdict = judge_slots(new, known)
    assert verdict is not None
    return verdict.relation


def test_a_later_figure_is_an_update_that_says_both() -> None:
    """The verdict names the slot and the two values."""
    verdict = judge_slots(
        says("salary", 60_000.0, unit="GBP"), says("salary", 50_000.0, unit="GBP")
    )
    assert verdict is not None
    assert verdict.relation is StatementRelation.UPDATE
    assert verdict.replaces
    assert "salary" in verdict.reason
    assert "50,000 GBP → 60,000 GBP" in verdict.reason


def test_the_same_value_is_the_same() -> None:
    """Whatever the case, and near enough where it was said roughly."""
    assert relation(says("employer", "Acme"), says("employer", "ACME ")) is StatementRelation.SAME
    about = (Amount(61_000.0, "GBP", 0, 5, is_about=True),)
    near = says("salary", 61_000.0, amounts=about)
    assert relation(near, says("salary", 60_000.0)) is StatementRelation.SAME
    assert relation(says("salary", 61_000.0), says("salary", 60_000.0)) is StatementRelation.UPDATE


def test_another_word_for_the_same_slot_is_a_contradiction_unless_it_says_it_changed() -> None:
    """Email against phone conflicts; "switched to phone" is an update."""
    known = says("preferred contact", "email")
    assert relation(says("preferred contact", "phone"), known) is StatementRelation.CONTRADICTION
    changed = says("preferred contact", "phone", is_change=True)
    assert relation(changed, known) is StatementRelation.UPDATE


def test_what_may_hold_several_times_does_not_contradict() -> None:
    """Who speaks Swedish may speak German."""
    assert (
        judge_slots(
            says("language", "German", is_many=True), says("language", "Swedish", is_many=True)
        )
        == UNRELATED
    )


@pytest.mark.parametrize(
    ("new", "known", "expected"),
    [
        ({"on": date(2026, 6, 10)}, {"on": date(2025, 12, 15)}, StatementRelation.UNRELATED),
        ({"on": date(2025, 12, 15)}, {"on": date(2025, 12, 15)}, StatementRelation.UPDATE),
        ({}, {}, StatementRelation.UPDATE),
        ({"on": date(2025, 12, 15)}, {}, StatementRelation.UNRELATED),
    ],
)
def test_two_events_are_two(
    new: dict[str, object], known: dict[str, object], expected: StatementRelation
) -> None:
    """A dividend in December and one in June are two; another sum for the same one corrects it."""
    first = says("dividend", 150_000.0, is_event=True, **new)
    second = says("dividend", 120_000.0, is_event=True, **known)
    assert relation(first, second) is expected


def test_the_same_sum_without_a_date_is_the_same_event() -> None:
    """A report that leaves the date open is a report of the dated one."""
    dated = says("dividend", 120_000.0, is_event=True, on=date(2025, 12, 15))
    assert relation(says("dividend", 120_000.0, is_event=True), dated) is StatementRelation.SAME


@pytest.mark.parametrize(
    "new",
    [
        says("salary", 60_000.0, holder="Ben"),
        says("salary", 60.0, unit="%"),
        says("salary", 60_000.0, is_hedged=True),
        says("salary", 60_000.0, is_past=True),
        says("salary", 60_000.0, is_negated=True),
    ],
)
def test_what_cannot_replace_is_unrelated(new: Statement) -> None:
    """Another person's, another unit, a maybe, the past and a bare denial replace nothing."""
    known = says("salary", 50_000.0, unit="GBP", holder="Anna")
    assert judge_slots(new, known) == UNRELATED


@pytest.mark.parametrize(
    ("ours", "theirs", "known_text", "expected"),
    [
        ("neighbour", None, "Earns 50k", StatementRelation.UNRELATED),
        ("she", None, "I earn 50k", StatementRelation.UNRELATED),
        ("she", "ellen", "Ellen earns 50k", StatementRelation.UPDATE),
        ("Ellen", None, "Earns 50k", StatementRelation.UPDATE),
        ("Ellen", None, "I earn 50k", StatementRelation.UNRELATED),
        ("somebody", "somebody", "She earns 50k", StatementRelation.UNRELATED),
    ],
)
def test_whoever_may_be_another_replaces_nothing(
    ours: str, theirs: str | None, known_text: str, expected: StatementRelation
) -> None:
    """ "She" is the subject of a note, and never whoever says "I"."""
    known = says("salary", 50_000.0, holder=theirs)._replace(text=known_text)
    assert relation(says("salary", 60_000.0, holder=ours), known) is expected


def test_a_family_shares_its_last_name() -> None:
    """Lars Berg is not Ellen Berg; Ellen is."""
    slot = Slot("salary", 60_000.0)
    assert with_holder(slot._replace(holder="Lars Berg"), "Ellen Berg").holder == "Lars Berg"
    assert with_holder(slot._replace(holder="Ellen"), "Ellen Berg").holder == "ellen berg"


def test_what_was_to_come_is_replaced_once_it_is_so() -> None:
    """A plan leaves the present alone, and goes when it has come true."""
    plan, now = says("salary", 60_000.0, is_ahead=True), says("salary", 50_000.0)
    assert judge_slots(plan, now) == UNRELATED
    assert judge_slots(now, plan) == UNRELATED
    assert relation(says("salary", 60_000.0), plan) is StatementRelation.UPDATE


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("I earn £5,000 a month.", StatementRelation.SAME),
        ("I earn £1,154 a week.", StatementRelation.SAME),
        ("I earn £5,500 a month.", StatementRelation.UPDATE),
    ],
)
def test_pay_by_the_month_is_held_against_pay_by_the_year(
    new: str, expected: StatementRelation
) -> None:
    """Twelve times five thousand is sixty thousand."""
    at = datetime(2026, 3, 2, tzinfo=UTC)
    said = [
        read_statement(text, language="english", at=at) for text in (new, "I earn £60,000 a year.")
    ]
    assert relation(said[0], said[1]) is expected


def test_a_denial_of_the_same_value_contradicts() -> None:
    """One says it is so, the other that it is not."""
    known = says("owner of the flat", "Ellen")
    new = says("owner of the flat", "Ellen", is_negated=True)
    assert relation(new, known) is StatementRelation.CONTRADICTION


def test_slots_of_different_names_do_not_tell() -> None:
    """Somebody else has to decide."""
    assert judge_slots(says("salary", 1.0), says("pension", 1.0)) is None


def test_values_are_shown_as_people_write_them() -> None:
    """Thousands are set apart, years are not."""
    assert format_value(Slot("salary", 60_000.0, "SEK")) == "60,000 SEK"
    assert format_value(Slot("founded", 2019.0)) == "2019"
    assert format_value(Slot("rate", 2.5, "%")) == "2.5 %"
    assert format_value(Slot("smoker", False)) == "no"
