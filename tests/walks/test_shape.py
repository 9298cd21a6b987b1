"""The form of a question: its grammar stays, and all that it is about goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.limits import WALK_SHAPE_WORDS_MAX
from remembrancer.language.stemming import function_words
from remembrancer.recall.walk_report import DATE, NAME, NUMBER, THING, shape

PLACES = {NAME, NUMBER, DATE, THING}


@pytest.mark.parametrize(
    ("query", "form"),
    [
        ("When does Ellen want to retire?", "when does <name> want to <thing>"),
        ("what did Omar say about the Leeds flat", "what did <name> say about the <name> <thing>"),
        ("How much is on account 3012?", "how much is on <thing> <number>"),
        ("What happened in March 2026?", "what happened in <date>"),
        ("Anna's meeting on 2026-03-04 at 14:30?", "<name> <thing> on <date> at <date>"),
        ("What about Anna’s plans?", "what about <name> <thing>"),
        ("Where does Omar Haddad Ben-Ali live?", "where does <name> live"),
        ("I said it. Ellen heard it.", "i said it <thing> heard it"),
        ("pension", "<thing>"),
        ("Pension funds, risk and fees", "<thing> and <thing>"),
        ("Vad sa Karin om pensionen?", "vad sa <name> om <thing>"),
        ("När vill Ellen gå i pension?", "när vill <name> gå i <thing>"),
        ("Hur många avtal skrev vi i juni?", "hur många <thing> skrev vi i <date>"),
        ("What is AB-12/7?", "what is <number>"),
        ("May I ask what may happen in May?", "may i ask what may happen in <date>"),
    ],
)
def test_names_numbers_dates_and_things_have_places(query: str, form: str) -> None:
    """Two questions of the same sort have the same form, in English and in Swedish."""
    assert shape(query) == form


def test_the_subject_is_a_name_however_it_is_written() -> None:
    """The caller said whom the question is about."""
    assert shape("when does ellen retire", about="Ellen") == "when does <name> <thing>"
    assert shape("is acme leeds open", about="Acme Leeds") == "is <name> <thing>"
    assert shape("what did may say", about="May") == "what did <name> say"


@pytest.mark.parametrize("nothing", [None, "", "  ", "?!", "…"])
def test_without_words_there_is_no_form(nothing: str | None) -> None:
    """A summary asks nothing in words."""
    assert shape(nothing) is None


def test_a_long_question_has_a_short_form() -> None:
    """The first words tell its sort."""
    form = shape("what did he say and " * 2_000)
    assert form is not None
    assert len(form.split()) == WALK_SHAPE_WORDS_MAX


@given(st.text(max_size=60), st.none() | st.text(max_size=10))
def test_a_form_holds_only_words_that_any_question_may_have(query: str, about: str | None) -> None:
    """Whatever is asked, its form is made of a closed list of words and of places."""
    for part in (shape(query, about=about) or "").split():
        assert part in PLACES or shape(part) == part


@given(st.lists(st.sampled_from(["kwyjibo", "Plugh", "xyzzy's", "42", "2026-03-04"]), max_size=9))
def test_no_word_of_its_own_survives(words: list[str]) -> None:
    """Names, numbers, dates and rare words leave nothing."""
    assert set((shape(" ".join(words)) or "").split()) <= PLACES


def test_the_words_of_grammar_are_kept() -> None:
    """All but those that name a time."""
    lost = {word for word in function_words() if shape(word) not in {word, DATE}}
    assert lost == set()
