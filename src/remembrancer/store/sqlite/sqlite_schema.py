"""What SQLite has beside the tables: the search index, and what its planner is told."""

from __future__ import annotations

# SQLite's inverted index over `document`. One column of words that name their space, so that
# neither a search nor its cost reaches into another tenant.
SEARCH_INDEX = (
    "CREATE VIRTUAL TABLE search USING fts5("
    "words, content='', detail=none, tokenize='ascii', columnsize=0)"
)

# The shape of a typical store, for SQLite's planner: rows of the index, then rows per value of its
# first column, first two, and so on. Without it the planner takes a space for a handful of rows
# and reads all of it; measured on each store, plans would change with its history.
TYPICAL_ROWS = {
    "item": {
        "item_id": "100000 100000 1",
        "item_order": "100000 100000 1",
        "item_waiting": "200 200 1",
        "item_erased": "1000 1000 10",
    },
    "version": {
        "version_item": "150000 2 1",
        "version_seq": "150000 150000 1",
        "version_current": "100000 100000 100 80 40",
        "version_active": "90000 90000 30000",
        "version_source": "20000 5000 5",
        "version_source_id": "20000 5",
        "version_accepted": "2000 2000 1000",
        "version_noted": "5000 5000 1000",
        "version_superseded": "5000 5000 1",
    },
    "ledger": {
        "sqlite_autoindex_ledger_1": "200000 200000 1",
        "ledger_time": "200000 200000 1 1",
        "ledger_aside": "1000 1000 2",
    },
    "reason": {"sqlite_autoindex_reason_1": "20000 20000 1"},
    "document": {
        "document_space": "250000 250000 1",
        "document_item": "250000 2",
        "document_message": "100000 1",
    },
    "evidence": {
        "evidence_item": "100000 2",
        "evidence_source": "50000 2",
        "evidence_message": "50000 2",
        "evidence_seq": "100000 100000 1",
    },
    "source": {
        "source_public": "50000 50000 1",
        "source_seq": "50000 50000 1",
        "source_external": "20000 20000 2",
    },
    "conversation": {
        "conversation_id": "2000 2000 1 1",
        "conversation_seq": "2000 2000 1",
    },
    "message": {
        "message_id": "100000 50 1 1",
        "message_channel": "100000 100000 1000 1",
        "message_seq": "100000 100000 2",
        "message_order": "100000 50 1",
    },
    "entity": {"entity_name": "5000 5000 1"},
    "standing": {"standing_conversation": "2000 1"},
    "job": {
        "job_public": "1000 1000 1",
        "job_key": "1000 1000 300 1 1",
        "job_due": "1000 1000 500 2",
    },
    "feed": {"feed_name": "2000 2000 200 100 1"},
    "vector": {"vector_document": "250000 1 1 1", "vector_order": "250000 250000 250000 1"},
    "walk": {
        "walk_public": "50000 50000 1",
        "walk_order": "50000 50000 1",
        "walk_session": "20000 20000 20 1",
    },
    "walk_hit": {
        "sqlite_autoindex_walk_hit_1": "500000 10 1",
        "walk_hit_item": "300000 10",
        "walk_hit_message": "200000 10",
    },
    "delivery": {"delivery_public": "50000 50000 1"},
    "delivered": {
        "sqlite_autoindex_delivered_1": "1000000 20 1",
        "delivered_item": "900000 100 1",
        "delivered_message": "100000 10",
    },
    "kept_answer": {
        "kept_answer_age": "10000 10000 1",
        "sqlite_autoindex_kept_answer_1": "10000 10000 1000 1",
    },
    "signing_key": {"signing_key_name": "2 1"},
    "token": {"token_public": "1000 1000 1"},
    "vote": {"vote_pair": "5000 3 1"},
    "erased": {
        "erased_row": "5000 5000 1",
        "erased_position": "5000 5000 50",
        "erased_origin": "500 500 5",
    },
    "term": {"sqlite_autoindex_term_1": "20000 20000 1"},
}
