"""All tables, in one list, and what is derived from their descriptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from remembrancer.store.tables import (
    access,
    conversations,
    credibility,
    deliveries,
    graph,
    inquiries,
    items,
    jobs,
    notify,
    search,
    shapes,
    spaces,
    team,
)
from remembrancer.store.tables.columns import referred_table
from remembrancer.store.tables.description import TableDescription


class Catalogue(Mapping[str, TableDescription]):
    """The table descriptions by table name, in the order of the list."""

    def __init__(self, descriptions: tuple[TableDescription, ...]) -> None:
        self._by_name = {description.name: description for description in descriptions}
        # Tables whose rows get their own number within a space.
        self.numbered = tuple(
            description.name
            for description in descriptions
            if {"number", "space_n"} <= set(description.table.c.keys())
        )
        # The order in which a ledger entry commits to the rows that it wrote.
        self.sealed = tuple(
            description for description in descriptions if description.seal is not None
        )
        self.exported = _after_what_they_refer_to(
            [description for description in descriptions if description.not_exported is None]
        )

    def __getitem__(self, name: str) -> TableDescription:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)


def _after_what_they_refer_to(
    descriptions: list[TableDescription],
) -> tuple[TableDescription, ...]:
    """The same tables, each one after the tables that it refers to."""
    waiting = {description.name: description for description in descriptions}
    ordered: list[TableDescription] = []
    while waiting:
        free = [
            name
            for name, entry in waiting.items()
            if not any(
                referred_table(column) in waiting
                for column in entry.table.c
                if referred_table(column) != name
            )
        ]
        if not free:
            raise ValueError(f"These tables refer to each other in a circle: {sorted(waiting)}.")
        ordered += [waiting.pop(name) for name in free]
    return tuple(ordered)


# The order matters for tables that the ledger commits to: an entry that wrote rows of several
# tables commits to them in this order. So a new table is added at the end.
TABLES: Final = Catalogue(
    (
        spaces.REVISION,
        spaces.SPACE,
        spaces.HEAD,
        spaces.LEDGER,
        spaces.REASON,
        items.ITEM,
        items.VERSION,
        items.EVIDENCE,
        conversations.SOURCE,
        conversations.CONVERSATION,
        conversations.MESSAGE,
        conversations.STANDING,
        graph.ENTITY,
        graph.RELATION,
        items.VOTE,
        access.PERSON,
        spaces.ERASED_ROWS,
        search.DOCUMENT,
        search.TERM,
        search.VECTOR,
        search.EMBEDDED,
        jobs.JOB,
        jobs.FEED,
        deliveries.WALK,
        deliveries.WALK_HIT,
        deliveries.DELIVERY,
        deliveries.DELIVERED,
        access.SIGNING_KEY,
        access.TOKEN,
        access.KEPT_ANSWER,
        access.IDEMPOTENCY,
        graph.ENTITY_VERSION,
        graph.EDGE,
        graph.EDGE_EVIDENCE,
        shapes.SHAPE,
        inquiries.INQUIRY,
        inquiries.INQUIRY_HIT,
        team.AGENT,
        team.AGENT_ENTRY,
        team.AGENT_UPDATE,
        team.AGENT_KEY,
        team.AGENT_QUEUE,
        notify.NOTIFICATION,
        notify.CONTACT,
        credibility.CREDIBILITY_POINT,
        items.COMPARED,
        search.VECTOR_CODES,
    )
)
