"""Decisions: what was decided, why, on what it rested, and what came of it."""
