-- Due work, as SQLite is told it. Never edited: later changes are migrations of their own.

ALTER TABLE conversation ADD COLUMN trust TEXT;

ALTER TABLE message ADD COLUMN trust TEXT;

CREATE INDEX message_order ON message (conversation_n, number);

CREATE INDEX source_external ON source (space_n, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE feed (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    place TEXT NOT NULL,
    digest TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    records BIGINT NOT NULL,
    unknown BIGINT NOT NULL,
    problem TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX feed_name ON feed (space_n, owner, kind, name);

CREATE TABLE job (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    "key" TEXT NOT NULL,
    owner TEXT NOT NULL,
    actor TEXT NOT NULL,
    payload TEXT NOT NULL,
    priority INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    every TEXT,
    state TEXT NOT NULL,
    stamp BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    worker TEXT,
    lease_until TEXT,
    error TEXT,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE INDEX job_due ON job (space_n, state, due_at);

CREATE UNIQUE INDEX job_key ON job (space_n, kind, "key", owner);

CREATE UNIQUE INDEX job_public ON job (space_n, id);

CREATE TABLE standing (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    conversation_n INTEGER NOT NULL,
    message_n BIGINT,
    points TEXT NOT NULL,
    engine TEXT,
    summarised INTEGER NOT NULL,
    covers TEXT NOT NULL,
    closed_at TEXT,
    owner TEXT NOT NULL,
    audience TEXT,
    is_personal INTEGER DEFAULT 0 NOT NULL,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number),
    FOREIGN KEY(conversation_n) REFERENCES conversation (number)
);

CREATE UNIQUE INDEX standing_conversation ON standing (conversation_n);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_order', '100000 50 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('source', 'source_external', '20000 20000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('standing', 'standing_conversation', '2000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('job', 'job_public', '1000 1000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('job', 'job_key', '1000 1000 300 1 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('job', 'job_due', '1000 1000 500 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('feed', 'feed_name', '2000 2000 200 100 1');

ANALYZE sqlite_schema;
