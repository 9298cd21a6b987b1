CREATE TABLE entity_version (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	entity_n INTEGER NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	external_id TEXT,
	aliases TEXT DEFAULT '[]' NOT NULL,
	alias_keys TEXT DEFAULT '[]' NOT NULL,
	attrs TEXT DEFAULT '{}' NOT NULL,
	merged_into TEXT,
	root TEXT NOT NULL,
	trust TEXT DEFAULT 'person' NOT NULL,
	at TEXT NOT NULL,
	until_seq BIGINT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(entity_n) REFERENCES entity (number)
);
CREATE INDEX entity_version_alias ON entity_version (space_n, number) WHERE alias_keys <> '[]';
CREATE INDEX entity_version_external ON entity_version (space_n, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX entity_version_merged ON entity_version (space_n, number) WHERE merged_into IS NOT NULL;
CREATE INDEX entity_version_name ON entity_version (space_n, name_key);
CREATE INDEX entity_version_of ON entity_version (space_n, entity_n, seq);
CREATE INDEX entity_version_root ON entity_version (space_n, root);
CREATE INDEX entity_version_seq ON entity_version (space_n, seq);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity_version', 'entity_version_of', '5000 5000 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity_version', 'entity_version_seq', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity_version', 'entity_version_name', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity_version', 'entity_version_root', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity_version', 'entity_version_external', '2000 2000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity_version', 'entity_version_alias', '100 100 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity_version', 'entity_version_merged', '100 100 1');
CREATE TABLE edge (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	type TEXT NOT NULL,
	type_key TEXT NOT NULL,
	source TEXT NOT NULL,
	target TEXT NOT NULL,
	confidence FLOAT DEFAULT (1.0) NOT NULL,
	attrs TEXT DEFAULT '{}' NOT NULL,
	observed_at TEXT NOT NULL,
	valid_from TEXT,
	valid_until TEXT,
	ended_at TEXT,
	owner TEXT NOT NULL,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	trust TEXT DEFAULT 'person' NOT NULL,
	created_at TEXT NOT NULL,
	at TEXT NOT NULL,
	until_seq BIGINT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX edge_public ON edge (space_n, id, seq);
CREATE INDEX edge_seq ON edge (space_n, seq);
CREATE INDEX edge_source ON edge (space_n, source, target);
CREATE INDEX edge_target ON edge (space_n, target);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge', 'edge_public', '50000 50000 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge', 'edge_seq', '50000 50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge', 'edge_source', '50000 50000 80 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge', 'edge_target', '50000 50000 80');
CREATE TABLE edge_evidence (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	edge TEXT NOT NULL,
	message_n BIGINT,
	at TEXT NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX edge_evidence_edge ON edge_evidence (space_n, edge);
CREATE INDEX edge_evidence_message ON edge_evidence (message_n) WHERE message_n IS NOT NULL;
CREATE INDEX edge_evidence_seq ON edge_evidence (space_n, seq);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge_evidence', 'edge_evidence_edge', '50000 50000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge_evidence', 'edge_evidence_message', '50000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edge_evidence', 'edge_evidence_seq', '50000 50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity', 'entity_public', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity', 'entity_seq', '5000 5000 1');
ANALYZE sqlite_schema;
