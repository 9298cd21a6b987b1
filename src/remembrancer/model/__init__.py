"""The model: frozen types, one noun per file. No I/O, no clock, no network."""
