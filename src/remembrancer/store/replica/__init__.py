"""Read replicas: what callers have seen, and whether a replica may answer."""
