"""Integrations: the memory inside the agents people already use. Each needs an extra of its own."""
