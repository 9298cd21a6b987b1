"""Erasure: the only permanent removal, with its certificate."""
