"""The embedded graph engine: kglite, in a child process of its own."""
