"""The ledger in the store: the unit of work, commitments, verification."""
