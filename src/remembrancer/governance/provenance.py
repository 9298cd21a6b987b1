"""Provenance: the path from source, evidence and review to an item, and its deliveries."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.core.ledger import LedgerEntry
from remembrancer.governance.receipt import ReceiptHead
from remembrancer.items.item import Item
from remembrancer.items.source import Source


class Provenance(Value):
    item: Item  # with its evidence
    sources: tuple[Source, ...]  # quoted by the evidence, conversations included
    chain: tuple[Item, ...]  # its predecessors and successors, oldest first
    changes: tuple[LedgerEntry, ...]  # every act on it: who, when, why
    deliveries: tuple[ReceiptHead, ...] = ()  # newest first; non-admins see only theirs
    derived_from: tuple[str, ...] = ()  # ids of less trusted texts that a program used for it
    is_proven: bool = False  # False: no recorded words support it
