"""The store: where knowledge is kept. The only room with SQL in it."""
