-- Answers that are kept, as SQLite is told it. Never edited: later changes are migrations of their own.

CREATE TABLE kept_answer (
    space_n INTEGER NOT NULL,
    principal TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    attempt TEXT NOT NULL,
    status INTEGER,
    answer TEXT,
    names TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (space_n, principal, key_hash),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE INDEX kept_answer_age ON kept_answer (space_n, at);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('kept_answer', 'kept_answer_age', '10000 10000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('kept_answer', 'sqlite_autoindex_kept_answer_1', '10000 10000 1000 1');

ANALYZE sqlite_schema;
