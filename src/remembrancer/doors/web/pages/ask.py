"""Ask: an inquiry with its steps, its facts and how sure it is; and those on record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput, NotAvailable
from remembrancer.core.limits import GRAPH_EVIDENCE_RELATIONS_MAX
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.wording import in_a_path
from remembrancer.inquiry import replay
from remembrancer.inquiry.inquiry import (
    ExecutedQuery,
    FactConflict,
    Inquiry,
    InquiryStep,
    RelevantFact,
)
from remembrancer.inquiry.session import InquirySession

_LISTED: Final = 20  # sessions of a page
_CITED: Final = 5  # messages of one fact that are named
_MESSAGE: Final = "message"


class Citation(NamedTuple):
    """A message that states a fact, and where it is read."""

    id: str
    address: str | None  # None: this person may not read it


class FactCard(NamedTuple):
    """A fact as the page shows it."""

    fact: RelevantFact
    address: str | None  # of the item, the node or the message
    cited: tuple[Citation, ...]
    more: int  # messages that are not named


class Round(NamedTuple):
    """A step, with the looks that were made then."""

    step: InquiryStep | None
    looks: tuple[ExecutedQuery, ...]


def ask(visit: Visit) -> PageView:
    """The form, and what was asked before."""
    visit.check_sees("browse", "timeline")
    page = visit.memory.inquiries.list(limit=_LISTED, cursor=visit.parameter("cursor"))
    is_new = not page.sessions and not visit.memory.graph.overview().kinds
    return PageView(
        "ask.html", {"typed": visit.parameter("talk") or "", "page": page, "is_new": is_new}
    )


def answer(visit: Visit) -> PageView:
    """What was found for a text, and how."""
    visit.check_sees("browse", "timeline")
    text = visit.filled("talk") or ""
    said = replay.messages_of(text)
    try:
        found = visit.memory.inquire(said)
    except (InvalidInput, NotAvailable) as error:
        return PageView("ask.html", {"typed": text, "why": str(error), "page": None}, 422)
    values = {**_shown(visit, found), "typed": text, "said": said}
    return PageView(
        "ask_answer.html", {**values, "profiles": found.person_profiles, "session": None}
    )


def session(visit: Visit) -> PageView:
    """An inquiry on record, step by step again."""
    visit.check_sees("browse", "timeline")
    found = visit.memory.inquiries.get(visit.path["id"])
    talk = "\n".join(f"{one.author_id}: {one.content}" for one in found.conversation)
    values = {**_shown(visit, found), "typed": talk, "said": found.conversation}
    return PageView("ask_answer.html", {**values, "profiles": {}, "session": found})


def rate(visit: Visit) -> Sent:
    """Says how much an inquiry helped."""
    visit.check_sees("browse", "timeline")
    id = visit.path["id"]
    visit.memory.inquiries.rate(id, visit.required("value"), note=visit.filled("note"))
    return Sent(f"/ask/{in_a_path(id)}", told="Thank you. Your rating is on record.")


def _shown(visit: Visit, found: Inquiry | InquirySession) -> dict[str, Any]:
    cards = _cards(visit, found.relevant_facts)
    conflicts = _conflicts(found.contradictions, cards)
    opposed = {card.fact.id for _, both in conflicts for card in both}
    return {
        "found": found,
        "rounds": _rounds(replay.in_order(found.trace, found.queries_executed)),
        "conflicts": conflicts,
        "cards": [one for one in cards if one.fact.id not in opposed],
        "count": len(cards),
    }


def _rounds(entries: Sequence[InquiryStep | ExecutedQuery]) -> tuple[Round, ...]:
    made: list[Round] = []
    for entry in entries:
        if isinstance(entry, InquiryStep):
            made.append(Round(entry, ()))
        else:
            last = made.pop() if made else Round(None, ())
            made.append(last._replace(looks=(*last.looks, entry)))
    return tuple(made)


def _cards(visit: Visit, facts: Sequence[RelevantFact]) -> tuple[FactCard, ...]:
    """The facts, each with addresses of itself and of the messages that state it."""
    related = [one.id for one in facts if one.id is not None and one.id.startswith("rel_")]
    stated = visit.memory.graph.evidence(related[:GRAPH_EVIDENCE_RELATIONS_MAX])
    places = {
        one.id: _place(one.conversation_id, one.id) for said in stated.values() for one in said
    }
    return tuple(_card(one, places) for one in facts)


def _card(fact: RelevantFact, places: dict[str, str]) -> FactCard:
    own = None
    if fact.type == _MESSAGE and fact.conversation_id is not None:
        own = _place(fact.conversation_id, fact.id or "")
    elif fact.id is not None and fact.id.startswith("km_"):
        own = f"/items/{in_a_path(fact.id)}"
    elif fact.ends:
        own = f"/graph/{in_a_path(fact.ends[0])}"
    is_relation = fact.id is not None and fact.id.startswith("rel_")
    # The page of an item quotes the messages that it rests on.
    elsewhere = None if is_relation else own
    cited = [Citation(id, places.get(id, elsewhere)) for id in fact.evidence[:_CITED]]
    return FactCard(fact, own, tuple(cited), len(fact.evidence) - len(cited))


def _place(conversation: str, message: str) -> str:
    return f"/conversations/{in_a_path(conversation)}?all=1#{in_a_path(message)}"


def _conflicts(
    conflicts: Sequence[FactConflict], cards: Sequence[FactCard]
) -> list[tuple[FactConflict, tuple[FactCard, ...]]]:
    by_id = {one.fact.id: one for one in cards}
    return [(one, tuple(by_id[id] for id in one.facts if id in by_id)) for one in conflicts]
