"""The desk: agents with memories of their own, their debates, and how right they were."""
