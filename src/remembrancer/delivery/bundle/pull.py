"""Pull: writes approved and mandatory items as rules files, and removes revoked ones.

The texts come from a store; the folder is on the caller's machine. The two may be on different
machines, so neither depends on the other.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import counted
from remembrancer.core.validation import check_flag
from remembrancer.delivery.bundle import bundle_text as bundles
from remembrancer.delivery.bundle import rules_files
from remembrancer.delivery.bundle.bundle import Pulled, RulesFile, RulesFiles
from remembrancer.delivery.bundle.rules_folder import FolderPlan, RulesFolder
from remembrancer.delivery.deliver import delivering
from remembrancer.delivery.template_registry import rendered
from remembrancer.governance.port import NewDelivery
from remembrancer.governance.receipt_rules import by_counter
from remembrancer.jobs.transactions import read
from remembrancer.ports import Reader, Store


class Wanted(NamedTuple):
    """The options of a pull."""

    folder: Any
    check: Any  # True: preview only, write nothing
    agents_md: Any  # True: also write a section of AGENTS.md


class RulesTexts(Protocol):
    """The source of the file texts."""

    def looked(self, *, agents_md: bool) -> RulesFiles:
        """The current texts of the files, without a delivery."""

    def delivered(self, *, agents_md: bool) -> RulesFiles:
        """The current texts of the files, with a receipt."""


def pull(texts: RulesTexts, wanted: Wanted) -> Pulled:
    """Updates the rules files of a folder to the caller's bundle.

    A pull that changes something is a delivery. The receipt is stored before the first file is
    written, so that nothing is delivered without one.
    """
    check_flag(wanted.check, "check")
    check_flag(wanted.agents_md, "agents_md")
    folder = RulesFolder(wanted.folder)
    # An existing section is always updated: revoked items must not stay in it.
    has_section = wanted.agents_md or folder.has_section()
    files = texts.looked(agents_md=has_section)
    plan = _planned(folder, files)
    if wanted.check or not plan.is_changed:
        return _pulled(folder, files, plan, is_check=wanted.check)
    files = texts.delivered(agents_md=has_section)
    plan = _planned(folder, files)
    folder.carry_out(plan)
    return _pulled(folder, files, plan, is_check=False)


def _planned(folder: RulesFolder, files: RulesFiles) -> FolderPlan:
    prefix = f"{rules_files.FOLDER}/"
    return folder.plan(
        {file.path.removeprefix(prefix): file.text for file in files.files}, files.section
    )


def _pulled(folder: RulesFolder, files: RulesFiles, plan: FolderPlan, *, is_check: bool) -> Pulled:
    return Pulled(
        folder=str(folder.root),
        written=tuple(plan.writes),
        removed=tuple(plan.removes),
        unchanged=plan.unchanged,
        is_check=is_check,
        left_out=files.left_out,
        receipt=files.receipt,
    )


class StoredTexts:
    """File texts from a store, for one caller."""

    def __init__(self, store: Store, scope: Scope, token_budget: Any, domain: Any) -> None:
        self._store, self._scope, self._domain = store, scope, domain
        self._budget = bundles.budget_for(scope.space.preset, token_budget)
        bundles.check_domain(scope.space.preset, domain)

    def looked(self, *, agents_md: bool) -> RulesFiles:
        chosen, _ = read(self._store, self._scope, self._chosen)
        return _files(chosen, agents_md=agents_md)

    def delivered(self, *, agents_md: bool) -> RulesFiles:
        def make(reader: Reader) -> tuple[bundles.BundleSelection, NewDelivery]:
            chosen = self._chosen(reader)
            return chosen, self._delivery(chosen, agents_md=agents_md)

        chosen, receipt = delivering(self._store, self._scope, make)
        return _files(chosen, agents_md=agents_md, receipt=receipt)

    def _chosen(self, reader: Reader) -> bundles.BundleSelection:
        counter = self._scope.counter
        return bundles.chosen_by(
            reader,
            self._budget,
            self._domain,
            counter,
            lambda chosen: rendered(
                rules_files.TEMPLATE,
                bundles.rendering(chosen, self._scope.now, agents_md=False),
            ),
        )

    def _delivery(self, chosen: bundles.BundleSelection, *, agents_md: bool) -> NewDelivery:
        now, counter = self._scope.now, self._scope.counter
        value = {"agents_md": agents_md, **by_counter(counter)}
        text = rendered(rules_files.TEMPLATE, bundles.rendering(chosen, now, **value))
        return NewDelivery(
            kind="pull",
            template=rules_files.TEMPLATE,
            subject=None,
            token_estimate=counted(text, counter),
            token_budget=self._budget.tokens or 0,
            told=bundles.delivered_entries(chosen),
            withheld=bundles.withheld(chosen),
            given=value,
            text=text,
            position=chosen.position,
        )


def _files(
    chosen: bundles.BundleSelection, *, agents_md: bool, receipt: str | None = None
) -> RulesFiles:
    items = chosen.mandatory, chosen.approved
    return RulesFiles(
        files=tuple(
            RulesFile(path=f"{rules_files.FOLDER}/{name}", text=text)
            for name, text in rules_files.rules_files(*items).items()
        ),
        section=rules_files.section(*items) if agents_md else None,
        left_out=chosen.left_out,
        receipt=receipt,
    )
