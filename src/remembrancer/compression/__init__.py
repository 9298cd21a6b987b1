"""Compression: related items become one entry that quotes them."""
