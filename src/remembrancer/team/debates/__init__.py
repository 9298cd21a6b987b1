"""Debates between agents: how one is opened, what each level does, and how it is settled."""
