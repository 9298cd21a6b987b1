"""Reads of decisions: lists, counts, chains, and where in the ledger they were made."""
