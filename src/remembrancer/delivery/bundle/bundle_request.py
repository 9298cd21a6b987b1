"""Builds a bundle: selects approved and mandatory items, renders them and stores a delivery."""

from __future__ import annotations

from typing import Any

from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import counted
from remembrancer.delivery.bundle import bundle_text as bundles
from remembrancer.delivery.bundle.bundle import Bundle
from remembrancer.delivery.deliver import delivering
from remembrancer.delivery.template_registry import rendered
from remembrancer.governance.port import NewDelivery
from remembrancer.governance.receipt_rules import by_counter
from remembrancer.ports import Reader, Store


def bundle(store: Store, scope: Scope, token_budget: Any, domain: Any) -> Bundle:
    """The items that every agent of the caller's audience should know, within the budget."""
    preset, now = scope.space.preset, scope.now
    budget = bundles.budget_for(preset, token_budget)
    bundles.check_domain(preset, domain)

    counter = scope.counter
    given = by_counter(counter)

    def text_of(chosen: bundles.BundleSelection) -> str:
        return rendered(bundles.TEMPLATE, bundles.rendering(chosen, now, **given))

    def make(reader: Reader) -> tuple[tuple[bundles.BundleSelection, NewDelivery], NewDelivery]:
        chosen = bundles.chosen_by(reader, budget, domain, counter, text_of)
        new = NewDelivery(
            kind="bundle",
            template=bundles.TEMPLATE,
            subject=None,
            token_estimate=chosen.tokens,
            token_budget=budget.tokens or 0,
            told=bundles.delivered_entries(chosen),
            withheld=bundles.withheld(chosen),
            given=given,
            text=text_of(chosen),
            position=chosen.position,
        )
        return (chosen, new), new

    (chosen, new), receipt = delivering(store, scope, make)
    return Bundle.trusted(
        {
            "mandatory": chosen.mandatory,
            "approved": chosen.approved,
            "token_estimate": new.token_estimate,
            "tokens_rules": max(0, counted(new.text, counter) - chosen.tokens),
            "tokens_mandatory": chosen.tokens_mandatory,
            "tokens_approved": chosen.tokens_approved,
            "token_budget": new.token_budget,
            "left_out": chosen.left_out,
            "receipt": receipt,
            "text": new.text,
        }
    )
