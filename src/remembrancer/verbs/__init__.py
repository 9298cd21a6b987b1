"""Verbs: the groups of the front door, and the session that they share."""
