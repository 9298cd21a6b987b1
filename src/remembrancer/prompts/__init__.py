"""Prompts: one text and one typed function for each thing a model is asked.

`texts.py` lists them all. A space may bring a text of its own for any of them.
"""
