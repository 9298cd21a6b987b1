"""Rules that propose links between decisions, each with its grounds. A person confirms them."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from remembrancer.core.limits import LINK_CANDIDATES_MAX
from remembrancer.core.scope import Scope
from remembrancer.decisions import links
from remembrancer.decisions.decision import LinkType
from remembrancer.decisions.port import DecisionQuery
from remembrancer.items.item import Item
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.items.relation import Relation
from remembrancer.language.stemming import function_words, language
from remembrancer.ports import Reader, Writer

_PROPOSED_MAX: Final = 5  # links of one decision
_SHARED_MIN: Final = 2  # words that a named cause has in common with a decision
_ITEM_ID: Final = re.compile(r"km_[0-9a-f]{12}")
# What follows these words is given as the cause, up to the end of the clause.
_BECAUSE: Final = re.compile(
    r"\b(?:because of|due to|owing to|as a result of|in response to|following|"
    r"på grund av|till följd av|med anledning av|som en följd av)\s+([^.;:!?\n]+)",
    re.IGNORECASE,
)


class LinkProposal(NamedTuple):
    """A link that a rule found."""

    type: LinkType
    other: str  # the decision that comes first
    grounds: str


def propose(
    unit: Writer,
    scope: Scope,
    item: Item,
    *,
    but: Collection[str] = (),
    more: Sequence[LinkProposal] = (),
) -> list[Relation]:
    """Stores the links that the words of a decision suggest, and those that a model found.

    Only decisions that are not later are looked at, so that nothing is proposed against time. What
    was linked or taken back before is not proposed again.
    """
    if item.kind not in decision_kinds(scope.space.preset):
        return []
    linked = unit.edges.listed(ends=[item.id], types=links.TYPES)  # also those taken back
    done = {item.id, *but, *(end for one in linked for end in (one.source, one.target))}
    made: list[Relation] = []
    for one in (*found(scope, item, earlier(unit, scope, item)), *more):
        if one.other in done or len(made) == _PROPOSED_MAX:
            continue
        done.add(one.other)
        made.append(
            links.propose(
                unit, scope, item, one.type, one.other, is_source=False, grounds=one.grounds
            )
        )
    return made


def earlier(reader: Reader, scope: Scope, item: Item) -> list[Item]:
    """Decisions about the same subject, and those that the text names by id."""
    kinds = decision_kinds(scope.space.preset)
    found: dict[str, Item] = {}
    if item.subject is not None:
        asked = DecisionQuery(kinds=kinds, subject=item.subject)
        page = reader.decisions.page(asked, limit=LINK_CANDIDATES_MAX, after=None)
        found = {one.id: one for one in page.items}
    named = set(_ITEM_ID.findall(_words(item))) - found.keys()
    found |= {id: one for id, one in reader.items.named(sorted(named)).items() if one.kind in kinds}
    return [
        one
        for one in found.values()
        if one.id != item.id and one.occurred_at <= item.occurred_at and _is_shared(one, item)
    ]


def _is_shared(one: Item, item: Item) -> bool:
    return not one.is_personal or one.source_user == item.source_user


def found(scope: Scope, item: Item, earlier: list[Item]) -> Iterator[LinkProposal]:
    """The links that the words of a decision suggest."""
    words = _words(item)
    ids = set(_ITEM_ID.findall(words))
    for one in earlier:
        if one.id in ids:
            yield LinkProposal(LinkType.CAUSED, one.id, f"The text names {one.id}.")
    for one in earlier:
        for name in ("event_id", "source_id"):
            id = one.data.get(name) or getattr(one, name, None)
            if isinstance(id, str) and len(id) >= 3 and _names(words, id):
                yield LinkProposal(LinkType.CAUSED, one.id, f"The text names the event {id}.")
    yield from _said_causes(scope, item, earlier)
    trigger = item.data.get("trigger")
    if trigger:
        for one in earlier:
            if one.data.get("trigger") == trigger:
                yield LinkProposal(LinkType.INFLUENCED, one.id, "Both were set off by the same.")


def _said_causes(scope: Scope, item: Item, earlier: list[Item]) -> Iterator[LinkProposal]:
    """Decisions that are given as the cause: "because of the capacity for loss review"."""
    texts = [item.data.get(name) for name in ("reasoning", "trigger")]
    clauses = [
        clause for text in texts if isinstance(text, str) for clause in _BECAUSE.findall(text)
    ]
    stems = language(scope.space.preset.language).stems
    for clause in clauses:
        said = set(stems(clause)) - function_words()
        ranked = []
        for one in earlier:
            told = " ".join(filter(None, (one.title, one.data.get("recommendation"), one.content)))
            shared = said.intersection(stems(told))
            ranked.append((len(shared), one.occurred_at, one.id))
        best = max(ranked, default=None)
        # Two decisions that fit as well leave open which of them is meant.
        if best is None or best[0] < _SHARED_MIN or [r[0] for r in ranked].count(best[0]) > 1:
            continue
        yield LinkProposal(
            LinkType.CAUSED, best[2], f"It is given as the cause: {clause.strip()!r}."
        )


def _words(item: Item) -> str:
    told: list[Any] = [item.data.get(name) for name in ("trigger", "context_gathered", "reasoning")]
    return json.dumps(told, ensure_ascii=False)


def _names(words: str, id: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", words) is not None
