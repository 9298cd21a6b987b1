"""Composed requests: the full input of a chat model, under one budget."""
