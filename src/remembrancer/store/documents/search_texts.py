"""Search texts, and the check that they match their items and messages."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, func, literal, null, select, union_all

from remembrancer.core.preset import Preset
from remembrancer.core.space import Space
from remembrancer.items.state import ItemState
from remembrancer.items.visibility import EVERYONE, REVIEWED
from remembrancer.language.stemming import language
from remembrancer.store.engine import Connection
from remembrancer.store.schema import document, message, version
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.tables.joins import is_row_of


def search_text(
    title: str | None, content: str, category: str | None, tags: tuple[str, ...]
) -> str:
    """The search text of an item: its title, content, category and tags."""
    if title is None and category is None and not tags:
        return content
    return "\n".join([part for part in (title, content, category, *tags) if part])


def is_common(audience: str | None, is_personal: bool) -> bool:
    """Every person of the space may see it."""
    return not is_personal and audience in (None, EVERYONE)


def is_counted(state: ItemState, preset: Preset) -> bool:
    """Everybody in the space may see it, agents included, so it may count in the statistics."""
    is_open = state.review in REVIEWED or not preset.recall.agents_need_review
    return is_open and is_common(state.audience, state.is_personal)


def are_true(
    connection: Connection, statements: CompiledStatements, space: Space, after: int = 0
) -> bool:
    """Every search text matches its item or message, and none is missing; or those after a number
    match."""
    stems = language(space.preset.language).stems
    values = {"space_n": space.number, "after": after}
    for row in connection.each(statements.get(_texts_after if after else _texts), values):
        tokens, length, about, title, content, category, tags, subject, salt = row
        if salt is None and tokens is None and content is None:
            continue  # erased
        if tokens is None or content is None:
            return False
        expected = stems(search_text(title, content, category, tuple(json.loads(tags))))
        if (tokens, length, about) != (" ".join(expected), len(expected), subject):
            return False
    if after:
        return True
    (orphans,) = connection.one(statements.get(_orphans), values)
    return not orphans


def _texts_after() -> Select[Any]:
    """The same for search texts after a number."""
    return _texts(document.c.number > bindparam("after"))


def _texts(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Each version and message with its search text."""
    said = (document.c.tokens, document.c.length, document.c.subject.label("about"))
    of_items = (
        select(
            *said,
            version.c.title,
            version.c.content,
            version.c.category,
            version.c.tags,
            version.c.subject,
            version.c.salt,
        )
        .select_from(
            version.outerjoin(
                document,
                (is_row_of(version.c.document_n, document))
                & (document.c.item_n == version.c.item_n),
            )
        )
        .where(version.c.space_n == bindparam("space_n"), *conditions)
    )
    of_messages = (
        select(
            *said,
            null(),
            message.c.content,
            null(),
            literal("[]"),
            message.c.subject,
            message.c.salt,
        )
        .select_from(document.join(message, is_row_of(document.c.message_n, message)))
        .where(document.c.space_n == bindparam("space_n"), *conditions)
    )
    both = union_all(of_items, of_messages).subquery()
    return select(both)


def _orphans() -> Select[Any]:
    """The number of orphaned search texts, plus the difference between messages and their texts."""
    count: Any = func.count()
    messages = _counted(message.c.number, message.c.space_n, message.c.salt.is_not(None))
    spoken = _counted(document.c.message_n, document.c.space_n)
    nobody = (
        select(count)
        .where(
            document.c.space_n == bindparam("space_n"),
            document.c.message_n.is_(None),
            ~select(version.c.number)
            .where(
                version.c.item_n == document.c.item_n,
                is_row_of(version.c.document_n, document),
            )
            .exists(),
        )
        .scalar_subquery()
    )
    return select(nobody + func.abs(messages - spoken))


def _counted(
    column: ColumnElement[Any], space_n: ColumnElement[Any], *conditions: ColumnElement[bool]
) -> ColumnElement[Any]:
    found: Any = func.count(func.distinct(column))
    return select(found).where(space_n == bindparam("space_n"), *conditions).scalar_subquery()
