"""Composed requests: all that a chat model is given at once, under one budget."""
