"""Briefings, summaries and insights: what to know of a subject."""
