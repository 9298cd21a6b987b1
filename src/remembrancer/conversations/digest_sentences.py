"""Splits a message into sentences, without tables, code and tool output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from remembrancer.core.texts.plain_line import neutral

SENTENCE_CHARACTERS_MAX: Final = 400  # longer sentences are split at this length

_FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LINE_BREAK: Final = re.compile(r"[\n\r\v\f\u0085\u2028\u2029]+")
_MARK: Final = re.compile(r"^\s*(?:[#>]+|[-*+•–—]|\d{1,3}[.)]|[a-z]\))\s+", re.IGNORECASE)
_QUOTED: Final = re.compile(r"^\s*>")
_EMPHASIS: Final = re.compile(r"(?<![^\W_])[*_`]+(?=\S)|(?<=\S)[*_`]+(?![^\W_])")
_LINK: Final = re.compile(r"\[([^\[\]\n]{1,200})\]\(https?://[^\s()]{1,500}\)")
_END: Final = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+")
_PIECE: Final = re.compile(
    rf"\S.{{0,{SENTENCE_CHARACTERS_MAX - 1}}}(?=\s|$)|\S{{{SENTENCE_CHARACTERS_MAX}}}"
)
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(])(?:t\.ex|bl\.a|e\.g|i\.e|d\.v\.s|m\.m|f\.d|s\.k|kl|ca|nr|no|mr|mrs|ms|dr|st|approx"
    r"|resp|inkl|exkl|incl|excl|vs|obs|fig|art)\.$",
    re.IGNORECASE,
)
_KEY: Final = re.compile(r"^\s*[\"'][^\"']{1,80}[\"']\s*[:=]")
_LOG: Final = re.compile(r"^\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|at \S+\(|File \"|Traceback\b)")
_LETTERS_SHARE_MIN: Final = 0.6  # share of letters in a line of prose
_SHORT_LINE: Final = 16  # characters; a line this short is always prose
_CELLS_MIN: Final = 3


def split_sentences(content: str) -> list[str]:
    """The sentences of the prose in order, each on one line and safe in an envelope."""
    return [sentence for line in _lines(content) for sentence in _split(line)]


def _lines(content: str) -> Iterator[str]:
    """The lines of prose, with hard-wrapped lines joined again."""
    held = ""
    for raw in _LINE_BREAK.split(_FENCED.sub("\n", content)):
        if not raw.strip() or _QUOTED.match(raw) or _is_machine_output(raw):
            if held:
                yield held
            held = ""
            continue
        is_listed = _MARK.match(raw) is not None
        line = neutral(_EMPHASIS.sub("", _LINK.sub(r"\1", _MARK.sub("", raw, count=1))))
        if held and line[:1].islower() and not is_listed and held[-1] not in ".!?…:;":
            held = f"{held} {line}"
            continue
        if held:
            yield held
        held = line
    if held:
        yield held


def _is_machine_output(line: str) -> bool:
    """Whether a line is a table row, JSON or a log line."""
    if line.count("|") >= _CELLS_MIN - 1 or line.count("\t") >= _CELLS_MIN - 1:
        return True
    if line.count("=") >= _CELLS_MIN or _KEY.match(line) or _LOG.match(line):
        return True
    dense = "".join(line.split())
    if '{"' in dense or '":' in dense or "</" in dense or dense[:1] in "{}<":
        return True
    if dense.count(";") >= _CELLS_MIN and ". " not in line:
        return True
    if len(dense) < _SHORT_LINE:
        return not any(letter.isalnum() for letter in dense)
    letters = sum(map(str.isalpha, dense))
    return letters < _LETTERS_SHARE_MIN * len(dense)


def _split(line: str) -> Iterator[str]:
    """The sentences of one line; abbreviations do not end a sentence."""
    held = ""
    for part in _END.split(line):
        held = f"{held} {part}" if held else part
        if not _ABBREVIATED.search(held[-12:]):
            yield from _PIECE.findall(held)
            held = ""
    yield from _PIECE.findall(held)
