CREATE INDEX edge_told ON edge (space_n, source) WHERE type_key IN ('ABOUT', 'APPLIED_POLICY', 'GRANTED_EXCEPTION', 'TRIGGERED');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge', 'edge_told', '10000 10000 2');
ANALYZE sqlite_schema;
