"""Decision traces: how a decision came about, extracted from a chat or a meeting."""
