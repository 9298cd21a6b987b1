"""Prompts: one text and one typed function for each question to a model."""
