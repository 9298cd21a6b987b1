"""Jobs: work that is due, under leases, with retries."""
