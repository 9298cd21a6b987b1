"""Language: from text to stems, the same on every engine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.errors import InvalidSettings
from remembrancer.language.stemming import Language, language

ENGLISH = language("english")
SWEDISH = language("swedish")


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("retire retires retired retiring", "retir"),
        ("pension pensions", "pension"),
        ("mortgage mortgages mortgaged", "mortgag"),
        ("company companies", "compani"),
        ("run running runs", "run"),
    ],
)
def test_english_endings_fall_away(words: str, stem: str) -> None:
    """S0-09: forms of one word share one stem."""
    assert set(ENGLISH.stems(words)) == {stem}


@pytest.mark.parametrize(
    "words",
    [
        "utdelning utdelningar utdelningen utdelningarna utdelningens",
        "faktura fakturor fakturorna",
        "beslut beslutet besluten",
        "betala betalar betalade",
        "årsbokslut årsbokslutet",
    ],
)
def test_swedish_endings_fall_away(words: str) -> None:
    """C-21: forms of one Swedish word share one stem."""
    assert len(set(SWEDISH.stems(words))) == 1


def test_languages_differ() -> None:
    """Each stems by its own rules."""
    assert ENGLISH.stems("utdelningar") != SWEDISH.stems("utdelningar")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("english", "What is it that you were about to do, and why? I'm not. They've been."),
        ("english", "Don’t we? Isn’t it? It’s"),
        ("swedish", "Vad är det som du har, och varför? Jag är inte från den."),
    ],
)
def test_stop_words_are_left_out(name: str, text: str) -> None:
    """A text of nothing but grammar has no stems."""
    assert language(name).stems(text) == []


@pytest.mark.parametrize("word", ["will", "may", "no-one", "nothing", "up-to-date"])
def test_words_that_can_be_a_subject_stay(word: str) -> None:
    """Where a text is about such a word beside others, the others are still found."""
    assert "pension" in ENGLISH.stems(f"{word} pension")


def test_stems_keep_order_and_number() -> None:
    """A word said twice counts twice, in its place."""
    assert ENGLISH.stems("tax pension tax") == ["tax", "pension", "tax"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("café", "cafe\u0301"),
        ("ﬁnance", "finance"),
        ("ＦＵＬＬ", "full"),
        ("PENSION", "pension"),
        ("Ellen’s", "Ellen's"),
        ("x²", "x2"),
    ],
)
def test_spellings_of_one_letter_are_one(one: str, other: str) -> None:
    """Unicode forms, width and case do not matter."""
    assert ENGLISH.stems(one) == ENGLISH.stems(other)


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("data_analysis", ["data", "analysi"]),
        ("a-b/c.d", ["b", "c", "d"]),
        ("58%", ["58"]),
        ("3.14", ["3", "14"]),
        ("  \t\n ", []),
        ("", []),
        ("!?…—", []),
        ("O'Neill's", ["oneil"]),
        ("SELECT * FROM item;", ["select", "item"]),
    ],
)
def test_where_words_begin_and_end(text: str, stems: list[str]) -> None:
    """Letters and digits make words; all else is a border, the apostrophe inside a word is none."""
    assert ENGLISH.stems(text) == stems


def test_an_unknown_language_lists_the_known() -> None:
    """The refusal says which languages there are."""
    with pytest.raises(InvalidSettings, match=r"'klingon' is not known.*swedish"):
        Language("klingon")


def test_a_language_without_stop_words_still_stems() -> None:
    """Every language of the stemmer works."""
    assert len(set(language("german").stems("Rente Renten"))) == 1


def test_one_language_is_one_object() -> None:
    """It is made once and shared."""
    assert language("english") is language("english")


@given(st.text(max_size=200))
def test_any_text_has_stems(text: str) -> None:
    """Whatever the letters, stems are plain: no blank, no quote, no apostrophe, nothing empty."""
    for stem in ENGLISH.stems(text):
        assert stem
        assert not set(stem) & set(" \"'\t\n_")
        assert stem == stem.strip()


@given(st.text(max_size=100), st.text(max_size=100))
def test_texts_side_by_side_have_their_stems_side_by_side(one: str, other: str) -> None:
    """A line break separates words, so that parts of an item can be joined for the search."""
    assert ENGLISH.stems(f"{one}\n{other}") == ENGLISH.stems(one) + ENGLISH.stems(other)


@given(st.text(max_size=60))
def test_case_never_matters(text: str) -> None:
    """A text in small letters is found by the same words."""
    assert ENGLISH.stems(text.lower()) == ENGLISH.stems(text)


def test_the_memory_of_words_has_a_limit() -> None:
    """A stream of ever new words does not fill the machine."""
    own = Language("english")
    for n in range(120_000):
        own.stems(f"word{n}")
    assert len(own._stems) <= 50_000
    assert own.stems("retiring") == ["retir"]
