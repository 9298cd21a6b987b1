"""Reminders and suggestions: due items, and prompts worth offering."""
