"""Extraction by rules alone: without a model, a key or a network."""
