"""Presets: the five products as values."""
