"""Inquiry: looks through graph, items and messages until it has what a conversation needs."""
