"""Hostile inputs, and what must not come of them."""
