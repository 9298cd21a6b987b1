CREATE TABLE credibility_point (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	item_n INTEGER NOT NULL,
	agent TEXT NOT NULL,
	domain TEXT NOT NULL,
	correctness FLOAT NOT NULL,
	estimate FLOAT,
	actual FLOAT,
	evidence_quality FLOAT NOT NULL,
	sector TEXT,
	regime TEXT,
	decided_at TEXT NOT NULL,
	outcome_at TEXT NOT NULL,
	recorded_at TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(item_n) REFERENCES item (number)
);
CREATE INDEX credibility_point_agent ON credibility_point (space_n, agent, domain);
CREATE INDEX credibility_point_item ON credibility_point (item_n);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('credibility_point', 'credibility_point_agent', '20000 20000 1000 100');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('credibility_point', 'credibility_point_item', '20000 2');
ANALYZE sqlite_schema;
