"""What SQLite has besides the tables: the search index, and its planner statistics."""

from __future__ import annotations

# SQLite's full-text index over `document`. It has one column of words that contain their space, so
# that neither a search nor its cost reaches another tenant.
SEARCH_INDEX = (
    "CREATE VIRTUAL TABLE search USING fts5("
    "words, content='', detail=none, tokenize='ascii', columnsize=0)"
)
