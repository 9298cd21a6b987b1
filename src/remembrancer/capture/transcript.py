"""Transcripts: parses subtitles, or text with speaker names in front, into turns."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from remembrancer.capture.lines import TextLine, cuts, text_lines
from remembrancer.core.texts.naming import name_for, text_for

TURN_LENGTH_MAX = 10_000  # characters of a turn; a longer one is split
UNNAMED_LENGTH_MAX = 1_000  # length up to which subtitles without a speaker are joined
LABEL_WORDS_MAX = 5  # words in the longest speaker name

# Words before a colon that name a section of a text, not a person.
_NO_SPEAKERS = re.compile(
    "actions?|action items?|address|agenda|anmerkung|attendees|background|budget|cc|conclusion|"
    "context|copyright|costs?|date|datum|deadline|decisions?|duration|email|example|fact|fees?|from|"
    "goals?|hinweis|important|intro|introduction|kind|language|link|location|meeting|name|nb|"
    "next steps?|notes?|notiz|ort|outcomes?|owner|participants|phone|place|plan|present|price|"
    "problem|p\\.?s\\.?|re|reason|remember|reminder|results?|risks?|solution|status|subject|"
    "summary|teilnehmer|thema|time|tip|title|to|todo|topics?|total|transcript|update|url|warning|"
    "when|where|zusammenfassung",
    re.IGNORECASE,
)

# Every gap in the patterns is limited: two unlimited ones in a row take forever on a line of
# blanks.
_GAP = r"[ \t]{0,40}"
_CLOCK = r"(?:[0-9]{1,4}:)?[0-9]{1,2}:[0-9]{2}(?:[.,][0-9]{1,9})?"
_LABEL = r"[^\W\d_][\w .,'’&()\-]{0,58}?"
_ARROW = "-->"
_TIMING = re.compile(rf"{_GAP}({_CLOCK}){_GAP}-->{_GAP}({_CLOCK})(?![0-9:])")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]{1,9}([^<>\n]*)>|</v>")
_ANY_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<[0-9][0-9:.]*>")
_KNOWN_TAG = re.compile(r"</?(?:b|i|u|s|c|v|font)(?:[ .][^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{1,8});")
_HEADING = re.compile(r"#{1,6}\s|(?:-{3,}|={3,}|\*{3,})\s*$")

# [00:12:03] Ellen: words | 00:12:03 Ellen: words | Ellen (12:03): words | **Ellen:** words
_LABELLED = re.compile(
    rf"{_GAP}(?:>>{_GAP})?(?:(?P<open>[\[(]?)(?P<before>{_CLOCK})[\])]?{_GAP}[-–]?{_GAP})?"
    rf"(?:\*\*|__)?(?P<label>{_LABEL})(?:\*\*|__)?{_GAP}"
    rf"(?:[\[(](?P<after>{_CLOCK})[\])]{_GAP})?(?:\*\*|__)?:(?:\*\*|__)?(?=[ \t]|$){_GAP}"
)
# Ellen Smith 00:01:02, alone on a line, with the text below
_ABOVE = re.compile(
    rf"{_GAP}(?:[\[(](?P<before>{_CLOCK})[\])]{_GAP}(?P<late>{_LABEL})|"
    rf"(?P<label>{_LABEL}){_GAP}[,\-–]?{_GAP}[\[(]?(?P<after>{_CLOCK})[\])]?){_GAP}$"
)
_STAMP = re.compile(rf"{_GAP}[\[(]({_CLOCK})[\])]{_GAP}[-–]?{_GAP}")


class SpokenTurn(NamedTuple):
    """One turn of a speaker."""

    speaker: str | None  # None: no speaker is named
    text: str  # without names, times and tags
    begins: timedelta | None  # from the start of the recording
    start: int  # position of its first character in the source
    end: int  # position after its last character


class _Label(NamedTuple):
    """A possible speaker name in front of text."""

    name: str
    begins: timedelta | None
    words_at: int  # position in its line
    is_timed: bool  # has a time in brackets, which marks a transcript


class _Cue(NamedTuple):
    """A subtitle."""

    begins: timedelta
    lines: list[TextLine]


def turns_from(text: str, *, name: str = "", known: Collection[str] = ()) -> tuple[SpokenTurn, ...]:
    """The turns of a transcript: WebVTT, SRT, or text with speakers in front.

    In a text without speakers each paragraph is one turn. `name` is the file name; its suffix
    counts if the text itself leaves the format open. Labels in `known` (casefolded) are speakers
    even if they occur once. Speakers and text can be stored as they are: U+FFFD replaces each
    character that a text must not contain.
    """
    lines = list(text_lines(text))
    if lines and lines[0].text.startswith("\ufeff"):
        lines[0] = TextLine(1, lines[0].text[1:])
    is_webvtt = bool(lines) and lines[0].text.startswith("WEBVTT")
    if is_webvtt or _has_cues(lines, name):
        cues = _webvtt_cues(lines) if is_webvtt else _srt_cues(lines)
        turns = _joined(_spoken_in(cues, _ANY_TAG if is_webvtt else _KNOWN_TAG, known))
    else:
        turns = (part for turn in _labelled(lines, known) for part in _split(turn))
    return tuple(
        turn._replace(speaker=name_for(turn.speaker), text=text_for(turn.text)) for turn in turns
    )


def odd_lines(text: str) -> Iterator[tuple[str, str]]:
    """Lines of a transcript that could not be parsed, and how they were handled."""
    lines = list(text_lines(text))
    is_timed = bool(lines) and lines[0].text.lstrip("\ufeff").startswith("WEBVTT")
    for number, line in enumerate(lines, 1):
        if is_timed and _ARROW in line.text and _TIMING.match(line.text) is None:
            why = "is no time: the words below it have that of the words before"
            yield line.text, f"Line {number} of the transcript {why}."
        elif line.text != text_for(line.text):
            why = "holds what is no text: U+FFFD stands for it"
            yield line.text, f"Line {number} of the transcript {why}."


def _has_cues(lines: list[TextLine], name: str) -> bool:
    filled = [line for line in lines if line.text.strip()]
    if not name.lower().endswith((".srt", ".vtt")):
        # A transcript may quote a timing; subtitles begin with one, or with a number and one.
        filled = filled[:2] if filled and filled[0].text.strip().isdigit() else filled[:1]
    return any(_TIMING.match(line.text) for line in filled)


def _webvtt_cues(lines: list[TextLine]) -> Iterator[_Cue]:
    """The lines after a timing up to the next empty line; all other blocks are ignored."""
    cue: _Cue | None = None
    last = timedelta()
    for line in lines:
        timing = _TIMING.match(line.text)
        if timing or _ARROW in line.text or not line.text.strip():
            if cue:
                yield cue
                last = cue.begins
            if timing:
                cue = _Cue(_time(timing[1]), [])
            else:  # text below an unreadable time is still part of the transcript
                cue = _Cue(last, []) if _ARROW in line.text else None
        elif cue:
            cue.lines.append(line)
    if cue:
        yield cue


def _srt_cues(lines: list[TextLine]) -> Iterator[_Cue]:
    """The lines after a timing up to the next one, without the number above that."""
    cue: _Cue | None = None
    for line in lines:
        timing = _TIMING.match(line.text)
        if not timing:
            if cue and line.text.strip():
                cue.lines.append(line)
            continue
        if cue:
            if cue.lines and cue.lines[-1].text.strip().isdigit():
                cue.lines.pop()
            yield cue
        cue = _Cue(_time(timing[1]), [])
    if cue:
        yield cue


def _spoken_in(
    cues: Iterable[_Cue], tag: re.Pattern[str], known: Collection[str]
) -> Iterator[SpokenTurn]:
    """A turn for each line of each cue, with its speaker."""
    listed = list(cues)
    plain = {line: _plain(line.text, tag) for cue in listed for line in cue.lines}
    speakers = _speakers((label for words in plain.values() if (label := _label(words))), known)
    labelled: str | None = None  # applies until the next label
    for cue in listed:
        voice: str | None = None  # applies until its tag or the cue ends
        for line in cue.lines:
            label = _label(plain[line])
            if label and label.name in speakers and "<v" not in line.text:
                labelled = label.name
                words = plain[line][label.words_at :].strip()
                if words:
                    yield SpokenTurn(labelled, words, cue.begins, line.start, line.end)
                continue
            at = 0
            for mark in (*_VOICE.finditer(line.text), None):
                end = mark.start() if mark else len(line.text)
                words = _plain(line.text[at:end], tag).strip()
                if words:
                    spoken = SpokenTurn(voice or labelled, words, cue.begins, line.start, line.end)
                    yield spoken._replace(start=line.start + at, end=line.start + end)
                if mark:
                    voice, at = _plain(mark[1] or "", tag).strip() or None, mark.end()


def _plain(words: str, tag: re.Pattern[str]) -> str:
    return _ENTITY.sub(lambda found: html.unescape(found[0]), tag.sub("", words))


def _joined(turns: Iterable[SpokenTurn]) -> Iterator[SpokenTurn]:
    """The turns, with consecutive cues of one speaker joined."""
    last: SpokenTurn | None = None
    for turn in turns:
        if last is None:
            last = turn
            continue
        length_max = TURN_LENGTH_MAX if last.speaker else UNNAMED_LENGTH_MAX
        length = len(last.text) + 1 + len(turn.text)
        if turn.speaker == last.speaker and length <= length_max:
            last = last._replace(text=f"{last.text} {turn.text}", end=turn.end)
        else:
            yield from _split(last)
            last = turn
    if last:
        yield from _split(last)


def _split(turn: SpokenTurn) -> Iterator[SpokenTurn]:
    """The turn, split if it is too long."""
    if len(turn.text) <= TURN_LENGTH_MAX:
        yield turn
        return
    # If nothing was removed from the text, the position of each part is exact.
    is_verbatim = turn.end - turn.start == len(turn.text)
    for a, b in cuts(turn.text, TURN_LENGTH_MAX):
        words = turn.text[a:b].strip()
        if words and is_verbatim:
            yield turn._replace(text=words, start=turn.start + a, end=turn.start + b)
        elif words:
            yield turn._replace(text=words)


def _labelled(lines: list[TextLine], known: Collection[str]) -> Iterator[SpokenTurn]:
    """The turns of a text with speaker names, and paragraphs where no speaker is named."""
    filled = [line for line in lines if line.text.strip()]
    above = {line: _label_above(line.text) for line in filled}
    # A name with a time has text below it; several in a row are a timetable.
    lone = {line for line, below in pairwise(filled) if not above[below]}
    labels = {line: (above[line] if line in lone else None) or _label(line.text) for line in filled}
    speakers = _speakers((found for found in labels.values() if found), known)
    turn: SpokenTurn | None = None
    is_apart = True  # separated from the text before by an empty line
    for line in lines:
        label = labels.get(line)
        if label and label.name in speakers:
            if turn:
                yield from _said(turn)
            turn = _words(line, label.words_at, label.begins)._replace(speaker=label.name)
        elif not line.text.strip():
            if turn and turn.speaker is None:
                yield from _said(turn)
                turn = None
        else:
            stamp = _STAMP.match(line.text)
            spoken_turn = (
                _words(line, stamp.end(), _time(stamp[1])) if stamp else _words(line, 0, None)
            )
            ends_turn = is_apart and (_HEADING.match(line.text) or _is_part_of_text(label))
            if turn and not ends_turn:
                words = f"{turn.text}\n{spoken_turn.text}".strip()
                start = turn.start if turn.text else spoken_turn.start
                turn = turn._replace(text=words, start=start, end=spoken_turn.end)
            else:
                if turn:
                    yield from _said(turn)
                turn = spoken_turn
        is_apart = not line.text.strip()
    if turn:
        yield from _said(turn)


def _words(line: TextLine, at: int, begins: timedelta | None) -> SpokenTurn:
    """The text of a line from a position on."""
    rest = line.text[at:]
    start = line.start + len(line.text) - len(rest.lstrip())
    text = rest.strip()
    return SpokenTurn(None, text, begins, start, start + len(text))


def _said(turn: SpokenTurn) -> Iterator[SpokenTurn]:
    if turn.text:
        yield turn


def _is_part_of_text(label: _Label | None) -> bool:
    return label is not None and _NO_SPEAKERS.fullmatch(label.name) is not None


def _label(line: str) -> _Label | None:
    """The text before the first colon of a line, if it may be a name."""
    found = _LABELLED.match(line)
    if not found:
        return None
    clock = found["before"] or found["after"]
    is_timed = bool(found["after"] or (found["before"] and found["open"]))
    return _Label(found["label"].strip(), _time(clock) if clock else None, found.end(), is_timed)


def _label_above(line: str) -> _Label | None:
    """A name and a time alone on a line."""
    found = _ABOVE.match(line)
    if not found:
        return None
    name, clock = found["label"] or found["late"], found["after"] or found["before"]
    return _Label(name.strip(" \t,-–("), _time(clock), len(line), False) if name else None


def is_among(speaker: str, names: Collection[str]) -> bool:
    """Whether one of the names (casefolded) is the speaker's full name or first name."""
    text = speaker.casefold()
    return any(text == name or text.startswith(f"{name} ") for name in names)


def _speakers(labels: Iterable[_Label], known: Collection[str]) -> frozenset[str]:
    """The labels that are speakers.

    A label is a speaker if it is known, occurs twice, has its time in brackets, or looks like a
    name and is not the only one that does. If only one name occurs once before a colon, the text
    quotes somebody.
    """
    listed = [label for label in labels if _can_be_speaker(label.name)]
    counted = Counter(label.name for label in listed)
    timed = {label.name for label in listed if label.is_timed}
    alike = {name for name in counted if _is_like_a_name(name)}
    return frozenset(
        name
        for name, times in counted.items()
        if is_among(name, known)
        or times > 1
        or name in timed
        or (name in alike and len(alike | timed) > 1)
    )


def _can_be_speaker(name: str) -> bool:
    words = name.split()
    if not words or _NO_SPEAKERS.fullmatch(name) or len(words) > LABEL_WORDS_MAX:
        return False
    # Roles may be in lower case too (adviser, client 2), but are never half a sentence.
    return _is_like_a_name(name) or len(words) <= 2


def _is_like_a_name(name: str) -> bool:
    words = [] if "," in name else name.replace("(", " ").replace(")", " ").split()
    small = sum(not (word[0].isupper() or word[0].isdigit()) for word in words)
    # Lower-case words occur within names (Ludwig van Beethoven), not at their start.
    return words != [] and words[0][0].isupper() and small <= len(words) // 3


def _time(clock: str) -> timedelta:
    whole, _, fraction = clock.replace(",", ".").partition(".")
    seconds = 0
    for part in whole.split(":"):
        seconds = seconds * 60 + int(part)
    return timedelta(seconds=seconds, microseconds=int(f"{fraction:0<6}"[:6]))
