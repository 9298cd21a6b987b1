-- Answers that are kept, as PostgreSQL is told it. Never edited: later changes are migrations of their own.

CREATE TABLE kept_answer (
    space_n BIGINT NOT NULL,
    principal TEXT COLLATE "C" NOT NULL,
    key_hash TEXT COLLATE "C" NOT NULL,
    body_hash TEXT COLLATE "C" NOT NULL,
    attempt TEXT COLLATE "C" NOT NULL,
    status INTEGER,
    answer TEXT COLLATE "C",
    names TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (space_n, principal, key_hash)
);

CREATE INDEX kept_answer_age ON kept_answer (space_n, at);

ALTER TABLE kept_answer ALTER COLUMN "principal" SET STATISTICS 0;

ALTER TABLE kept_answer ALTER COLUMN "key_hash" SET STATISTICS 0;

ALTER TABLE kept_answer ALTER COLUMN "body_hash" SET STATISTICS 0;

ALTER TABLE kept_answer ALTER COLUMN "attempt" SET STATISTICS 0;

ALTER TABLE kept_answer ALTER COLUMN "answer" SET STATISTICS 0;

ALTER TABLE kept_answer ALTER COLUMN "names" SET STATISTICS 0;

ALTER TABLE kept_answer ALTER COLUMN "at" SET STATISTICS 0;

ALTER TABLE kept_answer ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO kept_answer ("space_n", "principal", "key_hash", "body_hash", "attempt", "status", "answer", "names", "at") SELECT n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, n, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE kept_answer;

DELETE FROM kept_answer WHERE space_n > 1000000;

ALTER TABLE kept_answer ENABLE ROW LEVEL SECURITY;

ALTER TABLE kept_answer FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON kept_answer FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR (SELECT 'erasing' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR principal = (SELECT current_setting('remembrancer.viewer', true))));

CREATE POLICY added ON kept_answer FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON kept_answer FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON kept_answer FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));
