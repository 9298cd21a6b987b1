-- Filing, as SQLite is told it. Never edited: later changes are migrations of their own.

ALTER TABLE standing ADD COLUMN revoked_seq BIGINT;

CREATE INDEX evidence_source ON evidence (source_n) WHERE source_n IS NOT NULL;

CREATE INDEX evidence_message ON evidence (message_n) WHERE message_n IS NOT NULL;

CREATE INDEX version_source_id ON version (source_id) WHERE source_id IS NOT NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_source', '50000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_message', '50000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_source_id', '20000 5');

ANALYZE sqlite_schema;
