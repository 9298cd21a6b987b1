"""Core: what every capability stands on."""
