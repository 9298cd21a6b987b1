"""Relations between people, organisations, places and topics that a text plainly states."""
