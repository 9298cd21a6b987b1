"""Delivery: context for agents and people, within a budget, with a receipt."""
