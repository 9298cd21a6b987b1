"""The client: the verbs of a memory that a server keeps, with the same names and the same answers."""
