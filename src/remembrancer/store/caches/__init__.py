"""Caches of a space: its vectors as one matrix, its messages as columns."""
