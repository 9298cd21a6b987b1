"""`rmb review`: what waits for a person, and what people decide."""
