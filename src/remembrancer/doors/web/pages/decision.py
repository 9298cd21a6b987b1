"""One decision: what was decided and why, its chain, and what was known then and now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pydantic import JsonValue

from remembrancer.core.errors import NotAvailable
from remembrancer.core.limits import CHAIN_DEPTH_MAX
from remembrancer.decisions import capabilities
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.chain_picture import DRAWN_MAX, chain_picture, link_words
from remembrancer.decisions.context import KnownThen
from remembrancer.decisions.decision import ChainStep, Decision, DecisionChain, LinkType
from remembrancer.doors.web.difference import Piece, worded
from remembrancer.doors.web.page_request import PageView, ReportPage, Sent, Visit
from remembrancer.doors.web.pages.alike import alike
from remembrancer.doors.web.pages.communities import community_label
from remembrancer.doors.web.pages.decisions import check, proposed_links, titles
from remembrancer.doors.web.passages import Passage, passages
from remembrancer.doors.web.wording import in_a_path
from remembrancer.items.item import Item

_DEPTH: Final = 5
_KNOWN: Final = 8  # items of what was known that are shown at once; the rest is a click away
_BETWEEN: Final = (LinkType.PRECEDENT_FOR, LinkType.SUPERSEDED)


class ToldStep(NamedTuple):
    """A step of the chain in words."""

    step: ChainStep | None  # None: the decision of the page
    decision: Decision | None  # None: it was erased
    how: str  # caused, influenced
    is_proposed: bool
    reason: str | None
    towards: str  # what it is linked to, in a word


class ThenAndNow(NamedTuple):
    """Something that was known then, beside what is known now."""

    known: KnownThen
    then: tuple[Piece, ...]
    now: tuple[Piece, ...]  # nothing: it is unchanged, or there is nothing in its place


class OtherLink(NamedTuple):
    """A link to another decision that the chain does not follow."""

    other: Decision
    said: str  # how this decision stands to it
    reason: str | None


def address(decision: Decision) -> str:
    """Where a decision is shown, or what is none and stands in a chain."""
    place = "items" if decision.decision_type is None else "decisions"
    return f"/{place}/{in_a_path(decision.id)}"


def decision(visit: Visit) -> PageView:
    """One decision, with all that it rests on and all that came of it."""
    check(visit)
    memory, id = visit.memory, visit.path["id"]
    found = memory.decisions.get(id)
    depth = _depth(visit)
    chain, no_chain = _chain(visit, id, depth)
    context = memory.decisions.context(id)
    item = memory.get(id)
    return PageView(
        "decision.html",
        {
            "decision": found,
            "titles": titles(visit),
            "chain": chain,
            "no_chain": no_chain,
            "picture": None if chain is None else chain_picture(chain, address),
            "steps": () if chain is None else _steps(chain),
            "left_out": 0 if chain is None else _left_out(chain),
            "deeper": min(depth * 2, CHAIN_DEPTH_MAX) if depth < CHAIN_DEPTH_MAX else None,
            "context": context,
            "related": tuple(map(_remembered, context.related)),
            "known": tuple(map(_remembered, context.known)),
            "known_max": _KNOWN,
            "changed": sum(one.has_changed for one in context.attributes),
            "passages": _passages(visit, item),
            "proposed": tuple(proposed_links(visit, memory.decisions.links(id, proposed=True))),
            "others": () if no_chain else tuple(_others(visit, found)),
            "complexity": memory.decisions.complexity(id),
            "alike": alike(visit, found),
            "community": community_label(visit, found.id),
            "may_change": visit.may_change(item),
            "place_of": address,
        },
    )


def _chain(visit: Visit, id: str, depth: int) -> tuple[DecisionChain | None, str | None]:
    """The chain, if it is drawn unasked or somebody asked for it; else why it is refused, if so."""
    is_asked = visit.parameter("chain") or visit.parameter("depth")
    preset = visit.session.space.preset
    try:
        capabilities.check(preset, Capability.CAUSAL_CHAINS)
    except NotAvailable as error:
        return None, str(error)
    if not is_asked and not capabilities.is_unasked(preset, Capability.CAUSAL_CHAINS):
        return None, None
    return visit.memory.decisions.chain(id, depth=depth), None


def _left_out(chain: DecisionChain) -> int:
    return sum(max(0, len(one) - DRAWN_MAX) for one in (chain.causes, chain.effects))


def _depth(visit: Visit) -> int:
    given = visit.parameter("depth") or ""
    depth = int(given) if given.isascii() and given.isdigit() and len(given) < 3 else _DEPTH
    return max(1, min(depth, CHAIN_DEPTH_MAX))


def _passages(visit: Visit, item: Item) -> tuple[Passage, ...]:
    return passages(visit.memory, item) if item.evidence else ()


def _steps(chain: DecisionChain) -> tuple[ToldStep, ...]:
    """The chain in the order of time; what was erased stands where it leads to."""
    words = {chain.decision.id: "this decision"}
    for step in (*chain.causes, *chain.effects):
        if step.decision is not None:
            words[step.id] = step.decision.title or step.decision.kind.replace("_", " ")
    far_first = [*reversed(chain.causes[:DRAWN_MAX])]
    made = [_step(one, words) for one in far_first]
    made.append(ToldStep(None, chain.decision, "", False, None, ""))
    made += [_step(one, words) for one in chain.effects[:DRAWN_MAX]]
    return tuple(made)


def _step(step: ChainStep, words: dict[str, str]) -> ToldStep:
    attrs: dict[str, Any] = {} if step.relation is None else step.relation.attrs
    reason = attrs.get("reason") or attrs.get("grounds")
    return ToldStep(
        step,
        step.decision,
        link_words(step),
        step.is_proposed,
        reason if isinstance(reason, str) else None,
        words.get(step.towards, "what was erased"),
    )


def _remembered(known: KnownThen) -> ThenAndNow:
    if known.now is None or known.now == known.text:
        return ThenAndNow(known, (Piece(known.text, False),), ())
    return ThenAndNow(known, *worded(known.text, known.now))


_SAID: Final = {
    (LinkType.PRECEDENT_FOR, False): "It followed",
    (LinkType.PRECEDENT_FOR, True): "It was followed by",
    (LinkType.SUPERSEDED, True): "It took the place of",
    (LinkType.SUPERSEDED, False): "Its place was taken by",
}


def _others(visit: Visit, found: Decision) -> Iterator[OtherLink]:
    chain = visit.memory.decisions.chain(found.id, depth=1, types=[one.value for one in _BETWEEN])
    for step in (*chain.causes, *chain.effects):
        relation = step.relation
        if step.decision is None or relation is None or step.is_proposed:
            continue
        said = _SAID[LinkType(relation.type.lower()), relation.source == found.id]
        yield OtherLink(step.decision, said, relation.attrs.get("reason"))


def report(visit: Visit) -> ReportPage:
    """The decision as one page for whoever asks why."""
    check(visit)
    return ReportPage(visit.memory.decisions.report(visit.path["id"]).html)


def subject_report(visit: Visit) -> ReportPage:
    """All that is held about a subject, as one page."""
    check(visit)
    return ReportPage(visit.memory.decisions.subject_report(visit.path["subject"]).html)


def outcome(visit: Visit) -> Sent:
    """Somebody tells what came of it."""
    check(visit)
    visit.memory.decisions.outcome(
        visit.path["id"],
        visit.required("text"),
        value=_value(visit.filled("value")),
        at=visit.filled("at"),
    )
    return _back(visit, "It is kept with the decision.")


def revisit(visit: Visit) -> Sent:
    """Somebody looked at it again."""
    check(visit)
    visit.memory.decisions.revisit(visit.path["id"], reason=visit.required("reason"))
    return _back(visit, "It is noted that the decision was looked at again.")


def _value(text: str | None) -> JsonValue:
    """A figure is kept as one; anything else as it was written."""
    if text is None:
        return None
    try:
        figure = json.loads(text)
    except ValueError:
        return text
    return figure if isinstance(figure, int | float) else text


def _back(visit: Visit, text: str) -> Sent:
    return Sent(f"/decisions/{in_a_path(visit.path['id'])}", text)
