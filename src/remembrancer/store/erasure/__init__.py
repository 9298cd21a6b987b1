"""Erasure in the store: what goes, what stays, and what is never imported again."""
