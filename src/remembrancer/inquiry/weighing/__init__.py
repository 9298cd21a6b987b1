"""Weighing: how relevant each fact that was found is to a conversation."""
