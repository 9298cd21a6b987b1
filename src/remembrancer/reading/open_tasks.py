"""Whether a place holds open tasks or open questions, which a text may report as done."""

from __future__ import annotations

from remembrancer.core.kinds import TASK_FAMILIES
from remembrancer.core.preset import Preset
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Lifecycle
from remembrancer.items.kinds.kind_groups import kinds
from remembrancer.ports import Reader


def has_open_tasks(reader: Reader, preset: Preset, subject: str | None) -> bool:
    """Whether any is in use: of the subject, or without one of the whole space."""
    listed = kinds(preset, TASK_FAMILIES)
    wanted = ItemFilter(subject=subject, kind=listed, lifecycle=(Lifecycle.ACTIVE,))
    return bool(listed and reader.items.page(wanted, limit=1).items)
