"""Precedents for a briefing: what was decided for others whose situation is like this subject's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from remembrancer.core.limits import PRECEDENTS_COMPARED, QUERY_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.decisions import capabilities, precedents
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.precedents import PrecedentRequest
from remembrancer.delivery.briefing.briefing_text import BriefingPart, Entry
from remembrancer.delivery.visible_items import for_caller
from remembrancer.items.item import Item
from remembrancer.ports import Embedder, Reader

# What tells of a subject's situation: what is open and wanted, then what is known.
_TELLING: Final = (
    BriefingPart.UNRESOLVED,
    BriefingPart.ACTION,
    BriefingPart.GOAL,
    BriefingPart.FACT,
)
_STATEMENTS_MAX: Final = 8
_PER_PART: Final = 3


def matching_precedents(
    reader: Reader,
    scope: Scope,
    subject: str,
    parts: Mapping[BriefingPart, Sequence[Entry]],
    embedder: Embedder | None,
) -> list[Item]:
    """The decisions that are surely alike, the best first, as many as the preset wants."""
    preset = scope.space.preset
    is_wanted = capabilities.is_unasked(preset, Capability.SEMANTIC_PRECEDENTS)
    count = preset.briefing.precedents if is_wanted else 0
    statements = tuple(islice(_statements(parts), _STATEMENTS_MAX)) if count else ()
    if not statements:
        return []
    request = PrecedentRequest(
        situation=" ".join(statements)[:QUERY_CHARACTERS_MAX],
        subject=subject,
        k=count,
        statements=statements,
        is_unasked=True,
        compared=PRECEDENTS_COMPARED // 2,
    )
    found = precedents.precedents(reader, scope, request, embedder=embedder)
    items = reader.items.named([one.decision.id for one in found])
    return for_caller(scope, [items[one.decision.id] for one in found if one.decision.id in items])


def _statements(parts: Mapping[BriefingPart, Sequence[Entry]]) -> Iterator[str]:
    for part in _TELLING:
        for entry in parts.get(part, ())[:_PER_PART]:
            yield entry[0].content[:QUERY_CHARACTERS_MAX]
