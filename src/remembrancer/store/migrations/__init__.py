"""Numbered migrations, forward only."""
