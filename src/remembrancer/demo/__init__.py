"""Demo: one small living space for each preset, played through the front door."""
