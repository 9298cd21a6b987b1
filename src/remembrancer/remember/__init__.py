"""Remember: new statements are compared with existing items, then stored."""
