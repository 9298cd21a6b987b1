CREATE TABLE credibility_point (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	item_n BIGINT NOT NULL,
	agent TEXT COLLATE "C" NOT NULL,
	domain TEXT COLLATE "C" NOT NULL,
	correctness FLOAT NOT NULL,
	estimate FLOAT,
	actual FLOAT,
	evidence_quality FLOAT NOT NULL,
	sector TEXT COLLATE "C",
	regime TEXT COLLATE "C",
	decided_at TEXT COLLATE "C" NOT NULL,
	outcome_at TEXT COLLATE "C" NOT NULL,
	recorded_at TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX credibility_point_agent ON credibility_point (space_n, agent, domain);
CREATE INDEX credibility_point_item ON credibility_point (item_n);
ALTER TABLE credibility_point ALTER COLUMN "agent" SET STATISTICS 0;
ALTER TABLE credibility_point ALTER COLUMN "domain" SET STATISTICS 0;
ALTER TABLE credibility_point ALTER COLUMN "sector" SET STATISTICS 0;
ALTER TABLE credibility_point ALTER COLUMN "regime" SET STATISTICS 0;
ALTER TABLE credibility_point ALTER COLUMN "decided_at" SET STATISTICS 0;
ALTER TABLE credibility_point ALTER COLUMN "outcome_at" SET STATISTICS 0;
ALTER TABLE credibility_point ALTER COLUMN "recorded_at" SET STATISTICS 0;
ALTER TABLE credibility_point ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO credibility_point ("number", "space_n", "item_n", "agent", "domain", "correctness", "estimate", "actual", "evidence_quality", "sector", "regime", "decided_at", "outcome_at", "recorded_at") SELECT n, n, n, 'k' || (n % 5), 'k' || (n % 5), n, n, n, n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE credibility_point;
DELETE FROM credibility_point WHERE space_n > 1000000;
ALTER TABLE credibility_point ENABLE ROW LEVEL SECURITY;
ALTER TABLE credibility_point FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON credibility_point FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'erasing') > 0 OR EXISTS (SELECT 1 FROM item WHERE item.space_n = credibility_point.space_n AND item.number = credibility_point.item_n OFFSET 0)));
CREATE POLICY added ON credibility_point FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON credibility_point FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON credibility_point FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
