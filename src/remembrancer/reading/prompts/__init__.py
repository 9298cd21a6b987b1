"""Prompts: one text and one typed function for each thing a model is asked of a text."""
