"""Reconcile: what a new fact is to those that are known."""
