"""Recall: from a question to ranked hits with reasons."""
