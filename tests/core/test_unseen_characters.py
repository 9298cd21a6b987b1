"""The one list of what nobody sees, and where it is needed all the same."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.texts.unseen_characters import as_marks, without_unseen

# Format characters that are drawn: signs of Arabic, Syriac and Kaithi numbers.
DRAWN = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u0890\u0891\u08e2\U000110bd\U000110cd"
)


def test_nothing_that_unicode_calls_unseen_is_missing() -> None:
    """Every format and control character but the drawn ones, every selector and every tag."""
    for code in range(sys.maxunicode + 1):
        sign = chr(code)
        is_unseen = unicodedata.category(sign) in ("Cf", "Cc", "Cs") and sign not in DRAWN
        is_listed = 0xFE00 <= code <= 0xFE0F or 0xE0000 <= code <= 0xE01EF
        if (is_unseen or is_listed) and sign not in "\n\t\r\x0b\x0c\x85":
            assert without_unseen(f"a{sign}b") == "ab", f"U+{code:04X}"


@pytest.mark.parametrize(
    "word",
    [
        "می\u200cخواهم",  # a Persian verb
        "क\u094d\u200dष",  # half a letter in Hindi
        "ශ\u0dca\u200dරී",  # a Sinhala title
        "র\u200d\u09cdয",  # a Bengali vowel
        "👩🏽\u200d🚀",
        "❤\ufe0f\u200d🔥",
        "☺\ufe0e",
        "👨\u200d👩\u200d👧\u200d👦" * 8,  # families without a blank
        "🧑🏻\u200d❤\ufe0f\u200d💋\u200d🧑🏿" * 3,
        "👩🏽\u200d💻🤷🏾\u200d♀\ufe0f🏳\ufe0f\u200d🌈👩\u200d⚕\ufe0f👨\u200d🦰🏃\u200d♂\ufe0f🧑\u200d🚒🕵\ufe0f\u200d♀\ufe0f",
        "葛\U000e0100城市の辻\U000e0101さん",  # a town and a name in Japan, as they are drawn there
        "#\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland
    ],
)
def test_what_is_needed_stays(word: str) -> None:
    """A script or an emoji keeps what it cannot be written without, for agents and for people."""
    assert without_unseen(f"x {word} y") == as_marks(f"x {word} y") == f"x {word} y"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\u200db\ufe0f", "ab"),
        ("❤\ufe0f\ufe0f\ufe0f", "❤\ufe0f"),
        ("🏴\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f", "🏴"),  # no flag that there is
        ("葛\U000e0100\U000e0101", "葛\U000e0100"),
        ("葛\U000e0100 葛\U000e0101葛\U000e0100", "葛\U000e0100 葛葛\U000e0100"),
        ("a\U000e0100か\U000e0100", "aか"),  # no ideograph
        ("خ\u200c\u200c\u200cو", "خو"),
        ("x\u200b\u200cخو", "xخو"),
        ("one\r\ntwo\u2028three", "one\ntwo\nthree"),
    ],
)
def test_no_message_hides_in_what_may_stay(text: str, left: str) -> None:
    """One selector behind a base that takes one, one joiner between letters, and no free tags."""
    assert without_unseen(text) == left


def test_a_word_has_room_for_a_few_joiners_alone() -> None:
    """A row of letters with a joiner or none after each would spell something in bits."""
    assert without_unseen("\u200c".join("خ" * 100)).count("\u200c") == 6
    assert without_unseen(" ".join(["خ\u200cخ"] * 100)).count("\u200c") == 100


def test_emoji_that_are_not_drawn_as_one_have_room_for_a_few_joiners_alone() -> None:
    """Nor do longer sequences than there are: nobody would see which of them are joined."""
    assert without_unseen("\u200d".join("🙂" * 100)).count("\u200d") == 6
    assert without_unseen("\u200d".join("👩" * 100)).count("\u200d") == 3 + 6


def test_no_text_spells_something_in_drawings_of_ideographs() -> None:
    """A few ideographs of a text have one, and each always the same."""
    spelled = "".join(chr(0x4E00 + n) + chr(0xE0100 + n) for n in range(100))
    assert sum(one >= "\U000e0100" for one in without_unseen(spelled)) == 6
    repeated = " ".join(f"葛{chr(0xE0100 + n)}" for n in range(100))
    assert sum(one >= "\U000e0100" for one in without_unseen(repeated)) == 1


def test_people_see_it_as_marks() -> None:
    """Pages and terminals show what would turn, steer or hide, and break no line."""
    assert as_marks("a\u202eb\x1b[0m\u200b\nc\td") == "a‹U+202E›b‹U+001B›[0m‹U+200B›\nc\td"


@given(
    st.text(
        st.sampled_from(
            "葛\U000e0100\U000e0101💻♂🏽"
            "a خ👩❤ \n\u200c\u200d\ufe0f\u200b\u202e\r\x1f\x85\u2028\U000e0067🏴क\u094d"
        )
    )
)
def test_twice_equals_once(text: str) -> None:
    """What is clean stays as it is, and no text gets longer."""
    once = without_unseen(text)
    assert without_unseen(once) == once
    assert len(once) <= len(text)
