"""Reminders and suggestions: what is due, and what is worth offering."""
