"""What SQLite has beside the tables: the search index, and what its planner is told."""

from __future__ import annotations

# SQLite's inverted index over `document`. One column of words that name their space, so that
# neither a search nor its cost reaches into another tenant.
SEARCH_INDEX = (
    "CREATE VIRTUAL TABLE search USING fts5("
    "words, content='', detail=none, tokenize='ascii', columnsize=0)"
)
