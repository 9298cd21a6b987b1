CREATE INDEX ledger_judged ON ledger (space_n, seq) WHERE detail <> replace(detail, '"judged"', '');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('ledger', 'ledger_judged', '10000 10000 1');
ANALYZE sqlite_schema;
