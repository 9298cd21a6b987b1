"""`rmb remember`: put something in."""
