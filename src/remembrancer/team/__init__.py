"""The desk: agents with memories of their own, kept in step with the shared store."""
