"""What is told of other people's lives, of old times, or only asked is left in the raw text."""

from __future__ import annotations

import pytest

from remembrancer.reading.offline.others_lives import is_of_others
from tests.reading.readings import read_talk

STORIES = [
    "My cousin's accountant told him you can write off the whole boat.",
    "Her boss's wife pays 700 a week for childcare in Zurich.",
    "My uncle always kept his money in gold, 40,000 of it.",
    "A guy at the gym told me his flat made 60,000 in two years.",
    "My mother's the same with hers, it's eleven hundred a week.",
    "Min svåger i Umeå hade aldrig någon revisor när han drev macken.",
    "Min kusins chef sa att man kan dra av hela båten.",
    "En kollega sa att hon betalar 8 000 för bokslutet.",
]
OWN = [
    "My father left me the house in 2019.",
    "My wife's mother lives with us.",
    "My sister and I own the cottage together.",
    "My mother was diagnosed with dementia last year.",
    "My husband's pension is with Aviva.",
    "A letter from the bank said I owe 3,000.",
    "Min bror äger 40 % av bolaget.",
    "Min pappa lånade ut 200 000 till oss.",
]


@pytest.mark.parametrize("text", STORIES)
def test_a_story_about_others_is_told_from_ones_own(text: str) -> None:
    """A story or hearsay about somebody outside the household is recognised."""
    assert is_of_others(text)


@pytest.mark.parametrize("text", OWN)
def test_ones_own_family_and_money_are_no_story(text: str) -> None:
    """What concerns the speaker's own household is no story about others."""
    assert not is_of_others(text)


LEFT = [
    ("The mortgage is 980, no wait that was the old one.", "adviser", "english"),
    ("I earn 48,000, hang on, that's last year's figure.", "adviser", "english"),
    ("In the old days we paid 300 a month.", "adviser", "english"),
    ("Hyran är 8 200, nej vänta det var den gamla.", "companion", "swedish"),
    ("Förr redovisade vi moms en gång om året, ingen aning om nu.", "companion", "swedish"),
    ("Enligt Göran behövs inget kvitto under 300 kronor.", "companion", "swedish"),
    ("Lee takes over the newsletter too, or was that just talk?", "community", "english"),
    ("Kim you were going to do the raffle right, on the 5th?", "community", "english"),
    ("Britta tar över kassan också, eller var det bara snack?", "community", "swedish"),
    ("Ali du skulle ordna lokalen va, den 5:e?", "community", "swedish"),
    ("Last year we had it at the lake.", "adviser", "english"),
    ("In May everything blooms.", "adviser", "english"),
    ("1998 snöade det hela maj.", "companion", "swedish"),
]


@pytest.mark.parametrize(("text", "preset", "language"), LEFT)
def test_old_values_and_questions_are_left_raw(text: str, preset: str, language: str) -> None:
    """A value that is taken back, old times, hearsay and a question with a tail state nothing."""
    assert not read_talk(f"Bo: {text}\nMia: ok", preset, "nadia", language).proposals


def test_a_question_after_a_statement_leaves_the_statement() -> None:
    """What is said before a question of its own is kept."""
    found = read_talk("Bo: We moved the loan to Lloyds in 2023, is that a problem?", "adviser")
    assert [one.quote for one in found.proposals] == ["We moved the loan to Lloyds in 2023"]
