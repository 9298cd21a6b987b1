"""A bundle: approved and mandatory items for one caller, within a budget, and its rules files."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class BundledItem(Item):
    """An item as it was delivered: with a title, its own or else the beginning of its content,
    and without evidence, which `get` has."""

    score: float  # its rank: the confidence, decayed over a year


class Bundle(Value):
    """What every agent of the caller's audience is to know."""

    mandatory: tuple[BundledItem, ...]  # all mandatory items, oldest first
    approved: tuple[BundledItem, ...]  # the best approved items that fit, by rank
    token_estimate: int  # of titles and contents; by default four characters count as one token
    tokens_rules: int  # additional tokens: the rules for agents and the headings of items
    tokens_mandatory: int  # of these, tokens of mandatory items
    tokens_approved: int  # of these, tokens of approved items: never above the budget
    token_budget: int
    left_out: int  # approved or mandatory items that did not fit
    receipt: str  # the id of the receipt, which replays the delivery
    text: str  # ready for a prompt, with the rules for agents


class RulesFile(Value):
    """One file of a project, as a pull writes it."""

    path: str  # relative to the project folder
    text: str


class RulesFiles(Value):
    """All that a pull brings into a project, before anything is touched there."""

    files: tuple[RulesFile, ...]
    section: str | None  # the section of AGENTS.md, if requested
    left_out: int  # approved or mandatory items that did not fit
    receipt: str | None = None  # None: a preview, nothing was delivered


class Pulled(Value):
    """What became of the files in a folder. Names are relative to it."""

    folder: str
    written: tuple[str, ...]  # new or changed
    removed: tuple[str, ...]  # written by an earlier pull, and no longer in the bundle
    unchanged: tuple[str, ...]
    is_check: bool  # True: nothing was written; the fields say what a pull would do
    left_out: int  # approved or mandatory items that did not fit
    receipt: str | None  # None: nothing was delivered

    @property
    def is_changed(self) -> bool:
        """Whether the folder differed from the current bundle."""
        return bool(self.written or self.removed)
