"""Undone judgements: what somebody undid is not judged in the same way again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from remembrancer.core.scope import Scope
from remembrancer.governance.acts import WORDS_KEY, words_hash
from remembrancer.governance.contradiction_relations import SETTLES, UNDOES
from remembrancer.items.port import NewItem
from remembrancer.items.relation import Relation
from remembrancer.ports import Reader
from remembrancer.reading.judging.judgement import StatementRelation, Suggestion
from remembrancer.remember.planning import KnownItem

_AGAINST: Final = frozenset({StatementRelation.UPDATE, StatementRelation.CONTRADICTION})


def heeded(
    reader: Reader, scope: Scope, known: Sequence[KnownItem], new: NewItem | None = None
) -> list[KnownItem]:
    """Existing items, without those of which somebody said that the judgement was wrong.

    If a person said that two items are both valid, restating the one neither replaces nor
    contradicts the other. Words that were once taken for an item by mistake are not taken for it
    again.
    """
    if not known:
        return []
    links = reader.candidates.links([SETTLES, UNDOES], [one.item.id for one in known])
    if not links:
        return list(known)
    same = {one.item.id for one in known if one.verdict.relation is StatementRelation.SAME}
    both_valid = {
        frozenset((link.source, link.target))
        for link in links
        if link.type == SETTLES and link.attrs.get("action") == Suggestion.BOTH_VALID.value
    }
    said = set() if new is None else _hashes(scope, new)
    return [
        one
        for one in known
        if not (_is_settled(one, same, both_valid) or _is_mistaken(one.item.id, links, said))
    ]


def _is_settled(
    one: KnownItem, same: Collection[str], both_valid: Collection[frozenset[str]]
) -> bool:
    """Whether it stands beside an item that says the same as the new one."""
    return one.verdict.relation in _AGAINST and any(
        frozenset((one.item.id, id)) in both_valid for id in same
    )


def _is_mistaken(id: str, links: Sequence[Relation], said: AbstractSet[str]) -> bool:
    return any(
        link.type == UNDOES
        and link.source == link.target == id
        and not said.isdisjoint(link.attrs.get(WORDS_KEY, ()))
        for link in links
    )


def _hashes(scope: Scope, new: NewItem) -> set[str]:
    quotes = (one.quote for one in new.evidence if one.quote is not None)
    return {words_hash(scope, text) for text in (new.state.content, *quotes)}
