"""Stand-ins: of merged entities one stands for all. Read at once for all that a call is about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from remembrancer.items.graph_port import EntityMember
from remembrancer.items.relation import Relation
from remembrancer.ports import LedgerPoint, Reader


class StandIns:
    """Which entity stands for which, as far as the viewer may see them."""

    def __init__(self, members: Sequence[EntityMember]) -> None:
        self.roots = {one.id: one.root for one in members}  # of those asked for, and their kin
        self.members: dict[str, list[EntityMember]] = {}  # by the one that stands for them
        for one in members:
            self.members.setdefault(one.root, []).append(one)

    def own(self, root: str) -> EntityMember | None:
        """The entity itself that stands for others; None: it is none, or may not be seen."""
        for one in self.members.get(root, ()):
            if one.id == root:
                return one
        return None

    def with_members(self, ids: Collection[str]) -> tuple[str, ...]:
        """These ids, and those of the entities merged with them."""
        kin = (one.id for id in ids if id in self.roots for one in self.members[self.roots[id]])
        return tuple(dict.fromkeys((*ids, *kin)))

    def between(self, relations: Iterable[Relation]) -> tuple[Relation, ...]:
        """The same relations between the entities that stand for their ends.

        A relation between two entities that were merged since is one with itself, and is left out.
        """
        roots, shown = self.roots, []
        for one in relations:
            source, target = roots.get(one.source, one.source), roots.get(one.target, one.target)
            if source == target:
                continue
            is_same = source == one.source and target == one.target
            shown.append(one if is_same else one.changed(source=source, target=target))
        return tuple(shown)


def stand_ins(
    reader: Reader, ids: Collection[str], *, at: LedgerPoint | None = None, is_shown: bool = False
) -> StandIns:
    """Those of these ids. With `is_shown`, the caller is shown their names, which goes on record
    where an admin sees what is personal to somebody else."""
    return StandIns(reader.entities.merged_with(ids, at=at, is_shown=is_shown))
