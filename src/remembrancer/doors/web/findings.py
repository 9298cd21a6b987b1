"""Findings: what a search brought up, the words that counted marked, why, and whence it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from remembrancer.core.limits import EXCERPT_CHARACTERS
from remembrancer.doors.web.difference import Piece
from remembrancer.doors.web.wording import in_a_path
from remembrancer.language.stemming import language
from remembrancer.recall.hit import Hit, LegScore

_WORD: Final = re.compile(r"\w+(?:['\u2019]\w+)*")
_WORDS_TOLD_MAX: Final = 4
_REASONS: Final = {
    "meaning": "means much the same",
    "meaning around": "fits what was said around it",
    "speaker": "said by whom you name",
    "elsewhere": "from a talk without anybody you name",
    "time": "from the time you name",
    "links": "linked with what you name",
    "reranker": "judged to answer it best",
}


class Finding(NamedTuple):
    """One hit as a page shows it."""

    hit: Hit
    head: tuple[Piece, ...]  # what one clicks on
    said: tuple[Piece, ...]  # its text, where the head is a title
    reasons: tuple[str, ...]  # why it was found
    address: str
    source: str | None  # where its words stand; None: the address leads there


def findings(hits: Iterable[Hit], language_name: str) -> tuple[Finding, ...]:
    """The hits, as a page of this language shows them."""
    stems = language(language_name).stems
    result = []
    for hit in hits:
        terms = {score.term for score in hit.explanation}

        def counts(word: str, terms: set[str] = terms) -> bool:
            return not terms.isdisjoint(stems(word))

        spans = [match.span() for match in _WORD.finditer(hit.text) if counts(match[0])]
        excerpt = _excerpt(hit.text, spans)
        has_title = hit.title is not None and hit.title != hit.text
        title = hit.title or ""
        marked = [match.span() for match in _WORD.finditer(title) if counts(match[0])]
        words = [hit.text[a:b] for a, b in spans] + [title[a:b] for a, b in marked]
        by_stem = {stem: word for word in reversed(words) for stem in stems(word)}
        result.append(
            Finding(
                hit,
                _pieces(title, marked) if has_title else excerpt,
                excerpt if has_title else (),
                _reasons(hit.legs, by_stem.values()),
                _address(hit),
                _source(hit),
            )
        )
    return tuple(result)


def _reasons(legs: Iterable[LegScore], words: Iterable[str]) -> tuple[str, ...]:
    """Why it was found, in words; what only weighed is no reason."""
    told = []
    for leg in legs:
        if leg.leg == "words" and (known := [*dict.fromkeys(map(str.lower, words))][::-1]):
            quoted = ", ".join(f"\u201c{word}\u201d" for word in known[:_WORDS_TOLD_MAX])
            told.append(f"says {quoted}")
        elif leg.share > 0 and leg.leg in _REASONS:
            told.append(_REASONS[leg.leg])
    return tuple(told) or ("close to what you ask",)


def _address(hit: Hit) -> str:
    if hit.type == "item":
        return f"/items/{in_a_path(hit.id)}"
    return _in_conversation(hit.conversation_id or "", hit.id)


def _source(hit: Hit) -> str | None:
    if hit.type != "item":
        return None
    for evidence in hit.evidence:
        if evidence.conversation_id is not None:
            return _in_conversation(evidence.conversation_id, evidence.message_id or "")
    return f"{_address(hit)}#evidence"


def _in_conversation(conversation_id: str, message_id: str) -> str:
    return f"/conversations/{in_a_path(conversation_id)}?all=1#{in_a_path(message_id)}"


def _excerpt(text: str, spans: list[tuple[int, int]]) -> tuple[Piece, ...]:
    """The text from before the first word that counted on."""
    if len(text) <= EXCERPT_CHARACTERS:
        return _pieces(text, spans)
    first = spans[0][0] if spans else 0
    begin = min(max(first - EXCERPT_CHARACTERS // 4, 0), len(text) - EXCERPT_CHARACTERS)
    end = begin + EXCERPT_CHARACTERS
    inside = [(a - begin, b - begin) for a, b in spans if a >= begin and b <= end]
    pieces = _pieces(text[begin:end], inside)
    before = (Piece("…", False),) if begin else ()
    after = (Piece("…", False),) if end < len(text) else ()
    return (*before, *pieces, *after)


def _pieces(text: str, spans: Iterable[tuple[int, int]]) -> tuple[Piece, ...]:
    made, at = [], 0
    for begin, end in spans:
        made += [Piece(text[at:begin], False), Piece(text[begin:end], True)]
        at = end
    return tuple(piece for piece in (*made, Piece(text[at:], False)) if piece.text)
