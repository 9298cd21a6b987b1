"""The graph: entities, the relations between them and items, and guarded queries."""
