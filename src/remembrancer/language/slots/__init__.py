"""Slots: the questions that a statement may answer."""
