"""Deliveries and walks in the store."""
