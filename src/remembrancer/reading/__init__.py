"""Reading: extracts proposed items from messages, and judges how two statements relate."""
