CREATE TABLE entity_version (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	entity_n BIGINT NOT NULL,
	name TEXT COLLATE "C" NOT NULL,
	name_key TEXT COLLATE "C" NOT NULL,
	external_id TEXT COLLATE "C",
	aliases TEXT COLLATE "C" DEFAULT '[]' NOT NULL,
	alias_keys TEXT COLLATE "C" DEFAULT '[]' NOT NULL,
	attrs TEXT COLLATE "C" DEFAULT '{}' NOT NULL,
	merged_into TEXT COLLATE "C",
	root TEXT COLLATE "C" NOT NULL,
	trust TEXT COLLATE "C" DEFAULT 'person' NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	until_seq BIGINT,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX entity_version_alias ON entity_version (space_n, number) WHERE alias_keys <> '[]';
CREATE INDEX entity_version_external ON entity_version (space_n, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX entity_version_merged ON entity_version (space_n, number) WHERE merged_into IS NOT NULL;
CREATE INDEX entity_version_name ON entity_version (space_n, name_key);
CREATE INDEX entity_version_of ON entity_version (space_n, entity_n, seq);
CREATE INDEX entity_version_root ON entity_version (space_n, root);
CREATE INDEX entity_version_seq ON entity_version (space_n, seq);
ALTER TABLE entity_version ALTER COLUMN "name" SET STATISTICS 0;
ALTER TABLE entity_version ALTER COLUMN "name_key" SET STATISTICS 0;
ALTER TABLE entity_version ALTER COLUMN "external_id" SET STATISTICS 0;
ALTER TABLE entity_version ALTER COLUMN "aliases" SET STATISTICS 0;
ALTER TABLE entity_version ALTER COLUMN "alias_keys" SET STATISTICS 0;
ALTER TABLE entity_version ALTER COLUMN "attrs" SET STATISTICS 0;
ALTER TABLE entity_version ALTER COLUMN "salt" SET STATISTICS 0;
ALTER TABLE entity_version ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO entity_version ("number", "space_n", "entity_n", "name", "name_key", "external_id", "aliases", "alias_keys", "attrs", "merged_into", "root", "trust", "at", "until_seq", "seq", "salt", "commitment") SELECT n, n, n, 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'x' || n, 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'x' || n, 'k' || (n % 5), 'x' || n, CASE WHEN n % 20 = 0 THEN n END, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE entity_version;
DELETE FROM entity_version WHERE space_n > 1000000;
ALTER TABLE entity_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_version FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON entity_version FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM entity WHERE entity.space_n = entity_version.space_n AND entity.number = entity_version.entity_n OFFSET 0)));
CREATE POLICY added ON entity_version FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON entity_version FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON entity_version FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE edge (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	type TEXT COLLATE "C" NOT NULL,
	type_key TEXT COLLATE "C" NOT NULL,
	source TEXT COLLATE "C" NOT NULL,
	target TEXT COLLATE "C" NOT NULL,
	confidence FLOAT DEFAULT 1.0 NOT NULL,
	attrs TEXT COLLATE "C" DEFAULT '{}' NOT NULL,
	observed_at TEXT COLLATE "C" NOT NULL,
	valid_from TEXT COLLATE "C",
	valid_until TEXT COLLATE "C",
	ended_at TEXT COLLATE "C",
	owner TEXT COLLATE "C" NOT NULL,
	audience TEXT COLLATE "C",
	is_personal INTEGER DEFAULT 0 NOT NULL,
	trust TEXT COLLATE "C" DEFAULT 'person' NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	until_seq BIGINT,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX edge_public ON edge (space_n, id, seq);
CREATE INDEX edge_seq ON edge (space_n, seq);
CREATE INDEX edge_source ON edge (space_n, source, target);
CREATE INDEX edge_target ON edge (space_n, target);
ALTER TABLE edge ALTER COLUMN "attrs" SET STATISTICS 0;
ALTER TABLE edge ALTER COLUMN "salt" SET STATISTICS 0;
ALTER TABLE edge ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO edge ("number", "space_n", "id", "type", "type_key", "source", "target", "confidence", "attrs", "observed_at", "valid_from", "valid_until", "ended_at", "owner", "audience", "is_personal", "trust", "created_at", "at", "until_seq", "seq", "salt", "commitment") SELECT n, n, 'x' || n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, 'x' || n, n, 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'k' || (n % 5), 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN n END, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE edge;
DELETE FROM edge WHERE space_n > 1000000;
ALTER TABLE edge ENABLE ROW LEVEL SECURITY;
ALTER TABLE edge FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON edge FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND ((is_personal = 0 AND (audience IS NULL OR audience = 'all' OR strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR audience = ANY(string_to_array(current_setting('remembrancer.groups', true), E'\x1f')))) OR owner = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0) AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR ((EXISTS (SELECT 1 FROM item WHERE item.space_n = edge.space_n AND item.id = edge.source OFFSET 0) OR EXISTS (SELECT 1 FROM entity WHERE entity.space_n = edge.space_n AND entity.id = edge.source OFFSET 0)) AND (EXISTS (SELECT 1 FROM item WHERE item.space_n = edge.space_n AND item.id = edge.target OFFSET 0) OR EXISTS (SELECT 1 FROM entity WHERE entity.space_n = edge.space_n AND entity.id = edge.target OFFSET 0)))));
CREATE POLICY added ON edge FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON edge FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON edge FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE edge_evidence (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	edge TEXT COLLATE "C" NOT NULL,
	message_n BIGINT,
	at TEXT COLLATE "C" NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX edge_evidence_edge ON edge_evidence (space_n, edge);
CREATE INDEX edge_evidence_message ON edge_evidence (message_n) WHERE message_n IS NOT NULL;
CREATE INDEX edge_evidence_seq ON edge_evidence (space_n, seq);
ALTER TABLE edge_evidence ALTER COLUMN "salt" SET STATISTICS 0;
ALTER TABLE edge_evidence ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO edge_evidence ("number", "space_n", "edge", "message_n", "at", "seq", "salt", "commitment") SELECT n, n, 'x' || n, n, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE edge_evidence;
DELETE FROM edge_evidence WHERE space_n > 1000000;
ALTER TABLE edge_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE edge_evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON edge_evidence FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR (EXISTS (SELECT 1 FROM edge WHERE edge.space_n = edge_evidence.space_n AND edge.id = edge_evidence.edge OFFSET 0) AND (message_n IS NULL OR EXISTS (SELECT 1 FROM message WHERE message.space_n = edge_evidence.space_n AND message.number = edge_evidence.message_n OFFSET 0)))));
CREATE POLICY added ON edge_evidence FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON edge_evidence FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON edge_evidence FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
