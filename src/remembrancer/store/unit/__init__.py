"""The unit of work: a scoped connection, the rows it gathers, and the ledger it links them into."""
