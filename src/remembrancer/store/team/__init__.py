"""Reads and writes of the desk."""
