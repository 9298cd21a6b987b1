"""The verbs of the desk: agents, their debates and their track record."""
