CREATE INDEX ledger_judged ON ledger (space_n, seq) WHERE detail <> replace(detail, '"judged"', '');
