-- Due work, as PostgreSQL is told it. Never edited: later changes are migrations of their own.

ALTER TABLE conversation ADD COLUMN trust TEXT COLLATE "C";

ALTER TABLE conversation ALTER COLUMN "trust" SET STATISTICS 0;

ALTER TABLE message ADD COLUMN trust TEXT COLLATE "C";

ALTER TABLE message ALTER COLUMN "trust" SET STATISTICS 0;

CREATE INDEX message_order ON message (conversation_n, number);

ALTER TABLE message ALTER COLUMN conversation_n SET (n_distinct = -0.01);

ALTER TABLE message NO FORCE ROW LEVEL SECURITY;

INSERT INTO message ("number", "space_n", "conversation_n", "id", "author_id", "role", "content", "timestamp", "tool_calls", "owner", "is_personal", "seq", "salt", "commitment") SELECT -n, n, n, 'x' || n, 'x' || n, 'x', 'x', 'x', 'x', 'x', 0, n, 'x', 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE message (conversation_n);

DELETE FROM message WHERE number < 0;

ALTER TABLE message FORCE ROW LEVEL SECURITY;

CREATE INDEX source_external ON source (space_n, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE feed (
    number BIGSERIAL NOT NULL,
    space_n BIGINT NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    place TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    records BIGINT NOT NULL,
    unknown BIGINT NOT NULL,
    problem TEXT COLLATE "C",
    at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (number)
);

CREATE UNIQUE INDEX feed_name ON feed (space_n, owner, kind, name);

ALTER TABLE feed ALTER COLUMN "owner" SET STATISTICS 0;

ALTER TABLE feed ALTER COLUMN "kind" SET STATISTICS 0;

ALTER TABLE feed ALTER COLUMN "name" SET STATISTICS 0;

ALTER TABLE feed ALTER COLUMN "place" SET STATISTICS 0;

ALTER TABLE feed ALTER COLUMN "digest" SET STATISTICS 0;

ALTER TABLE feed ALTER COLUMN "problem" SET STATISTICS 0;

ALTER TABLE feed ALTER COLUMN "at" SET STATISTICS 0;

ALTER TABLE feed ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO feed ("number", "space_n", "owner", "kind", "name", "place", "digest", "bytes", "records", "unknown", "problem", "at") SELECT n, n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'x' || n, n, n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE feed;

DELETE FROM feed WHERE space_n > 1000000;

ALTER TABLE feed ENABLE ROW LEVEL SECURITY;

ALTER TABLE feed FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON feed FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));

CREATE POLICY added ON feed FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON feed FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON feed FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE TABLE job (
    number BIGSERIAL NOT NULL,
    space_n BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    payload TEXT COLLATE "C" NOT NULL,
    priority INTEGER NOT NULL,
    due_at TEXT COLLATE "C" NOT NULL,
    every TEXT COLLATE "C",
    state TEXT COLLATE "C" NOT NULL,
    stamp BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    worker TEXT COLLATE "C",
    lease_until TEXT COLLATE "C",
    error TEXT COLLATE "C",
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (number)
);

CREATE INDEX job_due ON job (space_n, state, due_at);

CREATE UNIQUE INDEX job_key ON job (space_n, kind, key, owner);

CREATE UNIQUE INDEX job_public ON job (space_n, id);

ALTER TABLE job ALTER COLUMN "id" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "kind" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "key" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "owner" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "actor" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "payload" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "due_at" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "every" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "state" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "worker" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "lease_until" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "error" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN "created_at" SET STATISTICS 0;

ALTER TABLE job ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO job ("number", "space_n", "id", "kind", "key", "owner", "actor", "payload", "priority", "due_at", "every", "state", "stamp", "attempts", "worker", "lease_until", "error", "done", "total", "created_at") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, n, 'x' || n, 'x' || n, 'x' || n, n, n, 'x' || n, 'x' || n, 'x' || n, n, n, 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE job;

DELETE FROM job WHERE space_n > 1000000;

ALTER TABLE job ENABLE ROW LEVEL SECURITY;

ALTER TABLE job FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON job FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR EXISTS (SELECT 1 FROM conversation WHERE conversation.space_n = job.space_n AND conversation.id = job.key AND conversation.owner = job.owner OFFSET 0)));

CREATE POLICY added ON job FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON job FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON job FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE TABLE standing (
    number BIGSERIAL NOT NULL,
    space_n BIGINT NOT NULL,
    conversation_n BIGINT NOT NULL,
    message_n BIGINT,
    points TEXT COLLATE "C" NOT NULL,
    engine TEXT COLLATE "C",
    summarised INTEGER NOT NULL,
    covers TEXT COLLATE "C" NOT NULL,
    closed_at TEXT COLLATE "C",
    owner TEXT COLLATE "C" NOT NULL,
    audience TEXT COLLATE "C",
    is_personal INTEGER DEFAULT 0 NOT NULL,
    seq BIGINT NOT NULL,
    salt TEXT COLLATE "C",
    commitment TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (number)
);

CREATE UNIQUE INDEX standing_conversation ON standing (conversation_n);

ALTER TABLE standing ALTER COLUMN "points" SET STATISTICS 0;

ALTER TABLE standing ALTER COLUMN "salt" SET STATISTICS 0;

ALTER TABLE standing ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO standing ("number", "space_n", "conversation_n", "message_n", "points", "engine", "summarised", "covers", "closed_at", "owner", "audience", "is_personal", "seq", "salt", "commitment") SELECT n, n, n, CASE WHEN n % 20 = 0 THEN n END, 'x' || n, 'x' || n, n, 'x' || n, 'x' || n, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE standing;

DELETE FROM standing WHERE space_n > 1000000;

ALTER TABLE standing ENABLE ROW LEVEL SECURITY;

ALTER TABLE standing FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON standing FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR (is_personal = 0 AND (audience IS NULL OR audience = 'all' OR audience = ANY((SELECT string_to_array(current_setting('remembrancer.groups', true), E'\x1f'))::text[])))) AND ((SELECT 'raw' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));

CREATE POLICY added ON standing FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON standing FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON standing FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));
