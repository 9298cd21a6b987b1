"""The memory inside Claude Code."""
