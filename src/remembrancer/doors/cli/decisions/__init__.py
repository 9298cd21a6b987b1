"""`rmb decisions` and `rmb policies`."""
