"""The front door: every verb of a memory, its groups, and the session they share."""
