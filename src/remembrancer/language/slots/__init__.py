"""Slots: the attributes that a statement may give a value for."""
