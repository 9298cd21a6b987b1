"""Judging: whether two statements say the same, update or contradict each other."""
