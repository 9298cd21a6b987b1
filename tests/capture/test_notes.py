"""Notes files: each bullet and each paragraph is one entry, and nothing else is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.capture.notes import Note, entries_from
from remembrancer.core.texts.text import BODY_LENGTH_MAX


def texts(source: str) -> list[str]:
    return [entry.text for entry in entries_from(source)]


def test_bullets_and_paragraphs() -> None:
    """A bullet is an entry and so is a paragraph, with the headings above it and its place."""
    source = "# Team\n\nWe ship on\nTuesdays.\n\n## Data\n- Orders lag 3 days.\n* Use event_time.\n"
    assert entries_from(source) == (
        Note("We ship on\nTuesdays.", "Team", 8, 28),
        Note("Orders lag 3 days.", "Team / Data", 38, 58),
        Note("Use event_time.", "Team / Data", 59, 76),
    )


@pytest.mark.parametrize(
    "marker", ["-", "*", "+", "1.", "1)", "42.", "- [ ]", "- [x]", "* [X]", "  -", "\t-"]
)
def test_markers(marker: str) -> None:
    """The bullet and its box are no part of the entry."""
    source = f"{marker} One thing\n{marker}   Another\n"
    found = entries_from(source)
    assert [entry.text for entry in found] == ["One thing", "Another"]
    assert source[found[0].start : found[0].end] == f"{marker.strip()} One thing"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("- One\n  goes on", "One\ngoes on"),
        ("- One\nlazily", "One\nlazily"),
        ("- One\n\n  New paragraph", "One\n\nNew paragraph"),
        ("- One\n  - inner\n    - innermost\n", "One\n- inner\n  - innermost"),
        ("- One\n\t- inner\n", "One\n- inner"),
        ("1. One\n  - inner\n", "One\n- inner"),
        ("  - One\n    - inner\n", "One\n- inner"),
        ("- One\n  ```\n  code\n    more\n\n  - no bullet\n  ```\n", None),
        ("- One\n```\n  code\n- no bullet\n```", "One\n```\n  code\n- no bullet\n```"),
        ("- One\n\n```\ncode\n```", "One\n\n```\ncode\n```"),
        ("-\n  One", "One"),
        ("- One\n  <!-- kept -->\n", "One\n<!-- kept -->"),
    ],
)
def test_what_hangs_on_a_bullet(source: str, text: str | None) -> None:
    """Nested lines, bullets and code belong to their bullet, moved out as a whole."""
    expected = text or "One\n```\ncode\n  more\n\n- no bullet\n```"
    assert texts(source) == [expected]
    assert texts(f"{source}\n\n- Two\n") == [expected, "Two"]


@pytest.mark.parametrize(
    "source",
    [
        "",
        " \n\t\n",
        "# Only\n## headings ##\n#\n",
        "Title\n=====\n\nSmaller\n---\n",
        "---\n***\n_ _ _\n- - -\n",
        "<!-- a comment\n\n- with a bullet\n-->\n",
        "---\ntitle: notes\n- a\n---\n",
        "+++\ntitle = 'notes'\n+++\n",
        "[link]: https://example.org\n[other]: <a b> 'Title'\n",
        "-\n*\n1.\n- [ ]\n- [x] \n  -\n",
        "@import base.md\n@docs/rules.md\n  @~/notes.md\n- @README.md\n",
        "```\n\n```\n",
        "\ufeff# Heading\n",
    ],
)
def test_what_is_no_entry(source: str) -> None:
    """What only orders a file says nothing, in any system's line breaks."""
    assert entries_from(source) == ()
    assert entries_from(source.replace("\n", "\r\n")) == ()


def test_headings() -> None:
    """An entry knows the headings above it, from the outermost to the nearest."""
    source = "A\n\n# One\n## Two ##\n- B\n### Three\n- C\n## Four\n- D\n\nFive\n====\nE\n#\nF"
    assert [(entry.text, entry.heading) for entry in entries_from(source)] == [
        ("A", None),
        ("B", "One / Two"),
        ("C", "One / Two / Three"),
        ("D", "One / Four"),
        ("E", "Five"),
        ("F", None),
    ]


def test_dashes_under_a_note() -> None:
    """A sentence with dashes under it is a note and not a heading."""
    assert texts("The lag is 3 days.\n---\nUse event_time.\n---\n") == [
        "The lag is 3 days.",
        "Use event_time.",
    ]


def test_comments_among_notes() -> None:
    """A comment ends what stands above it; a note may follow on its last line."""
    assert texts("One\n<!-- no\nno --> Two\n<!-- no -->\n- Three\n<!-- no -->\n") == [
        "One",
        "Two",
        "Three",
    ]
    assert texts("<!-- never closed\n\n- Note") == ["<!-- never closed", "Note"]
    assert texts("<!-->\n\nNote") == ["<!-->", "Note"]


def test_code() -> None:
    """Code belongs to what introduces it; alone it is an entry."""
    code = "```sql\n# no heading\n\n- no bullet\n```"
    assert texts(f"Run this:\n{code}\nAfter.") == [f"Run this:\n{code}", "After."]
    assert texts(f"Run this:\n\n{code}\n\n- One") == [f"Run this:\n\n{code}", "One"]
    assert texts(f"# Heading\n{code}\n\n{code}") == [code, code]
    assert texts("~~~\n```\n~~~\nAfter.") == ["~~~\n```\n~~~", "After."]
    assert texts("```\nnever closed\n\n- bullet") == ["```\nnever closed\n\n- bullet"]


def test_tables() -> None:
    """A table is one entry, with the line that introduces it."""
    table = "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |"
    assert texts(table) == [table]
    assert texts(f"Limits:\n{table}\n\nAfter.") == [f"Limits:\n{table}", "After."]
    assert texts(f"Limits:\n\n{table}\n\nAfter.") == [f"Limits:\n\n{table}", "After."]
    assert texts(f"One,\ntwo.\n\n{table}") == ["One,\ntwo.", table]
    assert texts("a | b\n- | -\n1 | 2") == ["a | b\n- | -\n1 | 2"]


def test_numbers_within_a_paragraph() -> None:
    """A number at the beginning of a line within a paragraph starts no list."""
    assert texts("The rate rose in\n3. Quarter\n1. One") == ["The rate rose in\n3. Quarter", "One"]
    assert texts("1986. A good year") == ["1986. A good year"]


def test_pointers_within_a_paragraph() -> None:
    """An import or a link definition parts what stands around it."""
    assert texts("One\n@more.md\nTwo\n[a]: b\nThree") == ["One", "Two", "Three"]
    assert texts("Ask @anna about it\n\n[^1]: a footnote") == [
        "Ask @anna about it",
        "[^1]: a footnote",
    ]


def test_line_breaks_stay_as_they_are() -> None:
    """An entry keeps its line breaks, so that it stands in the file word for word."""
    assert texts("- One\r\n  two\r\n\r\nThree\r\n") == ["One\r\ntwo", "Three"]


def test_long_entries_are_split_at_lines() -> None:
    """An entry too long for one goes into several, and no line is lost or cut."""
    rows = [f"  line {n} of a very long note" for n in range(8_000)]
    source = "# Log\n- first\n" + "\n".join(rows) + "\n- second"
    found = entries_from(source)
    assert len(found) > 3
    assert all(len(entry.text) <= BODY_LENGTH_MAX for entry in found)
    assert {entry.heading for entry in found} == {"Log"}
    lines = [line for entry in found for line in entry.text.split("\n")]
    assert lines == ["first", *(row.strip() for row in rows), "second"]


def test_long_runs() -> None:
    """Long runs of one thing are read like any other text, not in all ways one by one."""
    for run in (" ", "\t", "-", "- ", "#", " #", "<!--", "<!--\n", "|", "| ", "`", "[", "1.", "@ "):
        for source in (
            run * 20_000,
            f"{run * 20_000}x",
            f"- x{run * 20_000}",
            f"x\n{run * 20_000}|",
        ):
            entries_from(source)


PIECES = st.sampled_from(
    [
        *(
            "\n",
            "\n\n",
            "\r\n",
            " ",
            "  ",
            "\t",
            "- ",
            "* ",
            "1. ",
            "7) ",
            "[ ] ",
            "# ",
            "## ",
            "===",
        ),
        *(
            "---",
            "\n---\n",
            "```",
            "~~~\n",
            "<!--",
            "-->",
            "| ",
            "|-|",
            "@x",
            "[a]: b",
            "> ",
            "word",
        ),
    ]
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=40).map("".join))
def test_any_text(source: str) -> None:
    """Whatever a file holds, its entries say something, in order, from their places."""
    at = 0
    for entry in entries_from(source):
        assert entry.text.strip() == entry.text != ""
        assert entry.heading is None or entry.heading.strip()
        assert at <= entry.start < entry.end <= len(source)
        at = entry.end
        left = iter(source[entry.start : entry.end])
        assert all(character in left for character in entry.text)


@given(st.lists(PIECES | st.text(max_size=4), max_size=40).map("".join))
def test_no_word_is_lost(source: str) -> None:
    """All words are in an entry, save those that only order the file."""
    ordering = r"#|<!--|@|\]:|---|===|\+\+\+|(?:```|~~~)[^\r\n]*word"
    if not re.search(ordering, source):
        spans = [source[entry.start : entry.end] for entry in entries_from(source)]
        assert "".join(spans).count("word") == source.count("word")
