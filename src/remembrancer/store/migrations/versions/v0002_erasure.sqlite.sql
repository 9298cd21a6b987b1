-- Erasure, as SQLite is told it. Never edited: later changes are migrations of their own.

ALTER TABLE item ADD COLUMN erased_seq BIGINT;

CREATE INDEX item_erased ON item (space_n, erased_seq) WHERE erased_seq IS NOT NULL;

CREATE TABLE erased (
    number INTEGER NOT NULL,
    space_n INTEGER NOT NULL,
    place TEXT NOT NULL,
    row_commitment TEXT NOT NULL,
    husk TEXT,
    same_origin TEXT,
    seq BIGINT NOT NULL,
    salt TEXT,
    commitment TEXT NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(space_n) REFERENCES space (number)
);

CREATE INDEX erased_origin ON erased (space_n, same_origin) WHERE same_origin IS NOT NULL;

CREATE INDEX erased_position ON erased (space_n, seq);

CREATE UNIQUE INDEX erased_row ON erased (space_n, row_commitment);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_erased', '1000 1000 10');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('erased', 'erased_row', '5000 5000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('erased', 'erased_position', '5000 5000 50');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('erased', 'erased_origin', '500 500 5');

ANALYZE sqlite_schema;
