"""Delivers context: a receipt is stored before anything is delivered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from remembrancer.core.scope import Scope
from remembrancer.governance.port import NewDelivery
from remembrancer.jobs import transactions
from remembrancer.ports import Reader, Store, Writer
from remembrancer.remember import reconfirm

T = TypeVar("T")


def delivered(store: Store, scope: Scope, new: NewDelivery) -> str:
    """Stores a delivery and returns the id of its receipt."""
    return transactions.written(store, scope, lambda unit: _added(unit, scope, new))


def delivering(
    store: Store, scope: Scope, make: Callable[[Reader], tuple[T, NewDelivery]]
) -> tuple[T, str]:
    """The result made from one read of the store, and the id of its receipt.

    Others may write at the same time, so the receipt names the ledger position that was read. If an
    admin saw somebody's personal items, that is recorded with the delivery.
    """

    def look(reader: Reader) -> tuple[T, NewDelivery]:
        result, new = make(reader)
        return result, _placed(reader, scope, new)

    (result, new), reader = transactions.read(store, scope, look, may_lag=True)
    return result, _kept(store, scope, new, reader)


def delivering_if_any(
    store: Store, scope: Scope, make: Callable[[Reader], tuple[T, NewDelivery | None]]
) -> tuple[T, str | None]:
    """The same for a result that may be empty. Then nothing is written."""

    def look(reader: Reader) -> tuple[T, NewDelivery | None]:
        result, new = make(reader)
        return result, new and _placed(reader, scope, new)

    (result, new), reader = transactions.read(store, scope, look, may_lag=True)
    return result, None if new is None else _kept(store, scope, new, reader)


def _placed(reader: Reader, scope: Scope, new: NewDelivery) -> NewDelivery:
    position = reader.last_position() if new.position is None else new.position
    return new._replace(position=position, at=scope.now)


def _kept(store: Store, scope: Scope, new: NewDelivery, reader: Reader) -> str:
    def keep(unit: Writer) -> str:
        if reader.looks:
            unit.look(reader.looks)
        return _added(unit, scope, new)

    return transactions.written(store, scope, keep)


def _added(unit: Writer, scope: Scope, new: NewDelivery) -> str:
    receipt = unit.deliveries.add(new)
    if scope.space.preset.confidence.confirmation_boost:
        ids = [entry.item_id for entry in new.told if entry.item_id is not None]
        reconfirm.use(unit, scope, ids)
    return receipt
