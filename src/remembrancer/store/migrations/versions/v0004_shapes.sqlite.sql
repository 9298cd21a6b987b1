CREATE TABLE shape (
	space_n INTEGER NOT NULL,
	part INTEGER NOT NULL,
	at_seq BIGINT NOT NULL,
	seal TEXT,
	next_change_at TEXT,
	body BLOB NOT NULL,
	PRIMARY KEY (space_n, part),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
ANALYZE sqlite_schema;
