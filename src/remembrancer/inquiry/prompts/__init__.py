"""Prompts of the retrieval agent, by version; older ones stay, so that they can be compared."""
