CREATE TABLE compared (
	space_n BIGINT NOT NULL,
	item_n BIGINT NOT NULL,
	version_n BIGINT NOT NULL,
	is_opposed INTEGER DEFAULT 0 NOT NULL,
	PRIMARY KEY (space_n, item_n)
);
ALTER TABLE compared ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO compared ("space_n", "item_n", "version_n", "is_opposed") SELECT n, n, n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE compared;
DELETE FROM compared WHERE space_n > 1000000;
ALTER TABLE compared ENABLE ROW LEVEL SECURITY;
ALTER TABLE compared FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON compared FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'all') > 0));
CREATE POLICY added ON compared FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON compared FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON compared FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
