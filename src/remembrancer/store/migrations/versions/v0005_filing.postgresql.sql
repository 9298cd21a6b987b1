-- Filing, as PostgreSQL is told it. Never edited: later changes are migrations of their own.

ALTER TABLE standing ADD COLUMN revoked_seq BIGINT;

ALTER TABLE standing ALTER COLUMN "revoked_seq" SET STATISTICS 0;

CREATE INDEX evidence_source ON evidence (source_n) WHERE source_n IS NOT NULL;

CREATE INDEX evidence_message ON evidence (message_n) WHERE message_n IS NOT NULL;

CREATE INDEX version_source_id ON version (source_id) WHERE source_id IS NOT NULL;
