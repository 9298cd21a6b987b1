"""The graph."""
