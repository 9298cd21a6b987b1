"""Search in the store: by words, by vectors, and the index."""
