"""Tables made up for tests: the whole of what a new table costs, beside its migration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Column, Index, Table, Text

from remembrancer.core.texts.text import ERASED
from remembrancer.store import schema
from remembrancer.store.tables import catalogue, columns, row_policies
from remembrancer.store.tables.description import (
    IDENTITY,
    NUMBER,
    SEAL_KEPT,
    Erasure,
    RowPolicy,
    Seal,
    TableDescription,
)
from remembrancer.store.tables.joins import is_row_of


def _remark() -> TableDescription:
    """What somebody remarked on an item: sealed, and emptied with the item."""
    remark = Table(
        "remark",
        schema.metadata,
        columns.number(),
        columns.space(),
        columns.reference("item_n", "item"),
        Column("id", Text, nullable=False),
        Column("words", Text, nullable=False),
        *columns.sealed(),
        Index("remark_public", "space_n", "id", unique=True),
    )
    return TableDescription(
        table=remark,
        seal=Seal(
            name=remark.c.id.label("name"),
            joined=remark.join(schema.item, is_row_of(remark.c.item_n, schema.item)),
            references=(schema.item.c.id.label("item_id"),),
        ),
        erasure=Erasure(
            cleared="salt",
            replaced={"words": ERASED},
            kept={NUMBER: "number space_n item_n", IDENTITY: "id", **SEAL_KEPT},
            reached_by={"item_n": "items"},
        ),
        policy=RowPolicy(
            visible=row_policies.in_space_if(row_policies.belongs_to("remark", "item_n", "item"))
        ),
    )


def _glance() -> TableDescription:
    """Who looked at an item: no part of the ledger, and removed with the item."""
    glance = Table(
        "glance",
        schema.metadata,
        columns.space_key(),
        columns.reference("item_n", "item", is_key=True),
        Column("owner", Text, primary_key=True),
    )
    return TableDescription(
        table=glance,
        erasure=Erasure(removed="a look at what was erased", reached_by={"item_n": "items"}),
        policy=RowPolicy(
            visible=row_policies.in_space_if(
                row_policies.SEES_PERSONAL, row_policies.is_viewer("owner")
            )
        ),
    )


@contextmanager
def two_more_tables() -> Iterator[tuple[TableDescription, TableDescription]]:
    """Stores opened inside have the tables `remark` and `glance` too."""
    made = (_remark(), _glance())
    known = tuple(catalogue.TABLES.values())
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(catalogue, "TABLES", catalogue.Catalogue((*known, *made)))
            yield made
    finally:
        for description in made:
            schema.metadata.remove(description.table)
