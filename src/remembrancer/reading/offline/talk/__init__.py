"""Talk: what the words around a statement make of it."""
