-- Bearer tokens, as SQLite is told it. Never edited: later changes are migrations of their own.

CREATE TABLE signing_key (
    number INTEGER NOT NULL,
    kid TEXT NOT NULL,
    secret BLOB NOT NULL,
    created_at TEXT NOT NULL,
    verifies_until TEXT,
    PRIMARY KEY (number)
);

CREATE UNIQUE INDEX signing_key_name ON signing_key (kid);

CREATE TABLE token (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    principal TEXT NOT NULL,
    kid TEXT NOT NULL,
    issued_by TEXT NOT NULL,
    issued_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    revoked_at TEXT,
    note TEXT,
    seq BIGINT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX token_public ON token (space_n, id);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('signing_key', 'signing_key_name', '2 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('token', 'token_public', '1000 1000 1');

ANALYZE sqlite_schema;
