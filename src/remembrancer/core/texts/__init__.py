"""Texts: what they may contain, what they look like, and how they are quoted."""
