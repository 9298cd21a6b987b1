"""What reads of entities have in common: the columns of a state, and which state counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, literal_column, or_, select

from remembrancer.items.entity import name_key
from remembrancer.ports import LedgerPoint
from remembrancer.store.dialect import among
from remembrancer.store.schema import entity, entity_version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.visibility import Visibility

COLUMNS = (
    entity.c.number,
    entity.c.id,
    entity.c.kind,
    entity.c.owner,
    entity.c.audience,
    entity.c.is_personal,
    entity.c.created_at,
    entity_version.c.name,
    entity_version.c.external_id,
    entity_version.c.aliases,
    entity_version.c.attrs,
    entity_version.c.merged_into,
    entity_version.c.root,
    entity_version.c.trust,
    entity_version.c.at,
    entity_version.c.number.label("version_n"),
)


MEMBER_COLUMNS = (
    entity.c.number,
    entity.c.id,
    entity_version.c.root,
    entity.c.kind,
    entity_version.c.name,
    entity_version.c.external_id,
)


class EntityRow(NamedTuple):
    """One entity in one state, as it is stored."""

    number: int
    id: str
    kind: str
    owner: str
    audience: str | None
    is_personal: int
    created_at: str
    name: str
    external_id: str | None
    aliases: str
    attrs: str
    merged_into: str | None
    root: str
    trust: str
    at: str
    version_n: int


def roots_of_ids(at: LedgerPoint | None) -> Select[Any]:
    """The roots of entities, whoever may see them: what is read by it asks for that itself."""
    near, state = entity.alias("near"), entity_version.alias("state")
    return (
        select(state.c.root)
        .select_from(near.join(state, is_row_of(state.c.entity_n, near)))
        .where(
            near.c.space_n == bindparam("space_n"),
            among(near.c.id, "ids"),
            state.c.space_n == bindparam("space_n"),
            state.c.salt.is_not(None),
            in_force(state, at),
        )
    )


def in_force(table: Any, at: LedgerPoint | None) -> ColumnElement[bool]:
    """The state is in force, now or at a point of history."""
    if at is None:
        is_current: ColumnElement[bool] = table.c.until_seq.is_(None)
        return is_current
    return and_(
        table.c.seq <= bindparam("point"),
        or_(table.c.until_seq.is_(None), table.c.until_seq > bindparam("point")),
    )


def stands_in_sight(rights: Visibility) -> ColumnElement[bool]:
    """The entity that stands for a merged one is visible too, for it is what would be shown.

    Both have the same readers, but each its own owner, who may have left them since.
    """
    standing = entity.alias("standing")
    is_seen = exists(
        select(standing.c.number).where(
            standing.c.id == entity_version.c.root, rights.visible(standing)
        )
    )
    return or_(entity_version.c.merged_into.is_(None), is_seen.correlate(entity_version))


def among_aliases(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The condition holds for the aliases of an entity that has some.

    The empty list stands in the text of the statement: with a parameter neither engine would know
    that it is what the index of entities with aliases leaves out.
    """
    return and_(entity_version.c.alias_keys != literal_column("'[]'"), condition)


def point_values(at: LedgerPoint | None) -> dict[str, Any]:
    return {} if at is None else {"point": at.seq}


def part_pattern(name: str) -> str:
    """A pattern for names that contain this text."""
    text = name_key(name).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{text}%"


def without_repeats(names: Iterable[str], own: str) -> list[str]:
    seen = {name_key(own)}
    kept = []
    for name in names:
        key = name_key(name)
        if key not in seen:
            seen.add(key)
            kept.append(name)
    return kept
