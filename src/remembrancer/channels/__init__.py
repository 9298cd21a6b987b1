"""Channels by which people are told: webhooks and e-mail."""
