DROP INDEX edge_source;
CREATE INDEX edge_source ON edge (space_n, source, target, type_key);
DELETE FROM sqlite_stat1 WHERE idx = 'edge_source';
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge', 'edge_source', '50000 50000 80 1 1');
ANALYZE sqlite_schema;
