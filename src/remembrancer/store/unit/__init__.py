"""The unit of work: a scoped connection, the rows it collects, and the ledger that links them."""
