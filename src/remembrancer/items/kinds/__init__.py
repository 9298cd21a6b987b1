"""Kinds of items that have rules of their own: decisions, traces, debates and tasks."""
