"""Turns the best candidates into the hits of an answer."""

from __future__ import annotations

from math import exp

from remembrancer.governance.contradiction_relations import BOTH, is_out_of_use, unsettled
from remembrancer.items.evidence import Evidence, Stance
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.ports import Reader
from remembrancer.reading.port import RetrievedText
from remembrancer.recall.fusion import Weighed
from remembrancer.recall.hit import Hit, LegScore, TermScore
from remembrancer.recall.question import Question
from remembrancer.search.bm25 import Scorer

_MIDDLING, _SPREAD = 3.0, 2.0  # a text with this score may or may not be relevant


def relevance(total: float) -> float:
    """A weighted sum as a number from 0 to 1, in the same order."""
    return 1.0 / (1.0 + exp(-max(-50.0, min(50.0, (total - _MIDDLING) / _SPREAD))))


def item_hit(item: Item, score: float, terms: tuple[TermScore, ...], legs: LegScores) -> Hit:
    return Hit.trusted(
        {
            "type": "item",
            "id": item.id,
            "text": item.content,
            "score": round(score, 6),
            "evidence": item.evidence,
            "occurred_at": item.occurred_at,
            "confidence": item.confidence,
            "title": item.title,
            "kind": item.kind,
            "subject": item.subject,
            "conversation_id": None,
            "source_type": item.source_type,
            "source_user": item.source_user,
            "trust": item.trust,
            "is_personal": item.is_personal,
            "contradicts": (),
            "replaced_by": (),
            "explanation": terms,
            "legs": legs,
        }
    )


def message_hit(
    message: Message, score: float, terms: tuple[TermScore, ...], legs: LegScores
) -> Hit:
    own_words = Evidence.trusted(
        {
            "source_id": message.conversation_id,
            "message_id": message.id,
            "conversation_id": message.conversation_id,
            "quote": message.content,
            "start": 0,
            "end": len(message.content),
            "stance": Stance.SUPPORTS,
            "principal": message.author_id,
            "at": message.timestamp,
            "handed_in_by": message.owner,
        }
    )
    return Hit.trusted(
        {
            "type": "message",
            "id": message.id,
            "text": message.content,
            "score": round(score, 6),
            "evidence": (own_words,),
            "occurred_at": message.timestamp,
            "confidence": 1.0,
            "title": None,
            "kind": None,
            "subject": message.subject,
            "conversation_id": message.conversation_id,
            "source_type": None,
            "source_user": message.author_id,
            "trust": message.trust,
            "is_personal": message.is_personal,
            "contradicts": (),
            "replaced_by": (),
            "explanation": terms,
            "legs": legs,
        }
    )


LegScores = tuple[LegScore, ...]


def terms_of(scorer: Scorer, question: Question, told: Item | Message) -> tuple[TermScore, ...]:
    """The score that each word of the question added, computed on the indexed text."""
    if isinstance(told, Item):
        text = "\n".join(
            part for part in (told.title, told.content, told.category, *told.tags) if part
        )
    else:
        text = told.content
    stems = question.language.stems(text)
    return tuple(
        TermScore(term=term, frequency=frequency, documents=documents, score=round(score, 6))
        for term, frequency, documents, score in scorer.parts(" ".join(stems), len(stems))
    )


def legs_of(weighed: Weighed, trusted: float, taught: float) -> LegScores:
    """How a text was found and scored, the largest contribution first."""
    legs = [
        LegScore(
            leg=name,
            rank=weighed.ranks.get(name),
            value=round(value, 6),
            share=round(share, 6),
        )
        for name, (value, share) in weighed.parts.items()
        if share or name in weighed.ranks
    ]
    legs.sort(key=lambda leg: -abs(leg.share))
    for name, factor in (("trust", trusted), ("learned", taught)):
        if factor != 1.0:
            added = sum(share for _, share in weighed.parts.values()) * (factor - 1.0)
            share = 0.0 if name == "trust" else round(added, 6)
            legs.append(LegScore(leg=name, value=round(factor, 6), share=share))
    return tuple(legs)


def flagged(
    reader: Reader, hits: list[tuple[Hit, RetrievedText]]
) -> list[tuple[Hit, RetrievedText]]:
    """The hits, each with the items that contradict it."""
    ids = [hit.id for hit, _ in hits if hit.type == "item"]
    links = unsettled(reader.candidates.links(BOTH, ids)) if ids else []
    if not links:
        return hits
    items = reader.items.named({end for link in links for end in (link.source, link.target)})
    in_use = {id for id, item in items.items() if not is_out_of_use(item)}
    others: dict[str, list[str]] = {}
    for link in links:
        if {link.source, link.target} <= in_use:
            others.setdefault(link.source, []).append(link.target)
            others.setdefault(link.target, []).append(link.source)
    return [
        (hit.model_copy(update={"contradicts": tuple(others.get(hit.id, ()))}), seen)
        for hit, seen in hits
    ]
