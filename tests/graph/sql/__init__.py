"""Asking in SQL."""
