"""Asking what if: the question is checked, answered over what every member may see, and noted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import QUERY_CHARACTERS_MAX, SIMULATION_MONTHS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_text, check_whole
from remembrancer.decisions import capabilities
from remembrancer.decisions.attribute_filter import attribute_filter
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.what_if import basis, choice, simulate
from remembrancer.decisions.what_if.basis import Basis, WhatIfRequest
from remembrancer.decisions.what_if.simulation import ChoiceComparison, Simulation
from remembrancer.front.deciding.precedent_questions import watch_embedded
from remembrancer.front.delivery_tracking import note
from remembrancer.front.session import Session
from remembrancer.ports import Reader


def request(
    session: Session,
    choices: Mapping[str, Any],
    *,
    situation: str | None,
    filters: Mapping[str, Any] | None,
    months: int,
) -> WhatIfRequest:
    """The question of a caller, checked. `choices`: by the name of the argument."""
    preset = session.space.preset
    capabilities.check(preset, Capability.SIMULATION)
    asked = tuple(choice.checked(given, name, preset.language) for name, given in choices.items())
    if len(asked) > 1 and choice.is_same(*asked):
        raise InvalidInput(
            f"The two choices have the same words: {asked[0].text!r} and {asked[1].text!r}. Name "
            "two that differ.",
            field="alternative",
        )
    if situation is not None:
        check_text(situation, "situation", length_max=QUERY_CHARACTERS_MAX)
        if not situation.strip():
            raise InvalidInput(
                "The situation is empty. Tell it in words, or leave it out.", field="situation"
            )
    check_whole(months, "months", at_least=1, at_most=SIMULATION_MONTHS_MAX)
    return WhatIfRequest(
        choices=asked,
        situation=situation,
        filter=attribute_filter(preset.decisions, filters),
        months=months,
    )


def simulated(session: Session, asked: WhatIfRequest) -> Simulation:
    """What came of the decisions that chose it."""
    (found,), _, scope = _read(session, asked, "simulate")
    return simulate.simulation(found, asked.months, scope.now)


def compared(session: Session, asked: WhatIfRequest) -> ChoiceComparison:
    """What came of both choices."""
    found, left_out, scope = _read(session, asked, "compare")
    one, other = (simulate.simulation(side, asked.months, scope.now) for side in found)
    return simulate.comparison(one, other, left_out=left_out)


def _read(
    session: Session, asked: WhatIfRequest, verb: str
) -> tuple[tuple[Basis, ...], int, Scope]:
    kept = session.projections.shapes()
    session.compare_added()
    watch_embedded(session)

    def look(reader: Reader, scope: Scope) -> tuple[tuple[Basis, ...], int, Scope]:
        shapes = kept.of_space(reader, scope)
        found, left_out = basis.read(reader, scope, shapes, asked, session.shop.tools.embedder)
        # More decisions were looked at than the answer rests on. Those do not count as read.
        reader.only_looked_at({one.id for side in found for one in side.decisions})
        return found, left_out, scope

    answer = session.read(look)
    # Concerns and outcomes are told word for word, also of decisions that the answer does not name.
    note(session, verb, {"item_ids": [one.id for side in answer[0] for one in side.decisions]})
    return answer
