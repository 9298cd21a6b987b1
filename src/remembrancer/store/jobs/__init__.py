"""Jobs and feeds in the store."""
