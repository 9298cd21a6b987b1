"""Documents: the search texts of items and messages, and their index."""
