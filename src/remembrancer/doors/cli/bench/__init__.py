"""`rmb bench`: how well memory answers, and how fast."""
