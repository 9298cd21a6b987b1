"""The client: the verbs of a memory that a server keeps, under the same names."""
