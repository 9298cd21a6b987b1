"""The store: the only package that contains SQL."""
