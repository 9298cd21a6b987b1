"""Every table, described once, from its columns to its erasure and its planner statistics."""
