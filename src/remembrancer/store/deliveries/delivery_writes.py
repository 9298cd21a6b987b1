"""Storing deliveries, outside the ledger and without erased content."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, Select, bindparam, null, or_, select, update

from remembrancer.core.errors import Conflict, InvalidInput
from remembrancer.core.hashing import text_hash
from remembrancer.core.limits import DELIVERY_GIVEN_BYTES_MAX
from remembrancer.core.texts.text import ERASED
from remembrancer.governance.erasure.certificate import ErasureTarget
from remembrancer.governance.port import ErasureScope, NewDelivery
from remembrancer.items.port import ItemKey, SaidBy
from remembrancer.ports import LedgerPoint
from remembrancer.store.conversations.conversations import ConversationReads
from remembrancer.store.deliveries.deliveries import DeliveryReads, reading_settings, rights_of
from remembrancer.store.deliveries.walk_writes import is_about
from remembrancer.store.dialect import Packed, among, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.rows import in_order, iso, to_json
from remembrancer.store.schema import delivered, delivery, item, message, version
from remembrancer.store.unit.erasure_rules import rule_for
from remembrancer.store.unit.unit_of_work import UnitOfWork

# The values of these keys are fixed words. They decide how a text is phrased.
_WORDS_OF_OURS = frozenset({"language", "locale"})
_NO_KEY = (None, None)


class DeliveryWrites(DeliveryReads):
    def __init__(
        self, work: UnitOfWork, items: ItemReads, conversations: ConversationReads
    ) -> None:
        super().__init__(work, items, conversations)
        self._work = work

    def add(self, new: NewDelivery) -> str:
        """Stores what is delivered to the caller. Returns the id of its receipt.

        The call is refused if something in the text was erased while the text was made.
        """
        self._work.flush()
        self._work.touch()
        position = self._work.seq if new.position is None else new.position
        if not 0 <= position <= self._work.seq:
            raise InvalidInput(f"{position} is no position of this space.", field="position")
        at = self._work.scope.now if new.at is None else new.at
        items = self._keys_of(new, LedgerPoint(position, at))
        messages = self._numbers_of(new)
        row: dict[str, Any] = {
            "number": self._work.number("delivery"),
            "space_n": self._work.space.number,
            "id": self._work.chance.id("rcp"),
            "kind": new.kind,
            "template": new.template,
            "owner": self._work.actor,
            "rights": to_json(rights_of(self._work.scope.viewer), "rights"),
            "at": iso(at),
            "position": position,
            "subject": new.subject,
            "token_estimate": new.token_estimate,
            "token_budget": new.token_budget,
            "withheld": to_json(new.withheld, "withheld"),
            "given": to_json(new.given, "given", bytes_max=DELIVERY_GIVEN_BYTES_MAX),
            "settings": to_json(reading_settings(self._work.space), "settings"),
            "text_hash": text_hash(new.text),
        }
        self._work.pending.add("delivery", in_order(delivery, row))
        number, space_n = row["number"], self._work.space.number
        held = [
            (  # in the order of the table's columns
                space_n,
                number,
                rank,
                *(_NO_KEY if entry.item_id is None else items[entry.item_id]),
                None if entry.message is None else messages[entry.message],
                entry.part,
                entry.why,
            )
            for rank, entry in enumerate(new.told, start=1)
        ]
        self._work.pending.add_many("delivered", held)
        return str(row["id"])

    def _keys_of(self, new: NewDelivery, then: LedgerPoint) -> dict[str, ItemKey]:
        """By id, the numbers of each delivered item and of its version in force then."""
        found = {entry.item_id: entry.key for entry in new.told if entry.item_id is not None}
        keys = {id: key for id, key in found.items() if key is not None}
        # If nobody has written since the snapshot, nothing in it can be erased.
        if len(keys) == len(found) and then.seq == self._work.seq:
            return keys
        return self._versions_of(sorted(found), then)

    def _versions_of(self, ids: Sequence[str], then: LedgerPoint) -> dict[str, ItemKey]:
        rows = self._work.all(
            lambda: self._queries.select(then, item.c.id, item.c.number, version.c.number).where(
                among(item.c.id, "ids"), item.c.erased_seq.is_(None)
            ),
            ids=pack(ids),
            point=then.seq,
        )
        found = {id: (item_n, version_n) for id, item_n, version_n in rows}
        _refuse_gone([id for id in ids if id not in found])
        return found

    def _numbers_of(self, new: NewDelivery) -> dict[SaidBy, int]:
        """By conversation, id and owner, the number of each delivered message."""
        by_conversation: defaultdict[str, set[SaidBy]] = defaultdict(set)
        for entry in new.told:
            if entry.message is not None:
                by_conversation[entry.message[0]].add(entry.message)
        result: dict[SaidBy, int] = {}
        for conversation_id, said in by_conversation.items():
            place = self._conversations.row_of(conversation_id)
            _refuse_gone([conversation_id] if place is None else [])
            rows = self._work.all(
                lambda: (
                    self._messages.select()
                    .with_only_columns(message.c.id, message.c.owner, message.c.number)
                    .where(
                        message.c.conversation_n == bindparam("owner_n"),
                        message.c.salt.is_not(None),
                        among(message.c.id, "ids"),
                    )
                ),
                owner_n=place["number"] if place else 0,
                ids=pack(sorted({id for _, id, _ in said})),
            )
            result |= {(conversation_id, id, owner): number for id, owner, number in rows}
            _refuse_gone(sorted(value[1] for value in said if value not in result))
        return result

    # -- erasing

    def clear_reached(self, reach: ErasureScope) -> None:
        """Clears the texts and hash of deliveries with erased rows, or about them.

        The items they contained stay on record, by number. These deliveries are not counted on the
        certificate: everybody can read its ledger row, and a count would show that somebody
        received the content.
        """
        is_all = reach.asked is ErasureTarget.SUBJECT
        gone = {
            "items": pack(reach.items),
            "messages": pack(reach.messages),
            "subjects": pack(reach.subjects),
        }
        rows = self._work.all(lambda: _telling(is_all=is_all), is_all, **gone)
        if not rows:
            return
        numbers = pack(row[0] for row in rows)
        self._change_deliveries("number", numbers, {"text_hash": None})
        for number, value in rows:
            if value != "{}":
                left = to_json(_without_texts(json.loads(value)), "given")
                self._change_deliveries("given", pack([number]), {"given": left})
        self._work.run(
            lambda: (
                rule_for("delivered")
                .clearing()
                .where(delivered.c.space_n == bindparam("space_n"), _is_gone())
            ),
            items=gone["items"],
            messages=gone["messages"],
        )
        self._work.run(
            lambda: (
                update(delivery)
                .where(
                    delivery.c.space_n == bindparam("space_n"),
                    is_about(delivery.c.subject, is_all=is_all),
                )
                .values(subject=null())
            ),
            is_all,
            subjects=gone["subjects"],
        )

    def _change_deliveries(self, shape: str, numbers: Packed, values: dict[str, Any]) -> None:
        self._work.run(
            lambda: (
                update(delivery)
                .where(
                    delivery.c.space_n == bindparam("space_n"), among(delivery.c.number, "numbers")
                )
                .values({name: bindparam(f"new_{name}") for name in values})
            ),
            shape,
            numbers=numbers,
            **{f"new_{name}": value for name, value in values.items()},
        )


def _telling(*, is_all: bool) -> CompoundSelect[Any]:
    """Deliveries that contained erased rows or were about erased subjects, with their arguments."""
    columns = (delivery.c.number, delivery.c.given)
    holding = select(delivered.c.delivery_n).where(
        delivered.c.space_n == bindparam("space_n"), _is_gone()
    )
    in_space = delivery.c.space_n == bindparam("space_n")
    query: Select[Any] = select(*columns).where(in_space, delivery.c.number.in_(holding))
    return query.union(
        select(*columns).where(in_space, is_about(delivery.c.subject, is_all=is_all))
    )


def _is_gone() -> ColumnElement[bool]:
    return or_(among(delivered.c.item_n, "items"), among(delivered.c.message_n, "messages"))


def _without_texts(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The same keys, which come from the template, without any values from the caller."""
    return {
        key: value if key in _WORDS_OF_OURS else _without_text(value)
        for key, value in arguments.items()
    }


def _without_text(value: Any) -> Any:
    if isinstance(value, str):
        return ERASED
    if isinstance(value, Mapping):
        return {}
    if isinstance(value, list):
        return [ERASED for one in value if isinstance(one, str)]
    return value


def _refuse_gone(ids: Sequence[str]) -> None:
    if ids:
        raise Conflict(
            f"{', '.join(ids[:3])} is not there any more: it was erased or hidden while the "
            "delivery was made. Ask for it again."
        )
