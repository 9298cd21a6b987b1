"""The views that a caller's SELECT reads, and the rights that they are narrowed by."""
