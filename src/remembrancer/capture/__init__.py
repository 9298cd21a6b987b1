"""Capture: input is checked and stored before anything else happens to it."""
