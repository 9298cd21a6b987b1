"""Core: types and rules that every capability uses."""
