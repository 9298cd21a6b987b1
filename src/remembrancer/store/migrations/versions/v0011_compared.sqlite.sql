CREATE TABLE compared (
	space_n INTEGER NOT NULL,
	item_n INTEGER NOT NULL,
	version_n INTEGER NOT NULL,
	is_opposed INTEGER DEFAULT 0 NOT NULL,
	PRIMARY KEY (space_n, item_n),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(item_n) REFERENCES item (number),
	FOREIGN KEY(version_n) REFERENCES version (number)
);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('compared', 'sqlite_autoindex_compared_1', '10000 10000 1');
ANALYZE sqlite_schema;
