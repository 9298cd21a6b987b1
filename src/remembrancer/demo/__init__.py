"""The demo: one small example space for each preset, built through the public API."""
