CREATE INDEX version_occurred ON version (space_n, occurred_at);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_occurred', '150000 150000 2');
ANALYZE sqlite_schema;
