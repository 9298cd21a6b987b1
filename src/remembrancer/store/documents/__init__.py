"""Documents: the texts that items and messages are found by, and their index."""
