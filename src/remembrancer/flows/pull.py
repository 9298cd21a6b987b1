"""Pulling: what people accepted becomes rules files in a folder, and what went from it goes."""

from __future__ import annotations

from typing import Any, NamedTuple

from remembrancer.context import bundle as bundles
from remembrancer.context import rules_files
from remembrancer.context.templates import rendered
from remembrancer.flows.deliver import delivering
from remembrancer.flows.rules_folder import FolderPlan, RulesFolder
from remembrancer.flows.units import read
from remembrancer.model.bundle import Pulled
from remembrancer.model.preset import Budget
from remembrancer.model.scope import Scope
from remembrancer.ports import NewDelivery, Reader, Store
from remembrancer.rules.budget import token_estimate
from remembrancer.rules.validation import check_flag


class Wanted(NamedTuple):
    """How a caller wants a folder to be chosen."""

    folder: Any
    check: Any  # True: look, and touch nothing
    agents_md: Any  # True: a section of AGENTS.md as well
    token_budget: Any
    domain: Any


class _Found(NamedTuple):
    """What the folder is to hold, and what that would change in it."""

    chosen: bundles.Chosen
    plan: FolderPlan
    has_section: bool


def pull(store: Store, scope: Scope, wanted: Wanted) -> Pulled:
    """Brings the rules files of a folder up to date with the caller's bundle.

    It counts as a delivery where something changed. The receipt is kept before the first file is
    written: nothing is handed over without one.
    """
    check_flag(wanted.check, "check")
    check_flag(wanted.agents_md, "agents_md")
    budget = bundles.budget_for(scope.space.preset, wanted.token_budget)
    bundles.check_domain(scope.space.preset, wanted.domain)
    folder = RulesFolder(wanted.folder)

    def look(reader: Reader) -> _Found:
        chosen = bundles.chosen(reader, budget, wanted.domain, scope.now)
        return _planned(folder, chosen, is_section_wanted=wanted.agents_md)

    found, _ = read(store, scope, look)
    if wanted.check or not found.plan.is_changed:
        return _pulled(folder, found, is_check=wanted.check, receipt=None)

    def make(reader: Reader) -> tuple[_Found, NewDelivery]:
        found = look(reader)
        return found, _delivery(found, budget, scope)

    found, receipt = delivering(store, scope, make)
    folder.carry_out(found.plan)
    return _pulled(folder, found, is_check=False, receipt=receipt)


def _planned(folder: RulesFolder, chosen: bundles.Chosen, *, is_section_wanted: bool) -> _Found:
    # A section that is there is kept up to date: what was revoked must not stay in it.
    has_section = is_section_wanted or folder.has_section()
    given = chosen.mandatory, chosen.approved
    section = rules_files.section(*given) if has_section else None
    return _Found(chosen, folder.plan(rules_files.rules_files(*given), section), has_section)


def _delivery(found: _Found, budget: Budget, scope: Scope) -> NewDelivery:
    chosen, given = found.chosen, {"agents_md": found.has_section}
    text = rendered(rules_files.TEMPLATE, bundles.rendering(chosen, scope.now, **given))
    return NewDelivery(
        kind="pull",
        template=rules_files.TEMPLATE,
        subject=None,
        token_estimate=token_estimate(text),
        token_budget=budget.tokens or 0,
        told=bundles.told(chosen, scope.now),
        withheld=bundles.withheld(chosen),
        given=given,
        text=text,
    )


def _pulled(folder: RulesFolder, found: _Found, *, is_check: bool, receipt: str | None) -> Pulled:
    return Pulled(
        folder=str(folder.root),
        written=tuple(found.plan.writes),
        removed=tuple(found.plan.removes),
        unchanged=found.plan.unchanged,
        is_check=is_check,
        left_out=found.chosen.left_out,
        receipt=receipt,
    )
