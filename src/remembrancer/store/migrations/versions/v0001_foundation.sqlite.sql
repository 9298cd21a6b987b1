-- The first schema, as SQLite is told it. Never edited: later changes are migrations of their own.

PRAGMA application_id = 1380794962;

CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE space (
    number INTEGER NOT NULL,
    uid TEXT NOT NULL,
    name TEXT NOT NULL,
    preset TEXT NOT NULL,
    overrides TEXT NOT NULL,
    "key" BLOB NOT NULL,
    created_at TEXT NOT NULL,
    archived_at TEXT,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    UNIQUE (name)
);

CREATE TABLE conversation (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    subject TEXT,
    channel_id TEXT,
    title TEXT,
    owner TEXT NOT NULL,
    audience TEXT,
    is_personal INTEGER DEFAULT 0 NOT NULL,
    created_at TEXT NOT NULL,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX conversation_id ON conversation (space_n, id, owner);

CREATE INDEX conversation_seq ON conversation (space_n, seq);

CREATE TABLE document (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    item_n BIGINT,
    message_n BIGINT,
    subject TEXT,
    tokens TEXT,
    length INTEGER NOT NULL,
    is_counted INTEGER NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE INDEX document_item ON document (item_n);

CREATE INDEX document_space ON document (space_n, number);

CREATE TABLE entity (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    external_id TEXT,
    attrs TEXT NOT NULL,
    owner TEXT NOT NULL,
    audience TEXT,
    is_personal INTEGER DEFAULT 0 NOT NULL,
    created_at TEXT NOT NULL,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX entity_public ON entity (space_n, id);

CREATE INDEX entity_seq ON entity (space_n, seq);

CREATE TABLE head (
    space_n INTEGER NOT NULL,
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL,
    at TEXT NOT NULL,
    documents BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    unfolded BIGINT NOT NULL,
    folded_upto BIGINT NOT NULL,
    PRIMARY KEY (space_n),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE TABLE idempotency (
    space_n INTEGER NOT NULL,
    principal TEXT NOT NULL,
    operation TEXT NOT NULL,
    "key" TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (space_n, principal, operation, "key"),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE TABLE item (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    audience TEXT,
    is_personal INTEGER DEFAULT 0 NOT NULL,
    review TEXT DEFAULT 'not_required' NOT NULL,
    created_at TEXT NOT NULL,
    current BIGINT NOT NULL,
    same_hash TEXT,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX item_id ON item (space_n, id);

CREATE INDEX item_order ON item (space_n, number);

CREATE UNIQUE INDEX item_same ON item (space_n, same_hash) WHERE same_hash IS NOT NULL;

CREATE TABLE ledger (
    space_n INTEGER NOT NULL,
    seq BIGINT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    detail TEXT DEFAULT '{}' NOT NULL,
    commitment TEXT NOT NULL,
    reason_commitment TEXT,
    hash TEXT NOT NULL,
    PRIMARY KEY (space_n, seq),
    FOREIGN KEY(space_n) REFERENCES space (number)
)
 WITHOUT ROWID;

CREATE INDEX ledger_aside ON ledger (space_n, target) WHERE action IN ('item.look', 'item.vote');

CREATE INDEX ledger_time ON ledger (space_n, at, seq);

CREATE TABLE person (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    email TEXT,
    roles TEXT NOT NULL,
    groups TEXT NOT NULL,
    notes_path TEXT,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX person_name ON person (space_n, name);

CREATE TABLE reason (
    space_n INTEGER NOT NULL,
    seq BIGINT NOT NULL,
    text TEXT,
    salt TEXT,
    PRIMARY KEY (space_n, seq),
    FOREIGN KEY(space_n) REFERENCES space (number)
)
 WITHOUT ROWID;

CREATE TABLE relation (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    confidence FLOAT NOT NULL,
    attrs TEXT NOT NULL,
    owner TEXT NOT NULL,
    observed_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX relation_public ON relation (space_n, id);

CREATE INDEX relation_seq ON relation (space_n, seq);

CREATE INDEX relation_source ON relation (space_n, source);

CREATE INDEX relation_target ON relation (space_n, target);

CREATE TABLE source (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    external_id TEXT,
    content TEXT,
    owner TEXT NOT NULL,
    audience TEXT,
    is_personal INTEGER DEFAULT 0 NOT NULL,
    subject TEXT,
    trust TEXT NOT NULL,
    occurred_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    metadata TEXT NOT NULL,
    same_hash TEXT,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX source_public ON source (space_n, id);

CREATE UNIQUE INDEX source_same ON source (space_n, same_hash) WHERE same_hash IS NOT NULL;

CREATE INDEX source_seq ON source (space_n, seq);

CREATE TABLE term (
    space_n INTEGER NOT NULL,
    term TEXT NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (space_n, term),
    FOREIGN KEY(space_n) REFERENCES space (number)
)
 WITHOUT ROWID;

CREATE TABLE evidence (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    item_n INTEGER NOT NULL,
    source_n BIGINT,
    message_n BIGINT,
    quote TEXT,
    start INTEGER,
    "end" INTEGER,
    stance TEXT NOT NULL,
    principal TEXT,
    at TEXT NOT NULL,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number),
    FOREIGN KEY(item_n) REFERENCES item (number)
);

CREATE INDEX evidence_item ON evidence (item_n);

CREATE INDEX evidence_seq ON evidence (space_n, seq);

CREATE TABLE message (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    conversation_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    channel_id TEXT,
    author_id TEXT NOT NULL,
    role TEXT NOT NULL,
    content TEXT,
    timestamp TEXT NOT NULL,
    tool_calls TEXT NOT NULL,
    owner TEXT NOT NULL,
    audience TEXT,
    is_personal INTEGER DEFAULT 0 NOT NULL,
    subject TEXT,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number),
    FOREIGN KEY(conversation_n) REFERENCES conversation (number)
);

CREATE INDEX message_channel ON message (space_n, channel_id, timestamp);

CREATE UNIQUE INDEX message_id ON message (conversation_n, id, owner);

CREATE INDEX message_seq ON message (space_n, seq);

CREATE TABLE vector (
    document_n INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (document_n),
    FOREIGN KEY(document_n) REFERENCES document (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE TABLE version (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    item_n INTEGER NOT NULL,
    version INTEGER DEFAULT 1 NOT NULL,
    at TEXT NOT NULL,
    until_seq BIGINT,
    document_n BIGINT,
    kind TEXT NOT NULL,
    category TEXT,
    domain TEXT,
    title TEXT,
    content TEXT,
    data TEXT DEFAULT '{}' NOT NULL,
    metadata TEXT DEFAULT '{}' NOT NULL,
    tags TEXT DEFAULT '[]' NOT NULL,
    entities TEXT DEFAULT '[]' NOT NULL,
    subject TEXT,
    lifecycle TEXT DEFAULT 'active' NOT NULL,
    review TEXT DEFAULT 'not_required' NOT NULL,
    confidence_base FLOAT DEFAULT (1.0) NOT NULL,
    confidence_subtype TEXT,
    verifier_count INTEGER DEFAULT 0 NOT NULL,
    admin_approved INTEGER DEFAULT 0 NOT NULL,
    live_confirmed INTEGER DEFAULT 0 NOT NULL,
    last_confirmed_at TEXT,
    audience TEXT,
    is_personal INTEGER DEFAULT 0 NOT NULL,
    sensitivity TEXT DEFAULT 'internal' NOT NULL,
    importance FLOAT,
    source_type TEXT NOT NULL,
    source_id TEXT,
    trust TEXT DEFAULT 'person' NOT NULL,
    valid_from TEXT,
    valid_until TEXT,
    expires_at TEXT,
    occurred_at TEXT NOT NULL,
    superseded_by TEXT,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number),
    FOREIGN KEY(item_n) REFERENCES item (number)
);

CREATE INDEX version_active ON version (space_n, kind) WHERE superseded_by IS NULL AND until_seq IS NULL;

CREATE INDEX version_current ON version (space_n, subject, lifecycle, kind) WHERE until_seq IS NULL;

CREATE INDEX version_item ON version (item_n, seq);

CREATE INDEX version_seq ON version (space_n, seq);

CREATE INDEX version_source ON version (source_type, source_id) WHERE source_id IS NOT NULL;

CREATE INDEX version_superseded ON version (space_n, superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE vote (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    item_n INTEGER NOT NULL,
    principal TEXT NOT NULL,
    value INTEGER NOT NULL,
    at TEXT NOT NULL,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number),
    FOREIGN KEY(item_n) REFERENCES item (number)
);

CREATE UNIQUE INDEX vote_pair ON vote (item_n, principal);

CREATE VIRTUAL TABLE search USING fts5(words, content='', detail=none, tokenize='ascii', columnsize=0);

ANALYZE;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_id', '100000 100000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_order', '100000 100000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_item', '150000 2 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_seq', '150000 150000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_current', '100000 100000 100 80 40');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_active', '90000 90000 30000');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_source', '20000 5000 5');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_superseded', '5000 5000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('ledger', 'sqlite_autoindex_ledger_1', '200000 200000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('ledger', 'ledger_time', '200000 200000 1 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('ledger', 'ledger_aside', '1000 1000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('reason', 'sqlite_autoindex_reason_1', '20000 20000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('document', 'document_space', '250000 250000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('document', 'document_item', '250000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_item', '100000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_seq', '100000 100000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('source', 'source_public', '50000 50000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('source', 'source_seq', '50000 50000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('conversation', 'conversation_id', '2000 2000 1 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('conversation', 'conversation_seq', '2000 2000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_id', '100000 50 1 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_channel', '100000 100000 1000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_seq', '100000 100000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vote', 'vote_pair', '5000 3 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('term', 'sqlite_autoindex_term_1', '20000 20000 1');

ANALYZE sqlite_schema;
