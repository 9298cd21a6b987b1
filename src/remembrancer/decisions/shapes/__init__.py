"""Shapes of decisions: vectors of what is around them in the graph, and communities."""
