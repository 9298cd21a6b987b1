CREATE TABLE inquiry (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	owner TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	strategy TEXT COLLATE "C" NOT NULL,
	prompt_version TEXT COLLATE "C",
	tokens_in INTEGER NOT NULL,
	tokens_out INTEGER NOT NULL,
	iterations INTEGER NOT NULL,
	milliseconds FLOAT NOT NULL,
	is_limited INTEGER NOT NULL,
	confidence TEXT COLLATE "C" NOT NULL,
	score FLOAT NOT NULL,
	rating INTEGER,
	rated_by TEXT COLLATE "C",
	note TEXT COLLATE "C",
	body TEXT COLLATE "C",
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX inquiry_public ON inquiry (space_n, id);
ALTER TABLE inquiry ALTER COLUMN "id" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "owner" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "at" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "strategy" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "prompt_version" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "confidence" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "rated_by" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "note" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN "body" SET STATISTICS 0;
ALTER TABLE inquiry ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO inquiry ("number", "space_n", "id", "owner", "at", "strategy", "prompt_version", "tokens_in", "tokens_out", "iterations", "milliseconds", "is_limited", "confidence", "score", "rating", "rated_by", "note", "body") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'x' || n, n, n, n, n, n, 'k' || (n % 5), n, n, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE inquiry;
DELETE FROM inquiry WHERE space_n > 1000000;
ALTER TABLE inquiry ENABLE ROW LEVEL SECURITY;
ALTER TABLE inquiry FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON inquiry FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON inquiry FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON inquiry FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON inquiry FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE inquiry_hit (
	space_n BIGINT NOT NULL,
	inquiry_n BIGINT NOT NULL,
	rank INTEGER NOT NULL,
	item_n BIGINT,
	message_n BIGINT,
	entity_n BIGINT,
	edge TEXT COLLATE "C",
	subject TEXT COLLATE "C",
	is_answer INTEGER NOT NULL,
	PRIMARY KEY (space_n, inquiry_n, rank)
);
CREATE INDEX inquiry_hit_edge ON inquiry_hit (space_n, edge) WHERE edge IS NOT NULL;
CREATE INDEX inquiry_hit_entity ON inquiry_hit (entity_n) WHERE entity_n IS NOT NULL;
CREATE INDEX inquiry_hit_item ON inquiry_hit (item_n) WHERE item_n IS NOT NULL;
CREATE INDEX inquiry_hit_message ON inquiry_hit (message_n) WHERE message_n IS NOT NULL;
CREATE INDEX inquiry_hit_subject ON inquiry_hit (space_n, subject) WHERE subject IS NOT NULL;
ALTER TABLE inquiry_hit ALTER COLUMN "edge" SET STATISTICS 0;
ALTER TABLE inquiry_hit ALTER COLUMN "subject" SET STATISTICS 0;
ALTER TABLE inquiry_hit ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO inquiry_hit ("space_n", "inquiry_n", "rank", "item_n", "message_n", "entity_n", "edge", "subject", "is_answer") SELECT n, n, n, CASE WHEN n % 20 = 0 THEN n END, CASE WHEN n % 20 = 0 THEN n END, CASE WHEN n % 20 = 0 THEN n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE inquiry_hit;
DELETE FROM inquiry_hit WHERE space_n > 1000000;
ALTER TABLE inquiry_hit ENABLE ROW LEVEL SECURITY;
ALTER TABLE inquiry_hit FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON inquiry_hit FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM inquiry WHERE inquiry.space_n = inquiry_hit.space_n AND inquiry.number = inquiry_hit.inquiry_n OFFSET 0)));
CREATE POLICY added ON inquiry_hit FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON inquiry_hit FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON inquiry_hit FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
