"""Flows: use cases that walk through more than one stage."""
