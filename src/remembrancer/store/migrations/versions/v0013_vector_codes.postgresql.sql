CREATE TABLE vector_codes (
	space_n BIGINT NOT NULL,
	model TEXT COLLATE "C" NOT NULL,
	part INTEGER NOT NULL,
	upto BIGINT NOT NULL,
	erased BIGINT NOT NULL,
	vectors BIGINT NOT NULL,
	body BYTEA NOT NULL,
	PRIMARY KEY (space_n, model, part)
);
ALTER TABLE vector_codes ALTER COLUMN "model" SET STATISTICS 0;
ALTER TABLE vector_codes ALTER COLUMN "body" SET STATISTICS 0;
ALTER TABLE vector_codes ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO vector_codes ("space_n", "model", "part", "upto", "erased", "vectors", "body") SELECT n, 'k' || (n % 5), n, n, n, n, '\x00'::bytea FROM generate_series(1000001, 1000100) AS n;
ANALYZE vector_codes;
DELETE FROM vector_codes WHERE space_n > 1000000;
ALTER TABLE vector_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE vector_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON vector_codes FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND strpos(current_setting('remembrancer.rights', true), 'personal') > 0);
CREATE POLICY added ON vector_codes FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON vector_codes FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON vector_codes FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
