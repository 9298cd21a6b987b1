"""A bundle: what people accepted, for one caller, within a budget; and its pull into files."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class BundledItem(Item):
    """An item as it was delivered: with a title, its own or else the beginning of its content,
    and without evidence, which `get` has."""

    score: float  # its rank: the confidence, fading over a year


class Bundle(Value):
    """What every agent of the caller's audience is to know."""

    mandatory: tuple[BundledItem, ...]  # all of them, oldest first
    approved: tuple[BundledItem, ...]  # the best that fit, by rank
    token_estimate: int  # of the items, their titles and contents; usually at four characters each
    tokens_rules: int  # beside it, those of the rules for agents and of the items' headings
    tokens_mandatory: int  # of it, those of mandatory items
    tokens_approved: int  # of it, those of approved items: never above the budget
    token_budget: int
    left_out: int  # accepted items for which there was no room
    receipt: str  # says later what was delivered, and replays it
    text: str  # ready for a prompt, with the rules for agents


class RulesFile(Value):
    """One file of a project, as a pull writes it."""

    path: str  # relative to the project's folder
    text: str


class RulesFiles(Value):
    """All that a pull brings into a project, before anything is touched there."""

    files: tuple[RulesFile, ...]
    section: str | None  # of AGENTS.md, where one is wanted
    left_out: int  # accepted items for which there was no room
    receipt: str | None = None  # None: only looked at


class Pulled(Value):
    """What became of the files in a folder. Names are relative to it."""

    folder: str
    written: tuple[str, ...]  # new or different
    removed: tuple[str, ...]  # of ours, and no longer in the bundle
    unchanged: tuple[str, ...]
    is_check: bool  # True: nothing was touched, and this is what would become of them
    left_out: int  # accepted items for which there was no room
    receipt: str | None  # None: nothing was delivered

    @property
    def is_changed(self) -> bool:
        """Something was different from what is known now."""
        return bool(self.written or self.removed)
