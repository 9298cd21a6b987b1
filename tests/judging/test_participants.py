"""Who does what to whom: the same words with the names in each other's places are two facts."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

import pytest

from remembrancer.language import statement_reader
from remembrancer.language.statement import Statement
from remembrancer.reading.judging import judge, pair_model
from remembrancer.reading.judging.done.left_open import leaves_open
from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.matter.participants import have_other_roles
from remembrancer.reading.judging.verdict import Verdict

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)

ENGLISH = [
    "{} lends {} the trailer every spring.",
    "{} teaches {} the accordion on Sundays.",
    "{} is {}'s landlord.",
    "{} supplies {} with flour.",
    "{} owes {} £450.",
    "{} inherited the mill from {}.",
    "{} was beaten by {} in the final.",
    "{} earns more than {}.",
    "{} signs off the expenses of {}.",
    "Parcels go from {} to {} by bike.",
    "Invoices are sent by {} to {} each month.",
    "In August {} stands in for {}.",
]
SWEDISH = [
    "{} lånar ut släpet till {} varje vår.",
    "{} vikarierar för {} i augusti.",
    "{} är skyldig {} 450 kr.",
    "{} hyr verkstaden av {}.",
    "{} är längre än {}.",
    "Bussen går från {} till {} klockan sju.",
]
NAMES = [("Torsten", "Wilma"), ("Farida", "Oskar"), ("Hexham", "Malvern")]
PAIRS = list(product([*ENGLISH, *SWEDISH], NAMES))


def read(text: str, language: str = "english") -> Statement:
    return statement_reader.read_statement(text, language=language, at=AT)


def judged(known: str, new: str, language: str = "english") -> Verdict:
    (verdict,) = judge.judge_statements(
        read(new, language),
        [read(known, language)],
        lambda pairs: pair_model.compare(pairs, embedder=None),
    )
    return verdict


@pytest.mark.parametrize(("form", "names"), PAIRS)
def test_with_the_names_swapped_it_is_another_fact(form: str, names: tuple[str, str]) -> None:
    language = "swedish" if form in SWEDISH else "english"
    one, other = names
    verdict = judged(form.format(one, other), form.format(other, one), language)
    assert verdict.relation is StatementRelation.UNRELATED
    assert not verdict.replaces


@pytest.mark.parametrize(("form", "names"), PAIRS)
def test_with_the_names_in_place_it_is_none(form: str, names: tuple[str, str]) -> None:
    text = form.format(*names)
    assert not have_other_roles(read(text.replace(".", ", as ever.")), read(text))


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Wilma's landlord is Torsten.", "Torsten is Wilma's landlord."),
        ("Farida and Oskar run the kiosk.", "Oskar and Farida run the kiosk."),
        ("Farida bought the kiosk from Oskar.", "From Oskar Farida bought the kiosk."),
        ("Oskar beat Farida in the final.", "Farida was beaten in the final by Oskar."),
        ("I augusti vikarierar Wilma för Torsten.", "Wilma vikarierar för Torsten i augusti."),
        ("Farida plays chess with Oskar.", "Oskar plays chess with Farida."),
        ("Farida is married to Oskar.", "Oskar is married to Farida."),
        ("Ship from Hexham instead of Malvern.", "Ship from Malvern instead of Hexham."),
    ],
)
def test_another_order_is_no_other_place(known: str, new: str) -> None:
    """A genitive, a passive, a joined pair, a relation that holds both ways, a choice."""
    assert not have_other_roles(read(new), read(known))


def test_who_did_it_for_the_other_has_not_done_the_others_task() -> None:
    known = read("Farida will send the contract to Oskar by Friday.")
    assert leaves_open(read("Oskar sent the contract to Farida."), known)
    assert not leaves_open(read("Farida sent the contract to Oskar."), known)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Claims over £2,000 go to Wilma.", "Claims under £2,000 go to Wilma."),
        ("Guests under 16 pay £4.", "Guests over 16 pay £7."),
        ("Resor över 5 mil ersätts.", "Resor under 5 mil ersätts."),
        ("Orders rose to 300 in May.", "Orders rose by 300 in May."),
        ("The gym is cleaned before opening.", "The gym is cleaned after opening."),
        ("Deposits are paid in advance.", "Deposits are paid in arrears."),
        ("Wilma is allergic to walnuts.", "Wilma isn't allergic to horses."),
        ("The kiosk buys berries from Farida.", "The kiosk sells berries to Farida."),
    ],
)
def test_another_side_or_thing_is_another_fact(known: str, new: str) -> None:
    """Over and under a figure, before and after, a rise by and to: both are so."""
    assert judged(known, new).relation is StatementRelation.UNRELATED
