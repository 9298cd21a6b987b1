-- What waits for a person, and what says more than its text, as SQLite is told it. Never edited: later changes are migrations of their own.

CREATE INDEX item_waiting ON item (space_n, number) WHERE review = 'pending';

CREATE INDEX version_noted ON version (space_n, kind) WHERE (substr(data, 1, 2) = '{"' OR substr(metadata, 1, 2) = '{"' OR substr(tags, 1, 2) = '["') AND until_seq IS NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_waiting', '200 200 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_noted', '5000 5000 1000');

ANALYZE sqlite_schema;
