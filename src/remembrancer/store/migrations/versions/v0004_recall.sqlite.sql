-- Recall, as SQLite is told it. Never edited: later changes are migrations of their own.

CREATE INDEX document_message ON document (message_n) WHERE message_n IS NOT NULL;

CREATE INDEX entity_name ON entity (space_n, name);

DROP TABLE vector;

CREATE TABLE embedded (
    space_n INTEGER NOT NULL,
    model TEXT NOT NULL,
    upto BIGINT NOT NULL,
    PRIMARY KEY (space_n, model),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE TABLE walk (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    at TEXT NOT NULL,
    tool TEXT NOT NULL,
    session TEXT,
    subject TEXT,
    "query" TEXT,
    shape TEXT,
    is_reported INTEGER NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE INDEX walk_order ON walk (space_n, number);

CREATE UNIQUE INDEX walk_public ON walk (space_n, id);

CREATE INDEX walk_session ON walk (space_n, session, number) WHERE session IS NOT NULL;

CREATE TABLE vector (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    document_n INTEGER NOT NULL,
    model TEXT NOT NULL,
    part INTEGER NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number),
    FOREIGN KEY(document_n) REFERENCES document (number)
);

CREATE UNIQUE INDEX vector_document ON vector (document_n, model, part);

CREATE INDEX vector_order ON vector (space_n, model, number);

CREATE TABLE walk_hit (
    walk_n INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    item_n BIGINT,
    message_n BIGINT,
    is_used INTEGER NOT NULL,
    PRIMARY KEY (walk_n, rank),
    FOREIGN KEY(walk_n) REFERENCES walk (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE INDEX walk_hit_item ON walk_hit (item_n) WHERE item_n IS NOT NULL;

CREATE INDEX walk_hit_message ON walk_hit (message_n) WHERE message_n IS NOT NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('document', 'document_message', '100000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity', 'entity_name', '5000 5000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vector', 'vector_document', '250000 1 1 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vector', 'vector_order', '250000 250000 250000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk', 'walk_public', '50000 50000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk', 'walk_order', '50000 50000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk', 'walk_session', '20000 20000 20 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk_hit', 'sqlite_autoindex_walk_hit_1', '500000 10 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk_hit', 'walk_hit_item', '300000 10');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk_hit', 'walk_hit_message', '200000 10');

ANALYZE sqlite_schema;
