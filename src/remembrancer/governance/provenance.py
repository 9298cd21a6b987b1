"""Provenance: the path from source through evidence and review to an item, and to whom it went."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.core.ledger import LedgerEntry
from remembrancer.governance.receipt import ReceiptHead
from remembrancer.items.item import Item
from remembrancer.items.source import Source


class Provenance(Value):
    item: Item  # with its evidence
    sources: tuple[Source, ...]  # that the evidence quotes; conversations are among them
    chain: tuple[Item, ...]  # what it replaced and what replaced it, oldest first
    changes: tuple[LedgerEntry, ...]  # every act on it: who, when, why
    deliveries: tuple[ReceiptHead, ...] = ()  # that held it, newest first: to others, their own
    derived_from: tuple[str, ...] = ()  # ids of less trusted texts that a program took it from
    is_proven: bool = False  # False: no words are on record that it rests on
