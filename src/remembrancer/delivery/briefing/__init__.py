"""Briefings, summaries and insights about a subject."""
