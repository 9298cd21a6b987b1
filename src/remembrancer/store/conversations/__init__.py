"""Conversations in the store."""
