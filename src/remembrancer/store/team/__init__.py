"""Agents and their memories: reads and writes."""
