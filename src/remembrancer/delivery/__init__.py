"""Delivery: what is handed to agents and people, within a budget, with a receipt."""
