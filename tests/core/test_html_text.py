"""HTML made without templates: every value is text, unless it was made here."""

from __future__ import annotations

from markupsafe import escape

from remembrancer.core.texts.html_text import Html, html, joined
from remembrancer.core.texts.text_width import lines, width


def test_every_value_is_escaped() -> None:
    """Tags, quotes and ampersands of a value are shown as they are written, in texts and in
    attributes; what nobody sees is a mark."""
    made = html('<p title="{a}">{b}</p>', a="\"' onload=x", b="<b>&</b>")
    assert made == '<p title="&quot;&#x27; onload=x">&lt;b&gt;&amp;&lt;/b&gt;</p>'
    assert html("{a}", a="a\u202eb") == "a‹U+202E›b"
    assert html("{a}", a=3) == "3"


def test_html_inside_html_stays() -> None:
    """What was made here is not escaped again, nor by a template engine; a text that was added to
    it makes it text again."""
    inner = html("<b>{x}</b>", x="<")
    assert html("<p>{inner}</p>", inner=joined((inner, inner))) == "<p><b>&lt;</b><b>&lt;</b></p>"
    assert str(escape(inner)) == "<b>&lt;</b>"
    assert html("{a}", a=inner + "<i>") == "&lt;b&gt;&amp;lt;&lt;/b&gt;&lt;i&gt;"
    assert isinstance(inner, Html)


def test_lines_have_room() -> None:
    """A text is broken between words; no line is wider than there is room, and the last says that
    there is more."""
    text = "Raise her capacity for loss from low to medium, since she inherited"
    broken = lines(text, 130, 11, 2)
    assert len(broken) == 2
    assert broken[1].endswith("…")
    assert all(width(line, 11) <= 130 for line in broken)
    assert lines("W" * 90, 130, 11, 2)[0].endswith("…")
    assert lines("short", 130, 11, 2) == ("short",)
    assert lines("", 130, 11, 2) == ()
