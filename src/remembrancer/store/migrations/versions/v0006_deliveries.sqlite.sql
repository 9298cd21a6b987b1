-- Deliveries, as SQLite is told it. Never edited: later changes are migrations of their own.

CREATE TABLE delivery (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    template TEXT NOT NULL,
    owner TEXT NOT NULL,
    rights TEXT NOT NULL,
    at TEXT NOT NULL,
    position BIGINT NOT NULL,
    subject TEXT,
    token_estimate INTEGER NOT NULL,
    token_budget INTEGER NOT NULL,
    withheld TEXT NOT NULL,
    given TEXT NOT NULL,
    settings TEXT NOT NULL,
    text_hash TEXT,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE UNIQUE INDEX delivery_public ON delivery (space_n, id);

CREATE TABLE delivered (
    delivery_n INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    item_n BIGINT,
    version_n BIGINT,
    message_n BIGINT,
    part TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (delivery_n, rank),
    FOREIGN KEY(delivery_n) REFERENCES delivery (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE INDEX delivered_item ON delivered (item_n, delivery_n) WHERE item_n IS NOT NULL;

CREATE INDEX delivered_message ON delivered (message_n) WHERE message_n IS NOT NULL;

CREATE INDEX version_accepted ON version (space_n, review) WHERE review IN ('approved', 'mandatory') AND until_seq IS NULL;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivery', 'delivery_public', '50000 50000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivered', 'sqlite_autoindex_delivered_1', '1000000 20 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivered', 'delivered_item', '900000 100 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivered', 'delivered_message', '100000 10');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_accepted', '2000 2000 1000');

ANALYZE sqlite_schema;
