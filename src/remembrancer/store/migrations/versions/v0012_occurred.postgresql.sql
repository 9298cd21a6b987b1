CREATE INDEX version_occurred ON version (space_n, occurred_at);
