"""Which kinds and types a space knows, and what a relation may connect."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import DeclaredRelation, GraphRules
from remembrancer.items.entity import GRAPH_WORD

_WORD: Final = re.compile(GRAPH_WORD)
_SHOWN_MAX: Final = 40  # known words that an error lists


def check_kind(rules: GraphRules, kind: object) -> str:
    """The kind, if it is well formed and the space knows it or accepts others."""
    word = _checked_word(kind, "kind")
    if rules.kinds.strict and word not in rules.kinds.values:
        raise InvalidInput(
            f"Kind {word!r} is not known here. Use one of: {_listed(rules.kinds.values)}.",
            field="kind",
        )
    return word


def check_type(rules: GraphRules, type: object) -> str:
    """The type as given, if it is well formed and the space knows it or accepts others."""
    word = _checked_word(type, "type")
    if not rules.types.strict:
        return word
    known = {*(name.upper() for name in rules.types.values)}
    known |= {one.type.upper() for one in rules.relations}
    if word.upper() not in known:
        raise InvalidInput(
            f"Type {word!r} is not known here. Use one of: {_listed(sorted(known))}.", field="type"
        )
    return word


def check_ends(rules: GraphRules, type: str, source_kind: str, target_kind: str) -> None:
    """Passes if the type may connect these two, or is not declared."""
    rows = declared(rules, type)
    if not rows or any(_fits(row, source_kind, target_kind) for row in rows):
        return
    expected = "; ".join(_ends(row) for row in rows)
    raise InvalidInput(
        f"{type} does not lead from {source_kind} to {target_kind}. It leads {expected}.",
        field="type",
    )


def declared(rules: GraphRules, type: str) -> tuple[DeclaredRelation, ...]:
    """What the space declares of a type."""
    wanted = type.upper()
    return tuple([one for one in rules.relations if one.type.upper() == wanted])


def is_both_ways(rules: GraphRules, type: str) -> bool:
    """Whether the type says the same in both directions."""
    return any(one.both_ways for one in declared(rules, type))


def _fits(row: DeclaredRelation, source: str, target: str) -> bool:
    ways = [(source, target)] + ([(target, source)] if row.both_ways else [])
    return any(
        (not row.source or one in row.source) and (not row.target or other in row.target)
        for one, other in ways
    )


def _ends(row: DeclaredRelation) -> str:
    source = " or ".join(row.source) or "anything"
    return f"from {source} to {' or '.join(row.target) or 'anything'}"


def _checked_word(value: object, field: str) -> str:
    if not isinstance(value, str) or _WORD.fullmatch(value) is None:
        raise InvalidInput(
            f"A {field} is a letter followed by up to 63 letters, digits or underscores, such as "
            f"{'Person' if field == 'kind' else 'WORKS_AT'}.",
            field=field,
        )
    return value


def _listed(words: tuple[str, ...] | list[str]) -> str:
    more = len(words) - _SHOWN_MAX
    shown = ", ".join(words[:_SHOWN_MAX])
    return shown if more <= 0 else f"{shown} and {more} more"
