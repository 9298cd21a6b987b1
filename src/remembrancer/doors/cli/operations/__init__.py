"""Commands for whoever runs a store: serve, work, back up, restore, move, and look after it."""
