CREATE TABLE shape (
	space_n BIGINT NOT NULL,
	part INTEGER NOT NULL,
	at_seq BIGINT NOT NULL,
	seal TEXT COLLATE "C",
	next_change_at TEXT COLLATE "C",
	body BYTEA NOT NULL,
	PRIMARY KEY (space_n, part)
);
ALTER TABLE shape ALTER COLUMN "seal" SET STATISTICS 0;
ALTER TABLE shape ALTER COLUMN "next_change_at" SET STATISTICS 0;
ALTER TABLE shape ALTER COLUMN "body" SET STATISTICS 0;
ALTER TABLE shape ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO shape ("space_n", "part", "at_seq", "seal", "next_change_at", "body") SELECT n, n, n, 'x' || n, 'x' || n, '\x00'::bytea FROM generate_series(1000001, 1000100) AS n;
ANALYZE shape;
DELETE FROM shape WHERE space_n > 1000000;
ALTER TABLE shape ENABLE ROW LEVEL SECURITY;
ALTER TABLE shape FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON shape FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY added ON shape FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON shape FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON shape FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
