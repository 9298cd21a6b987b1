"""Erasure: the one true removal, with its certificate."""
