"""Notifications: what waits for whom, and where people are told."""
