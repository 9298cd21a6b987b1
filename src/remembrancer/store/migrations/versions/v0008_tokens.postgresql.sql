-- Bearer tokens, as PostgreSQL is told it. Never edited: later changes are migrations of their own.

CREATE TABLE signing_key (
    number BIGSERIAL NOT NULL,
    kid TEXT COLLATE "C" NOT NULL,
    secret BYTEA NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    verifies_until TEXT COLLATE "C",
    PRIMARY KEY (number)
);

CREATE UNIQUE INDEX signing_key_name ON signing_key (kid);

ALTER TABLE signing_key ALTER COLUMN "kid" SET STATISTICS 0;

ALTER TABLE signing_key ALTER COLUMN "secret" SET STATISTICS 0;

ALTER TABLE signing_key ALTER COLUMN "created_at" SET STATISTICS 0;

ALTER TABLE signing_key ALTER COLUMN "verifies_until" SET STATISTICS 0;

CREATE TABLE token (
    number BIGSERIAL NOT NULL,
    space_n BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    principal TEXT COLLATE "C" NOT NULL,
    kid TEXT COLLATE "C" NOT NULL,
    issued_by TEXT COLLATE "C" NOT NULL,
    issued_at TEXT COLLATE "C" NOT NULL,
    expires_at TEXT COLLATE "C" NOT NULL,
    revoked_at TEXT COLLATE "C",
    note TEXT COLLATE "C",
    seq BIGINT NOT NULL,
    PRIMARY KEY (number)
);

CREATE UNIQUE INDEX token_public ON token (space_n, id);

ALTER TABLE token ALTER COLUMN "id" SET STATISTICS 0;

ALTER TABLE token ALTER COLUMN "principal" SET STATISTICS 0;

ALTER TABLE token ALTER COLUMN "kid" SET STATISTICS 0;

ALTER TABLE token ALTER COLUMN "issued_by" SET STATISTICS 0;

ALTER TABLE token ALTER COLUMN "issued_at" SET STATISTICS 0;

ALTER TABLE token ALTER COLUMN "expires_at" SET STATISTICS 0;

ALTER TABLE token ALTER COLUMN "revoked_at" SET STATISTICS 0;

ALTER TABLE token ALTER COLUMN "note" SET STATISTICS 0;

INSERT INTO signing_key ("number", "kid", "secret", "created_at", "verifies_until") SELECT n, 'x' || n, '\x00'::bytea, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE signing_key;

DELETE FROM signing_key WHERE number > 1000000;

ALTER TABLE token ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO token ("number", "space_n", "id", "principal", "kid", "issued_by", "issued_at", "expires_at", "revoked_at", "note", "seq") SELECT n, n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, n FROM generate_series(1000001, 1000100) AS n;

ANALYZE token;

DELETE FROM token WHERE space_n > 1000000;

ALTER TABLE signing_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE signing_key FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON signing_key FOR SELECT USING ((SELECT 'door' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))));

CREATE POLICY added ON signing_key FOR INSERT WITH CHECK ((SELECT 'door' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))));

CREATE POLICY changed ON signing_key FOR UPDATE USING ((SELECT 'door' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' ')))) WITH CHECK ((SELECT 'door' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))));

CREATE POLICY removed ON signing_key FOR DELETE USING ((SELECT 'door' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))));

ALTER TABLE token ENABLE ROW LEVEL SECURITY;

ALTER TABLE token FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON token FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR principal = (SELECT current_setting('remembrancer.viewer', true))));

CREATE POLICY added ON token FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON token FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON token FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));
