"""Governance: people and agents change items, and the ledger records every change."""
