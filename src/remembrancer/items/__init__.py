"""Items: types and rules for items, their evidence and their visibility."""
