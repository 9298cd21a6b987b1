"""Asking people: what waits for a person, on the page and by the channels that are set up."""
