"""Compression: merges related items into one entry that quotes them."""
