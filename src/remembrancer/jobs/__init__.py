"""Jobs: background work, with leases and retries."""
