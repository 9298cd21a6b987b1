"""Notes files: splits Markdown as people write it into single entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from remembrancer.capture.lines import TextLine, cuts, text_lines
from remembrancer.core.texts.text import BODY_LENGTH_MAX, LINE_LENGTH_MAX

TAB_COLUMNS = 4  # width of a tab in front of a line
NESTED_COLUMNS = 2  # text indented further than its bullet belongs to it
HEADING_LENGTH_MAX = 80  # longest heading that is marked only by dashes under it

_BULLET = re.compile(r"([ \t]*)([-*+]|[0-9]{1,3}[.)])(?:([ \t]+)(?:\[[ xX]\](?:[ \t]+|$))?|$)")
_EMPTY = re.compile(r"(?:[ \t]*(?:[-*+]|[0-9]{1,3}[.)])(?=[ \t]|$)(?:[ \t]+\[[ xX]\])?)*[ \t]*$")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING = re.compile(r"(?:^|[ \t])#+[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(?:(={2,})|-{3,})[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})([^`]*)$")
_COMMENT = re.compile(r" {0,3}<!--")
_POINTER = re.compile(
    r"@import\b.*|@\S+|\[[^\]^][^\]]*\]:[ \t]*(?:<[^<>]*>|\S+)(?:[ \t]+[\"'(].*)?"
)
_TABLE_MARK = re.compile(r"[ \t]*:?-+:?[ \t]*")
_FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}


class Note(NamedTuple):
    """One entry, as it is in the file."""

    text: str  # source[start:end], without the bullet and the indentation of the whole
    heading: str | None  # the headings above it, joined by " / "; None: no heading
    start: int  # position of its first character in the source, bullet included
    end: int  # position after its last character


def entries_from(text: str) -> tuple[Note, ...]:
    """Each bullet with everything nested below it, and each paragraph, as one entry.

    Code and tables belong to the text directly above them. Headings, rules, comments, front matter,
    link definitions, imports and empty bullets are not entries. An entry that is too long is split
    at its lines.
    """
    return tuple(_Notes(text).entries())


class _Notes:
    """Reads a notes file from top to bottom."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._lines = list(text_lines(source))
        if self._lines and self._lines[0].text.startswith("\ufeff"):
            self._lines[0] = TextLine(1, self._lines[0].text[1:])
        self._comments_end = source.rfind("-->")  # the end of the last entry
        self._headings: list[tuple[int, str]] = []

    def entries(self) -> Iterator[Note]:
        at = self._behind_front_matter()
        while at < len(self._lines):
            behind = self._behind_no_entry(at)
            if behind is None:
                behind = self._behind_block(at)
                yield from self._entries_of(at, behind)
            at = behind

    def _line(self, at: int) -> str:
        return self._lines[at].text if at < len(self._lines) else ""

    def _is_blank(self, at: int) -> bool:
        return not self._line(at).strip()

    def _behind_front_matter(self) -> int:
        ends = _FRONT_MATTER.get(self._line(0).rstrip(), ())
        for at in range(1, len(self._lines) if ends else 0):
            if self._line(at).rstrip() in ends:
                return at + 1
        return 0

    def _behind_no_entry(self, at: int) -> int | None:
        """The position after text here that is no entry; None: an entry begins."""
        line = self._line(at)
        heading = _HEADING.match(line)
        if heading:
            self._descend(len(heading[1]), _CLOSING.sub("", heading[2] or ""))
            return at + 1
        if self._is_blank(at) or _RULE.match(line) or _POINTER.fullmatch(line.strip()):
            return at + 1
        if self._begins_comment(at):
            return self._behind_comment(at)
        level = self._level_by_underline(at)
        if level:
            self._descend(level, line)
            return at + 2
        return None

    def _descend(self, level: int, title: str) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        if title.strip():
            self._headings.append((level, title.strip()[:LINE_LENGTH_MAX]))

    def _level_by_underline(self, at: int) -> int:
        """The level of a heading with an underline; 0: no heading."""
        line, underline = self._line(at).strip(), _UNDERLINE.match(self._line(at + 1))
        if not underline or _BULLET.match(line) or _FENCE.match(line):
            return 0
        if underline[1]:
            return 1
        # Many people separate notes with dashes. In doubt, text is kept as a note.
        is_title = len(line) <= HEADING_LENGTH_MAX and line[-1] not in ".!?:;,|"
        return 2 if is_title else 0

    def _begins_comment(self, at: int) -> bool:
        opened = _COMMENT.match(self._line(at))
        # An unclosed one is text.
        return opened is not None and self._lines[at].start + opened.end() <= self._comments_end

    def _behind_comment(self, at: int) -> int:
        opened = self._source.index("<!--", self._lines[at].start)
        end = self._source.index("-->", opened + len("<!--"))
        end += len("-->")
        while self._lines[at].end < end:
            at += 1
        # What follows on the same line is read as a separate line.
        self._lines[at] = TextLine(end, self._source[end : self._lines[at].end])
        return at

    def _behind_block(self, at: int) -> int:
        if _BULLET.match(self._line(at)):
            return self._behind_bullet(at)
        if _FENCE.match(self._line(at)):
            return self._behind_fence(at)
        return self._behind_paragraph(at)

    def _behind_bullet(self, at: int) -> int:
        inner = _columns(self._line(at)) + NESTED_COLUMNS
        at += 1
        while at < len(self._lines):
            below = at
            while below < len(self._lines) and self._is_blank(below):
                below += 1
            line = self._line(below)
            is_nested = _columns(line) >= inner
            if _FENCE.match(line) and (is_nested or below - at <= 1):
                at = self._behind_fence(below)
            elif not is_nested and (below > at or _BULLET.match(line) or self._begins_anew(below)):
                break
            else:
                at = below + 1
        return min(at, len(self._lines))

    def _behind_fence(self, at: int) -> int:
        """The position after the code that begins here; unclosed code ends with the file."""
        opening = self._line(at).strip()
        closing = opening[: len(opening) - len(opening.lstrip(opening[0]))]
        for below in range(at + 1, len(self._lines)):
            line = self._line(below).strip()
            if line.startswith(closing) and not line.strip(closing[0]):
                return below + 1
        return len(self._lines)

    def _behind_paragraph(self, at: int) -> int:
        """The position after a paragraph, and after a table or code that it introduces."""
        first = at
        at = self._behind_table(at)
        while at < len(self._lines) and not self._begins_anew(at):
            at = self._behind_table(at) if self._begins_table(at) else at + 1
        below = at + 1 if self._is_blank(at) else at
        if at == first + 1 and below > at and self._begins_table(below):
            at = below = self._behind_table(below)
        while _FENCE.match(self._line(below)):
            at = below = self._behind_fence(below)
        return max(at, first + 1)

    def _begins_anew(self, at: int) -> bool:
        """Whether a paragraph above this line ends here."""
        line = self._line(at)
        bullet = _BULLET.match(line)
        # A number within a paragraph is usually just a number: a list begins with 1.
        is_bullet = bullet is not None and (bullet[2] in "-*+" or int(bullet[2][:-1]) == 1)
        return (
            is_bullet
            or self._is_blank(at)
            or any(kind.match(line) for kind in (_HEADING, _RULE, _FENCE))
            or _POINTER.fullmatch(line.strip()) is not None
            or self._begins_comment(at)
        )

    def _begins_table(self, at: int) -> bool:
        mark = self._line(at + 1).strip()
        return (
            "|" in self._line(at)
            and "|" in mark
            and all(_TABLE_MARK.fullmatch(cell) for cell in mark.strip("|").split("|"))
        )

    def _behind_table(self, at: int) -> int:
        if self._begins_table(at):
            at += 2
            while "|" in self._line(at) and not self._is_blank(at):
                at += 1
        return at

    def _entries_of(self, at: int, behind: int) -> Iterator[Note]:
        """The entry of some lines; several if it is too long, none if it is empty."""
        while self._is_blank(behind - 1):
            behind -= 1
        said = [line.text for line in self._lines[at:behind] if not _EMPTY.match(line.text)]
        # Two fences with nothing between them are as empty as a bullet without text.
        if len(said) <= 2 and all(_FENCE.match(line) for line in said):
            return
        first, last = self._lines[at], self._lines[behind - 1]
        bullet = _BULLET.match(first.text)
        indent = len(first.text) - len(first.text.lstrip(" \t"))
        start, end = first.start + indent, last.start + len(last.text.rstrip())
        words_at = first.start + (bullet.end() if bullet else indent)
        columns = _columns(first.text)
        if bullet:
            columns += len(bullet[2]) + min(len(bullet[3] or " "), TAB_COLUMNS)
        heading = " / ".join(title for _, title in self._headings) or None
        for a, b in cuts(self._source[words_at:end], BODY_LENGTH_MAX):
            text = _outdented(self._source[words_at + a : words_at + b], columns, is_first=a == 0)
            if text.strip() and not _POINTER.fullmatch(text.strip()):
                yield Note(text.strip(), heading, words_at + a if a else start, words_at + b)


def _columns(line: str) -> int:
    """The indentation of a line."""
    width = 0
    for character in line:
        if character == "\t":
            width += TAB_COLUMNS - width % TAB_COLUMNS
        elif character == " ":
            width += 1
        else:
            break
    return width


def _outdented(text: str, columns: int, *, is_first: bool) -> str:
    """The text with less indentation on each line. Code keeps its own indentation."""
    parts: list[str] = []
    end = 0
    closing, code_columns = "", 0
    for line in text_lines(text):
        parts.append(text[end : line.start])
        end = line.end
        taken = code_columns if closing else columns
        parts.append(line.text if is_first and line.start == 0 else _without(line.text, taken))
        fence = _FENCE.match(line.text)
        if fence and not closing:
            closing, code_columns = fence[2], min(columns, _columns(line.text))
        elif fence and fence[2].startswith(closing) and not fence[3].strip():
            closing = ""
    return "".join([*parts, text[end:]])


def _without(line: str, columns: int) -> str:
    at = width = 0
    while width < columns and at < len(line) and line[at] in " \t":
        width += TAB_COLUMNS - width % TAB_COLUMNS if line[at] == "\t" else 1
        at += 1
    return line[at:]
