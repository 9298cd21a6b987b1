"""Every table, described once: columns, seal, erasure, wall, export and what planners are told."""
