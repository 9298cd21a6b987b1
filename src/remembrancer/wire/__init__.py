"""The wire: what crosses between a server and its clients. Both are made from one table."""
