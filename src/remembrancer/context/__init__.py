"""Context: what is known, made ready for whoever needs it."""
