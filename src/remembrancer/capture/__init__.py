"""Capture: what comes in, checked and stored before anything else happens to it."""
