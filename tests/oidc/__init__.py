"""Signing in with a provider."""
