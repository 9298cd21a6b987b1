"""Filters: what is not worth remembering, and what holds for a moment only."""
