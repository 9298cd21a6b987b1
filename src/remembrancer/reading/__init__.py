"""Reading: what was said becomes proposals of items, and how two statements relate."""
