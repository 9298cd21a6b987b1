"""Texts as they are searched for, and whether they are what their items and messages say."""

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
    """What an item is found by: its title, content, category and tags."""
    if title is None and category is None and not tags:
        return content
    return "\n".join([part for part in (title, content, category, *tags) if part])


def is_common(audience: str | None, is_personal: bool) -> bool:
    """No person of the space is kept from seeing it."""
    return not is_personal and audience in (None, EVERYONE)


def is_counted(state: ItemState, preset: Preset) -> bool:
    """All of the space may see it, agents included: then it may count in the statistics."""
    is_open = state.review in REVIEWED or not preset.recall.agents_need_review
    return is_open and is_common(state.audience, state.is_personal)


def are_true(connection: Connection, statements: CompiledStatements, space: Space) -> bool:
    """Every text that can be searched for is what its item or message says, and none is missing."""
    stems = language(space.preset.language).stems
    values = {"space_n": space.number}
    for row in connection.each(statements.get(_texts), values):
        tokens, length, about, title, content, category, tags, subject, salt = row
        if salt is None and tokens is None and content is None:
            continue  # erased
        if tokens is None or content is None:
            return False
        expected = stems(search_text(title, content, category, tuple(json.loads(tags))))
        if (tokens, length, about) != (" ".join(expected), len(expected), subject):
            return False
    (orphans,) = connection.one(statements.get(_orphans), values)
    return not orphans


def _texts() -> Select[Any]:
    """Each version and message beside the text that it is found by."""
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
        .where(version.c.space_n == bindparam("space_n"))
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
        .where(document.c.space_n == bindparam("space_n"))
    )
    both = union_all(of_items, of_messages).subquery()
    return select(both)


def _orphans() -> Select[Any]:
    """How many texts too many or too few there are for the messages, and stand for nothing."""
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
