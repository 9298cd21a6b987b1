"""The registry of agent tools."""
