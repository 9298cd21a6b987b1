-- Recall, as PostgreSQL is told it. Never edited: later changes are migrations of their own.

DROP TABLE vector;

CREATE INDEX document_message ON document (message_n) WHERE message_n IS NOT NULL;

CREATE TABLE embedded (
    space_n BIGINT NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    upto BIGINT NOT NULL,
    PRIMARY KEY (space_n, model)
);

ALTER TABLE embedded ALTER COLUMN "model" SET STATISTICS 0;

CREATE INDEX entity_name ON entity (space_n, name);

CREATE TABLE walk (
    number BIGSERIAL NOT NULL,
    space_n BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    tool TEXT COLLATE "C" NOT NULL,
    session TEXT COLLATE "C",
    subject TEXT COLLATE "C",
    query TEXT COLLATE "C",
    shape TEXT COLLATE "C",
    is_reported INTEGER NOT NULL,
    PRIMARY KEY (number)
);

CREATE INDEX walk_order ON walk (space_n, number);

CREATE UNIQUE INDEX walk_public ON walk (space_n, id);

CREATE INDEX walk_session ON walk (space_n, session, number) WHERE session IS NOT NULL;

ALTER TABLE walk ALTER COLUMN "id" SET STATISTICS 0;

ALTER TABLE walk ALTER COLUMN "owner" SET STATISTICS 0;

ALTER TABLE walk ALTER COLUMN "at" SET STATISTICS 0;

ALTER TABLE walk ALTER COLUMN "tool" SET STATISTICS 0;

ALTER TABLE walk ALTER COLUMN "session" SET STATISTICS 0;

ALTER TABLE walk ALTER COLUMN "subject" SET STATISTICS 0;

ALTER TABLE walk ALTER COLUMN "query" SET STATISTICS 0;

ALTER TABLE walk ALTER COLUMN "shape" SET STATISTICS 0;

CREATE TABLE vector (
    number BIGSERIAL NOT NULL,
    space_n BIGINT NOT NULL,
    document_n BIGINT NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    part INTEGER NOT NULL,
    vector public.vector NOT NULL,
    PRIMARY KEY (number)
);

CREATE UNIQUE INDEX vector_document ON vector (document_n, model, part);

CREATE INDEX vector_order ON vector (space_n, model, number);

ALTER TABLE vector ALTER COLUMN "model" SET STATISTICS 0;

ALTER TABLE vector ALTER COLUMN "vector" SET STATISTICS 0;

CREATE TABLE walk_hit (
    walk_n BIGINT NOT NULL,
    rank INTEGER NOT NULL,
    space_n BIGINT NOT NULL,
    item_n BIGINT,
    message_n BIGINT,
    is_used INTEGER NOT NULL,
    PRIMARY KEY (walk_n, rank)
);

CREATE INDEX walk_hit_item ON walk_hit (item_n) WHERE item_n IS NOT NULL;

CREATE INDEX walk_hit_message ON walk_hit (message_n) WHERE message_n IS NOT NULL;

ALTER TABLE embedded ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO embedded ("space_n", "model", "upto") SELECT n, 'k' || (n % 5), n FROM generate_series(1000001, 1000100) AS n;

ANALYZE embedded;

DELETE FROM embedded WHERE space_n > 1000000;

ALTER TABLE walk ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO walk ("number", "space_n", "id", "owner", "at", "tool", "session", "subject", "query", "shape", "is_reported") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, n FROM generate_series(1000001, 1000100) AS n;

ANALYZE walk;

DELETE FROM walk WHERE space_n > 1000000;

ALTER TABLE vector ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO vector ("number", "space_n", "document_n", "model", "part", "vector") SELECT n, n, n, 'k' || (n % 5), n, '[1]'::public.vector FROM generate_series(1000001, 1000100) AS n;

ANALYZE vector;

DELETE FROM vector WHERE space_n > 1000000;

ALTER TABLE walk_hit ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO walk_hit ("walk_n", "rank", "space_n", "item_n", "message_n", "is_used") SELECT n, n, n, n, CASE WHEN n % 20 = 0 THEN n END, n FROM generate_series(1000001, 1000100) AS n;

ANALYZE walk_hit;

DELETE FROM walk_hit WHERE space_n > 1000000;

ALTER TABLE embedded ENABLE ROW LEVEL SECURITY;

ALTER TABLE embedded FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON embedded FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY added ON embedded FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON embedded FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON embedded FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

ALTER TABLE walk ENABLE ROW LEVEL SECURITY;

ALTER TABLE walk FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON walk FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));

CREATE POLICY added ON walk FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON walk FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON walk FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

ALTER TABLE vector ENABLE ROW LEVEL SECURITY;

ALTER TABLE vector FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON vector FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND EXISTS (SELECT 1 FROM document WHERE document.number = vector.document_n OFFSET 0));

CREATE POLICY added ON vector FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON vector FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON vector FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

ALTER TABLE walk_hit ENABLE ROW LEVEL SECURITY;

ALTER TABLE walk_hit FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON walk_hit FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM walk WHERE walk.number = walk_hit.walk_n OFFSET 0)));

CREATE POLICY added ON walk_hit FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON walk_hit FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON walk_hit FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));
