"""Search: candidates by words and vectors, and how they are scored."""
