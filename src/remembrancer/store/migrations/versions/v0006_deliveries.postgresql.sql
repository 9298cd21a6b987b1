-- Deliveries, as PostgreSQL is told it. Never edited: later changes are migrations of their own.

CREATE TABLE delivery (
    number BIGSERIAL NOT NULL,
    space_n BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    template TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    rights TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL,
    subject TEXT COLLATE "C",
    token_estimate INTEGER NOT NULL,
    token_budget INTEGER NOT NULL,
    withheld TEXT COLLATE "C" NOT NULL,
    given TEXT COLLATE "C" NOT NULL,
    settings TEXT COLLATE "C" NOT NULL,
    text_hash TEXT COLLATE "C",
    PRIMARY KEY (number)
);

CREATE UNIQUE INDEX delivery_public ON delivery (space_n, id);

ALTER TABLE delivery ALTER COLUMN "id" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "kind" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "template" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "owner" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "rights" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "at" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "subject" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "withheld" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "given" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "settings" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN "text_hash" SET STATISTICS 0;

CREATE TABLE delivered (
    delivery_n BIGINT NOT NULL,
    rank INTEGER NOT NULL,
    space_n BIGINT NOT NULL,
    item_n BIGINT,
    version_n BIGINT,
    message_n BIGINT,
    part TEXT COLLATE "C" NOT NULL,
    why TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (delivery_n, rank)
);

CREATE INDEX version_accepted ON version (space_n, review) WHERE review IN ('approved', 'mandatory') AND until_seq IS NULL;

CREATE INDEX delivered_item ON delivered (item_n, delivery_n) WHERE item_n IS NOT NULL;

CREATE INDEX delivered_message ON delivered (message_n) WHERE message_n IS NOT NULL;

ALTER TABLE delivered ALTER COLUMN "part" SET STATISTICS 0;

ALTER TABLE delivered ALTER COLUMN "why" SET STATISTICS 0;

ALTER TABLE delivery ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO delivery ("number", "space_n", "id", "kind", "template", "owner", "rights", "at", "position", "subject", "token_estimate", "token_budget", "withheld", "given", "settings", "text_hash") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, n, 'x' || n, n, n, 'x' || n, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE delivery;

DELETE FROM delivery WHERE space_n > 1000000;

ALTER TABLE delivered ALTER COLUMN space_n SET (n_distinct = 1);

INSERT INTO delivered ("delivery_n", "rank", "space_n", "item_n", "version_n", "message_n", "part", "why") SELECT n, n, n, n, n, CASE WHEN n % 20 = 0 THEN n END, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;

ANALYZE delivered;

DELETE FROM delivered WHERE space_n > 1000000;

ALTER TABLE delivery ENABLE ROW LEVEL SECURITY;

ALTER TABLE delivery FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON delivery FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));

CREATE POLICY added ON delivery FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON delivery FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON delivery FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

ALTER TABLE delivered ENABLE ROW LEVEL SECURITY;

ALTER TABLE delivered FORCE ROW LEVEL SECURITY;

CREATE POLICY seen ON delivered FOR SELECT USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM delivery WHERE delivery.number = delivered.delivery_n OFFSET 0)));

CREATE POLICY added ON delivered FOR INSERT WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY changed ON delivered FOR UPDATE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)) WITH CHECK (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));

CREATE POLICY removed ON delivered FOR DELETE USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint));
