DROP INDEX edge_source;
CREATE INDEX edge_source ON edge (space_n, source, target, type_key);
