"""Items in the store."""
