"""The memory inside Claude Code. The hooks import nothing but this room, so they start at once."""
