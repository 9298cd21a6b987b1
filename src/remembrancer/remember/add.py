"""Add items exactly as the caller wrote them: one item, or many in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import Any, Protocol

from pydantic import JsonValue

from remembrancer.core.errors import InvalidInput, NotFound, RemembrancerError
from remembrancer.core.limits import ARRIVALS_CHECKED_MAX, WRITE_CHUNK_ITEMS
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name
from remembrancer.governance.access.people import check_addressed
from remembrancer.governance.rejection import ArrivedItem
from remembrancer.items import item_intake as capture
from remembrancer.items.added import AddedItems
from remembrancer.items.item import Item, ItemDraft
from remembrancer.items.port import NewItem
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store, Writer
from remembrancer.reading import entity_tags, taint_tracking
from remembrancer.remember import contradiction_check, rejections


class AlsoStored(Protocol):
    """What a verb stores with an item that it adds."""

    @property
    def operation(self) -> str:
        """The name of the verb, for its idempotency key."""

    @property
    def body(self) -> JsonValue:
        """What was given for it: another call with the same key says the same."""

    def store(self, unit: Writer, item: Item) -> None: ...


def add(
    store: Store,
    scope: Scope,
    tools: Tools,
    fields: Mapping[str, Any],
    key: str | None,
    told: transactions.Told | None = None,
    *,
    then: AlsoStored | None = None,
) -> ArrivedItem:
    """Adds one item. A repeated call with the same idempotency key returns the same item.

    The result lists earlier rejections of the same statement that the caller may see. `then` is
    stored with the item in one unit of work.
    """
    said, reason = capture.with_reason(fields)
    draft = capture.draft_from(said)
    made = capture.Intake(scope, is_exact=True).item(draft, reason=reason)
    new = taint_tracking.taint_check(store, scope, tools).item(made)
    if key is not None:
        check_name(key, "key")
    arrival = contradiction_check.arrival(store, scope, tools, [new])

    def act(unit: Writer) -> ArrivedItem:
        check_addressed(unit, scope, new.state.audience)
        named = entity_tags.EntityTagger(unit, scope).with_entities(new)
        if key is None:
            item = _add(unit, named, arrival, then)
        else:
            item = _add_once(unit, draft, named, key, arrival, then)
        is_held = contradiction_check.is_checking(scope)
        rejected = rejections.of(unit, scope, [item]) if is_held else ()
        return ArrivedItem.trusted({**item.__dict__, "rejected_before": rejected})

    return transactions.written(store, scope, act, told=told)


def _add(
    unit: Writer, new: NewItem, arrival: contradiction_check.Arrival, then: AlsoStored | None
) -> Item:
    added = unit.items.add([new])
    arrival.check(unit, added)
    if then is not None and added[0].id not in added.known:
        then.store(unit, added[0])
    return added[0]


def _add_once(
    unit: Writer,
    draft: ItemDraft,
    new: NewItem,
    key: str,
    arrival: contradiction_check.Arrival,
    then: AlsoStored | None,
) -> Item:
    operation = "add" if then is None else then.operation
    body = [draft.model_dump(mode="json"), *(() if new.reason is None else (new.reason,))]
    body += [] if then is None else [then.body]
    before = unit.idempotency.answer_to(operation, key, body)
    if before is not None:
        return _again(unit, before[0])
    item = _add(unit, new, arrival, then)
    unit.idempotency.keep_answer(operation, key, body, [item.id])
    return item


def add_many(
    store: Store,
    scope: Scope,
    tools: Tools,
    listed: Iterable[Mapping[str, Any]],
    told: transactions.Told | None = None,
) -> AddedItems:
    """Adds all items or none. Items are prepared in chunks, so a stream of any length fits.

    If a judge is configured and the list is short enough, the judge checks each item.
    """
    if isinstance(listed, str | bytes | Mapping) or not isinstance(listed, Iterable):
        raise InvalidInput("add_many() takes a list of items, each a mapping of fields.")
    intake = capture.Intake(scope, is_exact=True)
    heard = taint_tracking.taint_check(store, scope, tools)
    rows = (heard.drawn(_new(fields, intake, place)) for place, fields in enumerate(listed))
    if not contradiction_check.is_checking(scope):
        return _stored(store, scope, rows, told)
    # Read the items for comparison first. This takes too long to do inside the write transaction,
    # and the unit of work may be retried.
    first = list(islice(rows, ARRIVALS_CHECKED_MAX + 1))
    if len(first) > ARRIVALS_CHECKED_MAX:
        return _stored(store, scope, chain(first, rows), told)
    if not first:
        return _stored(store, scope, (), told)
    arrival = contradiction_check.arrival(store, scope, tools, first)

    def act(unit: Writer) -> AddedItems:
        added = _put(unit, scope, first)
        arrival.check(unit, added)
        return added

    return transactions.written(store, scope, act, told=told)


def _stored(
    store: Store, scope: Scope, rows: Iterable[NewItem], told: transactions.Told | None
) -> AddedItems:
    """Stores all items of a stream unchanged."""
    with store.writing(scope) as unit:
        added = _put(unit, scope, rows)
        if added:
            unit.commit()
    if told is not None:
        told(unit.made_due)
    return added


def _put(unit: Writer, scope: Scope, rows: Iterable[NewItem]) -> AddedItems:
    added = unit.items.add([])
    tagger = entity_tags.EntityTagger(unit, scope)
    rest = iter(rows)
    while new := list(islice(rest, WRITE_CHUNK_ITEMS)):
        for audience in {one.state.audience for one in new}:
            check_addressed(unit, scope, audience)
        added.extend(unit.items.add([tagger.with_entities(one) for one in new]))
    return added


def _new(fields: Mapping[str, Any], intake: capture.Intake, index: int) -> NewItem:
    try:
        said, reason = capture.with_reason(fields)
        return intake.item(capture.draft_from(said), reason=reason)
    except RemembrancerError as error:
        error.args = (f"Item {index} of the list: {error} Nothing was stored.",)
        raise


def _again(unit: Writer, id: str) -> Item:
    """The result of the earlier call, limited to what the caller may see today."""
    found = unit.items.get(id)
    if found is None:
        raise NotFound("item", id)
    return found
