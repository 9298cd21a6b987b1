CREATE TABLE notification (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	person TEXT NOT NULL,
	kind TEXT NOT NULL,
	target TEXT NOT NULL,
	cause TEXT NOT NULL,
	text TEXT NOT NULL,
	at TEXT NOT NULL,
	seen_at TEXT,
	settled_at TEXT,
	sent TEXT DEFAULT '[]' NOT NULL,
	created_at TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX notification_cause ON notification (space_n, person, cause);
CREATE UNIQUE INDEX notification_public ON notification (space_n, id);
CREATE INDEX notification_target ON notification (space_n, target);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('notification', 'notification_public', '2000 2000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('notification', 'notification_cause', '2000 2000 100 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('notification', 'notification_target', '2000 2000 5');
CREATE TABLE contact (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	person TEXT NOT NULL,
	email TEXT,
	webhook TEXT,
	changed_at TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX contact_person ON contact (space_n, person);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('contact', 'contact_person', '100 100 1');
ANALYZE sqlite_schema;
