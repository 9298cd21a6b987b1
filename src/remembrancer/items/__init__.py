"""Items: types and rules of a piece of knowledge, its evidence and its visibility."""
