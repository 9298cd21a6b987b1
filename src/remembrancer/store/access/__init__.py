"""Tokens, signing keys and idempotency keys in the store."""
