"""Receipts: what was delivered, replayed."""
