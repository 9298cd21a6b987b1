"""Erasure in the store: what is removed, what stays, and what is never imported again."""
