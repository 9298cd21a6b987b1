"""The graph in SQL: entities, relations and their evidence, and links between items."""
