"""Transcripts: who said what, in subtitles and in text with names in front."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.capture.transcript import TURN_LENGTH_MAX, SpokenTurn, turns_from
from remembrancer.core.texts.naming import text_for
from remembrancer.core.texts.text import NAME_LENGTH_MAX
from remembrancer.items.message import MessageDraft

WEBVTT = """WEBVTT - Review with Ellen
Kind: captions

NOTE recorded
by the office

STYLE
::cue { color: red }

REGION
id:fred

intro
00:00:01.000 --> 00:00:04.000 align:start position:0%
<v Ellen Smith>Good morning,
<c.loud>Tom</c> &amp; all.</v>

00:05.500 --> 00:00:06.000
<v.quiet Ellen Smith>Shall we <00:05.700>start?

2
01:00:07.000 --> 01:00:09.000
<v Tom>Yes, x < y.</v> <v Ellen Smith>Good.</v>

01:00:10.000 --> 01:00:11.000
"""

SRT = """1
00:00:01,000 --> 00:00:02,500
ELLEN: <i>I retire</i>

at sixty.

2
00:00:03.000 --> 00:00:04.000
{\\an8}In May & June.
00:00:05,000 --> 00:00:06,000
TOM: Noted.

4
00:00:07,000 --> 00:00:08,000
1986
"""


def said(text: str, name: str = "") -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in turns_from(text, name=name)]


def test_webvtt() -> None:
    """Voices become speakers; header, notes, styles, ids, settings and tags are no words."""
    turns = turns_from(WEBVTT)
    assert [(turn.speaker, turn.text) for turn in turns] == [
        ("Ellen Smith", "Good morning, Tom & all. Shall we start?"),
        ("Tom", "Yes, x < y."),
        ("Ellen Smith", "Good."),
    ]
    assert turns[0].begins == timedelta(seconds=1)
    assert turns[1].begins == timedelta(hours=1, seconds=7)
    assert WEBVTT[turns[1].start : turns[1].end] == "Yes, x < y."


def test_names_within_subtitles() -> None:
    """A name in front of a subtitle holds until the next, and cues of one speaker are joined."""
    text = (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nEllen Smith: Hello.\n\n"
        "00:02.000 --> 00:03.000\nHow are you?\n\n00:03.000 --> 00:04.000\nTom: Fine.\n"
    )
    assert said(text) == [("Ellen Smith", "Hello. How are you?"), ("Tom", "Fine.")]


def test_srt() -> None:
    """Numbers go, also where one is missing; commas and dots part milliseconds; tags go."""
    turns = turns_from(SRT)
    assert [(turn.speaker, turn.text) for turn in turns] == [
        ("ELLEN", "I retire at sixty. In May & June."),
        ("TOM", "Noted. 1986"),
    ]
    assert [turn.begins for turn in turns] == [timedelta(seconds=1), timedelta(seconds=5)]


@pytest.mark.parametrize("text", [WEBVTT, SRT])
def test_breaks_and_marks_of_other_systems(text: str) -> None:
    """A byte order mark and other line breaks change nothing."""
    assert said("\ufeff" + text.replace("\n", "\r\n")) == said(text)
    assert said(text.replace("\n", "\r")) == said(text)


def test_the_name_of_the_file_decides() -> None:
    """Where words stand before the first subtitle, the name of the file says what it is."""
    text = "Recorded on Monday\n\n00:00:01,000 --> 00:00:02,000\nHello\n"
    assert said(text, "call.SRT") == [(None, "Hello")]
    assert said(text)[0] == (None, "Recorded on Monday")
    assert said("Ellen: Hi\nTom: Hi", "call.srt") == [("Ellen", "Hi"), ("Tom", "Hi")]


def test_subtitles_without_speakers() -> None:
    """Where nobody is named, cues are joined to pieces of readable length."""
    cues = "".join(f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},900\n{'w' * 99}\n\n" for n in range(25))
    turns = turns_from(cues)
    assert [(turn.speaker, len(turn.text)) for turn in turns] == [
        (None, 999),
        (None, 999),
        (None, 499),
    ]
    assert turns_from("WEBVTT") == ()


@pytest.mark.parametrize(
    "first",
    [
        "Ellen: I retire.",
        "[00:12:03] Ellen: I retire.",
        "(00:12:03) Ellen: I retire.",
        "00:12:03 Ellen: I retire.",
        "00:12:03 - Ellen: I retire.",
        "Ellen (12:03): I retire.",
        "Ellen [00:12:03]: I retire.",
        "**Ellen:** I retire.",
        "**Ellen**: I retire.",
        ">> Ellen: I retire.",
        "Ellen:\nI retire.",
        "Ellen 00:12:03\nI retire.",
        "Ellen  12:03\n\nI retire.",
        "Ellen (00:12:03)\nI retire.",
        "[00:12:03] Ellen\nI retire.",
    ],
)
def test_forms_of_labels(first: str) -> None:
    """A speaker may be named in many ways, with a time or without."""
    text = f"{first}\n\nTom: Noted.\n"
    turns = turns_from(text)
    assert [(turn.speaker, turn.text) for turn in turns] == [
        ("Ellen", "I retire."),
        ("Tom", "Noted."),
    ]
    assert turns[0].begins == (timedelta(minutes=12, seconds=3) if "12:03" in first else None)
    assert text[turns[0].start : turns[0].end].strip() == "I retire."


def test_lines_that_go_on() -> None:
    """Lines without a name, and times within a turn, belong to who spoke before."""
    text = "Preface.\n\nEllen: One,\n  two,\n\n[00:01:00] three.\nTom: Four."
    turns = turns_from(text)
    assert [(turn.speaker, turn.text) for turn in turns] == [
        (None, "Preface."),
        ("Ellen", "One,\ntwo,\nthree."),
        ("Tom", "Four."),
    ]
    assert text[turns[1].start : turns[1].end].startswith("One,")
    assert text[turns[1].start : turns[1].end].endswith("three.")


def test_each_label_begins_a_turn() -> None:
    """Two labelled lines of one speaker are two turns."""
    assert said("Ellen: One.\nEllen: Two.") == [("Ellen", "One."), ("Ellen", "Two.")]


@pytest.mark.parametrize(
    "text",
    [
        "Note: call back.",
        "Note: call back.\nNote: or write.",
        "Ellen: only one name, once.",
        "Summary: all is well.\nDate: 2026-03-02",
        "See http://example.org: it is there.\nhttps://example.org",
        "10:30 we met.\n11:30 we left.",
        "Lunch 12:30\nDinner 19:00\nBed 22:00",
        "What she told us on that day: nothing.\nWhat he told us on that day: little.",
        "We then agreed on this: yes.\nWe then agreed on this: no.",
    ],
)
def test_colons_that_name_nobody(text: str) -> None:
    """A word before a colon is no speaker by itself, and nothing of the text is lost."""
    assert said(text) == [(None, text)]


@pytest.mark.parametrize(
    "name", ["adviser", "Speaker 1", "Dr. Müller", "Ludwig van B.", "Q", "李明"]
)
def test_names_that_come_twice(name: str) -> None:
    """What stands before a colon twice and may be a name is one."""
    assert said(f"{name}: One.\nTwo.\n{name}: Three.") == [(name, "One.\nTwo."), (name, "Three.")]


def test_what_follows_the_talk() -> None:
    """A heading or a summary behind the talk is not laid in the last speaker's mouth."""
    for apart in ("# Summary\nAll agreed.", "Summary: all agreed.", "---\nAll agreed."):
        text = f"Ellen: Hi.\nTom: Bye.\n\n{apart}"
        assert said(text)[1:] == [("Tom", "Bye."), (None, apart)]
    assert said("Ellen: Hi.\nTom: Look.\nNote: it rains.")[1] == ("Tom", "Look.\nNote: it rains.")


def test_paragraphs() -> None:
    """A text without speakers is read by paragraphs, each where it stands."""
    text = "First line,\nsecond line.\r\n \r\n[00:05] Later.\n"
    assert turns_from(text) == (
        SpokenTurn(None, "First line,\nsecond line.", None, 0, 24),
        SpokenTurn(None, "Later.", timedelta(seconds=5), 37, 43),
    )
    assert turns_from("") == turns_from("\n \n") == ()


def test_what_no_text_may_hold() -> None:
    """A turn can be stored, whatever its speaker is called and whatever it holds."""
    (turn,) = turns_from(
        f"WEBVTT\n\n00:01.000 --> 00:02.000\n<v {'E' * 300}>red \x1b[0m page&#12; break"
    )
    assert turn.text == "red \ufffd[0m page\ufffd break"
    assert turn.speaker is not None
    assert len(turn.speaker) == NAME_LENGTH_MAX


def test_long_turns_are_split() -> None:
    """A turn too long for one goes into several, and no word is lost."""
    words = "word " * 9_000
    text = f"Ellen: {words.strip()}\nTom: Yes."
    turns = turns_from(text)
    assert "".join(f"{turn.text} " for turn in turns[:-1]) == words
    assert all(len(turn.text) <= TURN_LENGTH_MAX for turn in turns)
    assert {turn.speaker for turn in turns[:-1]} == {"Ellen"}
    for turn in turns:
        assert text[turn.start : turn.end].strip() == turn.text


def test_long_runs() -> None:
    """Long runs of one character are read like any other text, not in all ways one by one."""
    for run in (" ", "<", "<v ", "[00:01]", "{\\", "a ", "&", "*"):
        for text in (run * 50_000, f"[00:01] {run * 50_000}x", f"Ellen{run * 50_000}"):
            turns_from(text)
            turns_from(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{text}")


SUBTITLES = [
    "WEBVTT",
    "NOTE",
    "00:00:01.000 --> 00:00:02.000",
    "1",
    "-->",
    "<v Tom>",
    "</v>",
    "<b>",
]
LABELS = [
    "Ellen",
    "Tom: ",
    "Ellen: ",
    ": ",
    "[00:01:02] ",
    "(1:02)",
    "99:99",
    "**",
    ">> ",
    "Summary: ",
]
REST = ["\n", "\n\n", "\r\n", "\ufeff", " ", "# ", "&lt;", "words and more"]
PIECES = st.sampled_from([*SUBTITLES, *LABELS, *REST])


@given(
    st.lists(PIECES | st.text(max_size=6), max_size=25).map("".join), st.sampled_from(["", ".srt"])
)
def test_any_text(text: str, name: str) -> None:
    """Whatever a text holds, its turns have words, in order, that stand where they say."""
    turns = turns_from(text, name=name)
    at = 0
    for turn in turns:
        assert turn.text.strip() == turn.text != ""
        assert len(turn.text) <= TURN_LENGTH_MAX
        MessageDraft(author_id=turn.speaker or "nobody", content=turn.text)
        assert at <= turn.start < turn.end <= len(text)
        at = turn.start
        if "&" not in text:
            left = iter(text_for(text[turn.start : turn.end]))
            assert all(character in left for character in "".join(turn.text.split()))
