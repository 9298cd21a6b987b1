CREATE TABLE vector_codes (
	space_n INTEGER NOT NULL,
	model TEXT NOT NULL,
	part INTEGER NOT NULL,
	upto BIGINT NOT NULL,
	erased BIGINT NOT NULL,
	vectors BIGINT NOT NULL,
	body BLOB NOT NULL,
	PRIMARY KEY (space_n, model, part),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
ANALYZE sqlite_schema;
