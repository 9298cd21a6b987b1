"""Remember: what comes in is compared with what is known, and filed."""
