"""The verbs of decisions and policies."""
