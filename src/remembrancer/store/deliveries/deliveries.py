"""Reading deliveries: what was delivered to whom, and its content at that time."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select

from remembrancer.core.errors import InvalidSettings
from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.preset import Preset
from remembrancer.core.principal import Principal
from remembrancer.core.space import Space
from remembrancer.core.validation import is_text
from remembrancer.governance.port import (
    DeliveredContents,
    DeliveredEntry,
    StoredDeliveries,
    StoredDelivery,
)
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.items.port import SaidBy
from remembrancer.ports import LedgerPoint
from remembrancer.presets import preset_files as presets
from remembrancer.store.conversations.conversations import ConversationReads
from remembrancer.store.dialect import among, pack
from remembrancer.store.items.item_queries import ITEM_COLUMNS
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import Read, read_from
from remembrancer.store.rows import moment, named
from remembrancer.store.schema import (
    conversation,
    delivered,
    delivery,
    item,
    message,
    version,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

_READING = ("confidence", "retention", "status_axis")  # they decide an item's effective state


def reading_settings(space: Space) -> dict[str, Any]:
    """The space's overrides of the preset that decide the effective state of an item."""
    return {key: own for key, own in space.overrides.items() if key in _READING}


def rights_of(viewer: Principal) -> dict[str, Any]:
    """The caller's attributes, besides the name, that decide what the caller may see."""
    return {
        "kind": viewer.kind.value,
        "roles": sorted(viewer.roles),
        "groups": sorted(viewer.groups),
    }


class DeliveryReads:
    """The caller's own deliveries; for admins who are people, all deliveries.

    Items that the reader may no longer see appear without an id.
    """

    def __init__(
        self, view: ScopedReader, items: ItemReads, conversations: ConversationReads
    ) -> None:
        self._view = view
        self._items = items
        self._queries = items.queries
        self._conversations = conversations
        self._messages = conversations.message_rows

    def get(self, id: str) -> StoredDelivery | None:
        row = self._delivery_row(id)
        return None if row is None else _delivery_from(row, self._entries_of([row["number"]]))

    def contents(self, id: str) -> DeliveredContents:
        """The content of a delivery, in the versions that were in force then."""
        result = self._delivery_row(id)
        if result is None:
            return DeliveredContents({}, {}, frozenset())
        known = {"known_n": result["number"]}
        rows = self._view.all(self._delivered_items, **known)
        then = LedgerPoint(result["position"], moment(result["at"]))
        read = [read_from(row[1:]) for row in rows]
        items = self._items.finished(read, then, preset=self._preset_then(result))
        items = self._as_quoted_to(result, read, items, then)
        erased: set[str | SaidBy] = {
            entry.id for row, entry in zip(rows, items, strict=True) if row[0] is not None
        }
        messages: dict[SaidBy, Message] = {}
        for *row, salt in self._view.all(self._delivered_messages, **known):
            one = self._messages.from_row(row)
            messages[one.conversation_id, one.id, one.owner] = one
            if salt is None:
                erased.add((one.conversation_id, one.id, one.owner))
        return DeliveredContents({other.id: other for other in items}, messages, frozenset(erased))

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        kind: str | None = None,
        owner: str | None = None,
        subject: str | None = None,
    ) -> StoredDeliveries:
        """A page, newest first, and the opaque cursor of the next page if there is one."""
        wanted = {"kind": kind, "owner": owner, "subject": subject}
        arguments: dict[str, Any] = {f"of_{k}": own for k, own in wanted.items() if own is not None}
        if after is not None:
            arguments["after"] = open_position(self._view.space.key, after)
        rows = self._view.all(
            lambda: self._listed_ones(arguments), tuple(arguments), limit=limit + 1, **arguments
        )
        found = [named(delivery, row) for row in rows[:limit]]
        is_last = len(rows) <= limit
        return StoredDeliveries(
            tuple(_delivery_from(row, {}) for row in found),
            None if is_last else seal_position(self._view.space.key, found[-1]["number"]),
        )

    def of_item(self, item_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Newest first. Includes erased items, because recipients must learn of the erasure."""
        if not is_text(item_id):
            return ()
        number = self._view.one(
            lambda: (
                select(item.c.number)
                .select_from(self._queries.known(None))
                .where(
                    item.c.id == bindparam("id"),
                    self._view.rights.visible(item),
                    self._view.rights.readable(),
                )
            ),
            id=item_id,
        )
        if number is None:
            return ()
        holding = select(delivered.c.delivery_n).where(
            delivered.c.space_n == bindparam("space_n"), delivered.c.item_n == bindparam("known_n")
        )
        rows = self._view.all(
            lambda: (
                select(delivery)
                .where(self._own_deliveries(), delivery.c.number.in_(holding))
                .order_by(delivery.c.number.desc())
                .limit(bindparam("limit"))
            ),
            known_n=number[0],
            limit=limit,
        )
        listed = [named(delivery, row) for row in rows]
        entries = self._entries_of([row["number"] for row in listed], item_n=number[0])
        return tuple(_delivery_from(row, entries) for row in listed)

    def of_conversation(self, conversation_id: str, *, limit: int) -> tuple[StoredDelivery, ...]:
        """Newest first, with their content."""
        result = self._conversations.row_of(conversation_id)
        if result is None:
            return ()
        said = select(message.c.number).where(
            message.c.space_n == bindparam("space_n"),
            message.c.conversation_n == bindparam("owner_n"),
        )
        holding = select(delivered.c.delivery_n).where(
            delivered.c.space_n == bindparam("space_n"), delivered.c.message_n.in_(said)
        )
        rows = self._view.all(
            lambda: (
                select(delivery)
                .where(self._own_deliveries(), delivery.c.number.in_(holding))
                .order_by(delivery.c.number.desc())
                .limit(bindparam("limit"))
            ),
            owner_n=result["number"],
            limit=limit,
        )
        listed = [named(delivery, row) for row in rows]
        entries = self._entries_of([row["number"] for row in listed])
        return tuple(_delivery_from(row, entries) for row in listed)

    def _as_quoted_to(
        self, result: dict[str, Any], read: list[Read], items: list[Item], then: LedgerPoint
    ) -> list[Item]:
        """The items without quotes that the reader may see but the recipient may not."""
        rights = json.loads(result["rights"])
        if not read or (result["owner"], rights) == (
            self._view.scope.viewer.name,
            rights_of(self._view.scope.viewer),
        ):
            return items
        recipient = Principal(result["owner"], **rights)
        scope = self._view.scope.model_copy(update={"viewer": recipient})
        theirs = ScopedReader(
            self._view.connection,
            self._view.statements,
            scope,
            vectors=self._view.vector_cache,
            withdrawn=self._view.withdrawn_cache,
            names=self._view.names_cache,
        )
        quoted = ItemReads(theirs).evidence_of([number for number, _ in read], then)
        return [
            item.model_copy(
                update={
                    "evidence": tuple(
                        evidence for evidence in item.evidence if evidence in quoted.get(number, ())
                    )
                }
            )
            for (number, _), item in zip(read, items, strict=True)
        ]

    def _preset_then(self, result: dict[str, Any]) -> Preset:
        """The space's preset with the settings that decided the effective state of an item then."""
        space = self._view.space
        settings = json.loads(result["settings"])
        if settings == reading_settings(space):
            return space.preset
        others = {key: own for key, own in space.overrides.items() if key not in _READING}
        try:
            return presets.with_overrides(presets.load(space.preset.name), {**others, **settings})
        except InvalidSettings:  # written by a version with other settings
            return space.preset

    # -- building statements

    def _own_deliveries(self) -> ColumnElement[bool]:
        in_space = delivery.c.space_n == bindparam("space_n")
        if self._view.rights.sees_personal:
            return in_space
        return and_(in_space, delivery.c.owner == bindparam("viewer"))

    def _listed_ones(self, given: Collection[str]) -> Select[Any]:
        known = {
            "of_kind": delivery.c.kind == bindparam("of_kind"),
            "of_owner": delivery.c.owner == bindparam("of_owner"),
            "of_subject": delivery.c.subject == bindparam("of_subject"),
            "after": delivery.c.number < bindparam("after"),
        }
        return (
            select(delivery)
            .where(self._own_deliveries(), *(known[name] for name in given))
            .order_by(delivery.c.number.desc())
            .limit(bindparam("limit"))
        )

    def _delivery_row(self, id: str) -> dict[str, Any] | None:
        if not is_text(id):
            return None
        row = self._view.one(
            lambda: select(delivery).where(
                self._own_deliveries(), delivery.c.id == bindparam("id")
            ),
            id=id,
        )
        return named(delivery, row) if row else None

    def _entries_of(
        self, numbers: Sequence[int], item_n: int | None = None
    ) -> dict[int, list[DeliveredEntry]]:
        entries: defaultdict[int, list[DeliveredEntry]] = defaultdict(list)
        if numbers:
            for number, part, why, message_n, item_id, *said in self._view.all(
                lambda: self._entry_rows(of_one=item_n is not None),
                item_n is None,
                deliveries=pack(numbers),
                **({} if item_n is None else {"known_n": item_n}),
            ):
                message = None if said[0] is None else (said[0], said[1], said[2])
                entries[number].append(
                    DeliveredEntry(part, why, item_id, message, message_n is not None)
                )
        return entries

    def _entry_rows(self, *, of_one: bool) -> Select[Any]:
        messages = message.join(conversation, is_row_of(message.c.conversation_n, conversation))
        query = (
            select(
                delivered.c.delivery_n,
                delivered.c.part,
                delivered.c.why,
                delivered.c.message_n,
                item.c.id,
                conversation.c.id,
                message.c.id,
                message.c.owner,
            )
            .select_from(
                delivered.outerjoin(
                    item,
                    and_(
                        is_row_of(delivered.c.item_n, item),
                        self._view.rights.visible(item),
                        self._view.rights.readable(),
                    ),
                ).outerjoin(
                    messages,
                    and_(
                        is_row_of(delivered.c.message_n, message),
                        self._view.rights.visible(message),
                        self._view.rights.raw_readable(message),
                    ),
                )
            )
            .where(
                delivered.c.space_n == bindparam("space_n"),
                among(delivered.c.delivery_n, "deliveries"),
            )
            .order_by(delivered.c.delivery_n, delivered.c.rank)
        )
        return query.where(delivered.c.item_n == bindparam("known_n")) if of_one else query

    def _delivered_items(self) -> Select[Any]:
        """Each item once. Erased items appear as erased rows."""
        held = select(delivered.c.version_n).where(_is_of_one())
        return (
            select(item.c.erased_seq, *ITEM_COLUMNS)
            .select_from(version.join(item, is_row_of(version.c.item_n, item)))
            .where(
                self._view.rights.visible(item),
                self._view.rights.readable(),
                version.c.space_n == bindparam("space_n"),
                version.c.number.in_(held),
            )
        )

    def _delivered_messages(self) -> Select[Any]:
        held = select(delivered.c.message_n).where(_is_of_one())
        return self._messages.select().where(message.c.number.in_(held)).add_columns(message.c.salt)


def _is_of_one() -> ColumnElement[bool]:
    return and_(
        delivered.c.space_n == bindparam("space_n"),
        delivered.c.delivery_n == bindparam("known_n"),
        or_(delivered.c.item_n.is_not(None), delivered.c.message_n.is_not(None)),
    )


def _delivery_from(row: dict[str, Any], entries: dict[int, list[DeliveredEntry]]) -> StoredDelivery:
    return StoredDelivery(
        id=row["id"],
        kind=row["kind"],
        template=row["template"],
        owner=row["owner"],
        at=moment(row["at"]),
        position=row["position"],
        subject=row["subject"],
        token_estimate=row["token_estimate"],
        token_budget=row["token_budget"],
        told=tuple(entries.get(row["number"], ())),
        withheld=json.loads(row["withheld"]),
        given=json.loads(row["given"]),
        text_hash=row["text_hash"] or "",
    )
