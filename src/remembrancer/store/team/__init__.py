"""Agents, their memories and their track records: reads and writes."""
