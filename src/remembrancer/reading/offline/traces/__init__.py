"""Decision traces: how a decision came about, drawn out of a chat or a meeting."""
