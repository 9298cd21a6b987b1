CREATE TABLE inquiry (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	owner TEXT NOT NULL,
	at TEXT NOT NULL,
	strategy TEXT NOT NULL,
	prompt_version TEXT,
	tokens_in INTEGER NOT NULL,
	tokens_out INTEGER NOT NULL,
	iterations INTEGER NOT NULL,
	milliseconds FLOAT NOT NULL,
	is_limited INTEGER NOT NULL,
	confidence TEXT NOT NULL,
	score FLOAT NOT NULL,
	rating INTEGER,
	rated_by TEXT,
	note TEXT,
	body TEXT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX inquiry_order ON inquiry (space_n, number);
CREATE UNIQUE INDEX inquiry_public ON inquiry (space_n, id);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry', 'inquiry_public', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry', 'inquiry_order', '5000 5000 1');
CREATE TABLE inquiry_hit (
	space_n INTEGER NOT NULL,
	inquiry_n INTEGER NOT NULL,
	rank INTEGER NOT NULL,
	item_n BIGINT,
	message_n BIGINT,
	entity_n BIGINT,
	edge TEXT,
	subject TEXT,
	is_answer INTEGER NOT NULL,
	PRIMARY KEY (space_n, inquiry_n, rank),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(inquiry_n) REFERENCES inquiry (number)
);
CREATE INDEX inquiry_hit_edge ON inquiry_hit (space_n, edge) WHERE edge IS NOT NULL;
CREATE INDEX inquiry_hit_entity ON inquiry_hit (entity_n) WHERE entity_n IS NOT NULL;
CREATE INDEX inquiry_hit_item ON inquiry_hit (item_n) WHERE item_n IS NOT NULL;
CREATE INDEX inquiry_hit_message ON inquiry_hit (message_n) WHERE message_n IS NOT NULL;
CREATE INDEX inquiry_hit_subject ON inquiry_hit (space_n, subject) WHERE subject IS NOT NULL;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry_hit', 'sqlite_autoindex_inquiry_hit_1', '300000 300000 60 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry_hit', 'inquiry_hit_item', '100000 10');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry_hit', 'inquiry_hit_message', '50000 10');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry_hit', 'inquiry_hit_entity', '50000 20');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry_hit', 'inquiry_hit_edge', '80000 80000 10');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('inquiry_hit', 'inquiry_hit_subject', '20000 20000 20');
ANALYZE sqlite_schema;
