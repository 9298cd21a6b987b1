"""Mentions: a message that repeats an item word for word renews it, even without extraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from remembrancer.core.grounds import ActKind, Grade, Ground
from remembrancer.core.limits import MENTIONED_COMPARED_MAX, RECONFIRMED_ITEMS_MAX
from remembrancer.core.scope import Scope
from remembrancer.governance import change
from remembrancer.items.evidence import Stance
from remembrancer.items.item import Item, Trust
from remembrancer.items.message import Message
from remembrancer.items.port import NewEvidence
from remembrancer.items.trust import RANK
from remembrancer.language import sentences, statement_reader
from remembrancer.ports import Writer
from remembrancer.reading.extraction_input import CandidateItem, ExtractionInput
from remembrancer.reading.judging.judge import normalised_words
from remembrancer.reading.plan import Planned, Step
from remembrancer.remember import reconfirm
from remembrancer.remember.known_evidence import rests_on, said_last
from remembrancer.search.port import ComparisonScope

_WORDS_MIN: Final = 3  # an item with fewer words cannot be mentioned
_BECAUSE: Final = "it was mentioned in the same words"


class Mentions(NamedTuple):
    """The renewed items, with reasons."""

    items: tuple[Item, ...] = ()
    plan: tuple[Planned, ...] = ()


class _Piece(NamedTuple):
    """A part of a message from which nothing was extracted."""

    message: Message
    start: int
    end: int
    words: str  # normalized, with a blank at both ends

    @property
    def text(self) -> str:
        return self.message.content[self.start : self.end]

    @property
    def said_at(self) -> datetime:
        return self.message.timestamp


def renewed(
    unit: Writer, scope: Scope, spoken: ExtractionInput, candidates: Sequence[CandidateItem]
) -> Mentions:
    """Renews items that people mention in passing: their term restarts, if the preset says so.

    Only the exact words of an item count. An agent's repetition is no evidence, and one message
    renews an item only once.
    """
    if not reconfirm.is_passive(scope) or not scope.viewer.is_person:
        return Mentions()
    pieces = list(_left(spoken, [one for one in candidates if not one.only_acts]))
    done: list[Item] = []
    plan: list[Planned] = []
    for item in _mentioned(unit, scope, spoken, pieces):
        piece = _mentioning(scope, item, pieces)
        if piece is None or not reconfirm.may_renew(scope, item):
            continue
        own = _evidence(spoken, piece)
        if rests_on(item, own):
            continue
        stored = change.found(unit, item.id)
        metadata = said_last(stored, min(piece.said_at, scope.now))
        planned = Planned(
            step=Step.RECONFIRM,
            text=piece.text,
            because=_BECAUSE,
            item_ids=(item.id,),
            grounds=(Ground.SAME_WORDS,),
            grade=Grade.CERTAIN,
        )
        judged = planned.judged(ActKind.CONFIRMED)
        done.append(
            change.reconfirm(
                unit, scope, stored, [own], metadata=metadata, judged=judged, reason=_BECAUSE
            )
        )
        plan.append(planned)
    return Mentions(tuple(done), tuple(plan))


def _left(spoken: ExtractionInput, candidates: Sequence[CandidateItem]) -> Iterator[_Piece]:
    """The text before, between and after the quotes of extracted items."""
    drawn: dict[str, list[tuple[int, int]]] = {}
    for candidate in candidates:
        for one in candidate.new.evidence:
            if one.message is not None and one.start is not None and one.end is not None:
                drawn.setdefault(one.message[1], []).append((one.start, one.end))
    for message in spoken.messages:
        if message.trust is not Trust.PERSON:
            continue
        start, length = 0, len(message.content)
        for first, last in (*sorted(drawn.get(message.id, ())), (length, length)):
            words = normalised_words(message.content[start:first])
            if len(words) >= _WORDS_MIN:
                yield _Piece(message, start, first, f" {' '.join(words)} ")
            start = max(start, last)


def _mentioned(
    unit: Writer, scope: Scope, spoken: ExtractionInput, pieces: Sequence[_Piece]
) -> list[Item]:
    """Existing items whose words occur in one of these pieces. One query covers all pieces."""
    if not pieces:
        return []
    said = "\n".join(one.words for one in pieces)
    place = ComparisonScope(spoken.subject, None, spoken.audience, spoken.is_personal)
    before = scope.now - reconfirm.ONCE_IN
    known = unit.candidates.unconfirmed(place, since=before, limit=MENTIONED_COMPARED_MAX)
    ids = [id for id, content in known if _held(content) in said][:RECONFIRMED_ITEMS_MAX]
    found = unit.items.named(ids) if ids else {}
    return [found[id] for id in ids if id in found]


def _held(content: str) -> str:
    words = normalised_words(content)
    # One or two words occur in many sentences that say something else.
    return f" {' '.join(words)} " if len(words) >= _WORDS_MIN else "\0"


def _mentioning(scope: Scope, item: Item, pieces: Sequence[_Piece]) -> _Piece | None:
    """The sentence that mentions an item and does not retract it."""
    held = _held(item.content)
    since = item.last_confirmed_at or item.created_at
    for whole in pieces:
        is_new = since < min(whole.said_at, scope.now)
        is_trusted = RANK[whole.message.trust] >= RANK[item.trust]
        if held not in whole.words or not is_new or not is_trusted:
            continue
        for piece in (*_sentences(whole), whole):  # an item may have several sentences
            if held in piece.words:
                if piece.words == held or not _takes_back(scope, item, piece):
                    return piece
                break
    return None


def _sentences(whole: _Piece) -> Iterator[_Piece]:
    for one in sentences.split_sentences(whole.text):
        words = " ".join(normalised_words(one.text))
        start = whole.start + one.start
        yield _Piece(whole.message, start, whole.start + one.end, f" {words} ")


def _takes_back(scope: Scope, item: Item, piece: _Piece) -> bool:
    tongue, at = scope.space.preset.language, piece.said_at
    said = statement_reader.read_statement(piece.text, language=tongue, at=at)
    known = statement_reader.read_statement(item.content, language=tongue, at=item.occurred_at)
    return said.is_change or said.is_past or said.is_negated != known.is_negated


def _evidence(spoken: ExtractionInput, piece: _Piece) -> NewEvidence:
    message = piece.message
    return NewEvidence(
        spoken.source,
        (message.conversation_id, message.id),
        piece.text,
        piece.start,
        piece.end,
        Stance.SUPPORTS,
        message.author_id,
    )
