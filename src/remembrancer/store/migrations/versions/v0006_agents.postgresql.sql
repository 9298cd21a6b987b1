CREATE TABLE agent (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	name TEXT COLLATE "C" NOT NULL,
	specializations TEXT COLLATE "C" NOT NULL,
	kinds TEXT COLLATE "C" NOT NULL,
	registered_by TEXT COLLATE "C" NOT NULL,
	registered_at TEXT COLLATE "C" NOT NULL,
	holder TEXT COLLATE "C",
	held_until TEXT COLLATE "C",
	epoch BIGINT NOT NULL,
	turn BIGINT NOT NULL,
	entries INTEGER NOT NULL,
	usage TEXT COLLATE "C" NOT NULL,
	synced_seq BIGINT NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX agent_name ON agent (space_n, name);
ALTER TABLE agent ALTER COLUMN "name" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN "specializations" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN "kinds" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN "registered_by" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN "registered_at" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN "holder" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN "held_until" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN "usage" SET STATISTICS 0;
ALTER TABLE agent ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO agent ("number", "space_n", "name", "specializations", "kinds", "registered_by", "registered_at", "holder", "held_until", "epoch", "turn", "entries", "usage", "synced_seq") SELECT n, n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, n, n, n, 'x' || n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE agent;
DELETE FROM agent WHERE space_n > 1000000;
ALTER TABLE agent ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON agent FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY added ON agent FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON agent FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON agent FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE agent_entry (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	agent TEXT COLLATE "C" NOT NULL,
	key TEXT COLLATE "C" NOT NULL,
	kind TEXT COLLATE "C",
	value TEXT COLLATE "C" NOT NULL,
	importance FLOAT NOT NULL,
	subject TEXT COLLATE "C",
	message TEXT COLLATE "C" NOT NULL,
	is_shared INTEGER NOT NULL,
	written_turn BIGINT NOT NULL,
	used_turn BIGINT NOT NULL,
	used_at TEXT COLLATE "C" NOT NULL,
	uses INTEGER NOT NULL,
	written_at TEXT COLLATE "C" NOT NULL,
	expires_at TEXT COLLATE "C" NOT NULL,
	item_n BIGINT,
	item_version INTEGER,
	queue TEXT COLLATE "C",
	queued_at TEXT COLLATE "C",
	due_at TEXT COLLATE "C",
	receivers TEXT COLLATE "C",
	precedent TEXT COLLATE "C",
	error TEXT COLLATE "C",
	PRIMARY KEY (space_n, number)
);
CREATE INDEX agent_entry_item ON agent_entry (item_n) WHERE item_n IS NOT NULL;
CREATE UNIQUE INDEX agent_entry_key ON agent_entry (space_n, agent, key);
CREATE INDEX agent_entry_queue ON agent_entry (space_n, agent, queue, written_turn) WHERE queue IS NOT NULL;
CREATE INDEX agent_entry_subject ON agent_entry (space_n, subject) WHERE subject IS NOT NULL;
CREATE INDEX agent_entry_used ON agent_entry (space_n, agent, used_turn);
ALTER TABLE agent_entry ALTER COLUMN "agent" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "key" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "kind" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "value" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "subject" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "message" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "used_at" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "written_at" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "expires_at" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "queue" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "queued_at" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "due_at" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "receivers" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "precedent" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN "error" SET STATISTICS 0;
ALTER TABLE agent_entry ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO agent_entry ("number", "space_n", "agent", "key", "kind", "value", "importance", "subject", "message", "is_shared", "written_turn", "used_turn", "used_at", "uses", "written_at", "expires_at", "item_n", "item_version", "queue", "queued_at", "due_at", "receivers", "precedent", "error") SELECT n, n, 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'x' || n, n, 'x' || n, 'k' || (n % 5), n, n, n, 'x' || n, n, 'x' || n, 'x' || n, n, CASE WHEN n % 20 = 0 THEN n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END FROM generate_series(1000001, 1000100) AS n;
ANALYZE agent_entry;
DELETE FROM agent_entry WHERE space_n > 1000000;
ALTER TABLE agent_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON agent_entry FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (agent = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'erasing') > 0 OR strpos(current_setting('remembrancer.rights', true), 'syncing') > 0));
CREATE POLICY added ON agent_entry FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON agent_entry FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON agent_entry FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE agent_update (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	agent TEXT COLLATE "C" NOT NULL,
	sender TEXT COLLATE "C" NOT NULL,
	item_n BIGINT NOT NULL,
	message TEXT COLLATE "C" NOT NULL,
	priority TEXT COLLATE "C" NOT NULL,
	relevance FLOAT NOT NULL,
	factors TEXT COLLATE "C" NOT NULL,
	precedent TEXT COLLATE "C",
	queued_at TEXT COLLATE "C" NOT NULL,
	due_at TEXT COLLATE "C" NOT NULL,
	delivered_at TEXT COLLATE "C",
	PRIMARY KEY (space_n, number)
);
CREATE INDEX agent_update_inbox ON agent_update (space_n, agent, delivered_at, number);
CREATE INDEX agent_update_item ON agent_update (item_n);
ALTER TABLE agent_update ALTER COLUMN "agent" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "sender" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "message" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "priority" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "factors" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "precedent" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "queued_at" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "due_at" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN "delivered_at" SET STATISTICS 0;
ALTER TABLE agent_update ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO agent_update ("number", "space_n", "agent", "sender", "item_n", "message", "priority", "relevance", "factors", "precedent", "queued_at", "due_at", "delivered_at") SELECT n, n, 'k' || (n % 5), 'k' || (n % 5), n, 'k' || (n % 5), 'k' || (n % 5), n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE agent_update;
DELETE FROM agent_update WHERE space_n > 1000000;
ALTER TABLE agent_update ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_update FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON agent_update FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (agent = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'erasing') > 0 OR strpos(current_setting('remembrancer.rights', true), 'syncing') > 0));
CREATE POLICY added ON agent_update FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON agent_update FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON agent_update FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE agent_key (
	space_n BIGINT NOT NULL,
	key TEXT COLLATE "C" NOT NULL,
	agent TEXT COLLATE "C" NOT NULL,
	item_n BIGINT NOT NULL,
	seq BIGINT NOT NULL,
	PRIMARY KEY (space_n, key, agent)
);
CREATE INDEX agent_key_item ON agent_key (item_n);
ALTER TABLE agent_key ALTER COLUMN "key" SET STATISTICS 0;
ALTER TABLE agent_key ALTER COLUMN "agent" SET STATISTICS 0;
ALTER TABLE agent_key ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO agent_key ("space_n", "key", "agent", "item_n", "seq") SELECT n, 'x' || n, 'k' || (n % 5), n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE agent_key;
DELETE FROM agent_key WHERE space_n > 1000000;
ALTER TABLE agent_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_key FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON agent_key FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (agent = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'erasing') > 0 OR strpos(current_setting('remembrancer.rights', true), 'syncing') > 0 OR EXISTS (SELECT 1 FROM item WHERE item.space_n = agent_key.space_n AND item.number = agent_key.item_n OFFSET 0)));
CREATE POLICY added ON agent_key FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON agent_key FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON agent_key FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE agent_queue (
	space_n BIGINT NOT NULL,
	priority TEXT COLLATE "C" NOT NULL,
	synced BIGINT NOT NULL,
	failures BIGINT NOT NULL,
	latencies TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, priority)
);
ALTER TABLE agent_queue ALTER COLUMN "priority" SET STATISTICS 0;
ALTER TABLE agent_queue ALTER COLUMN "latencies" SET STATISTICS 0;
ALTER TABLE agent_queue ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO agent_queue ("space_n", "priority", "synced", "failures", "latencies") SELECT n, 'x' || n, n, n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE agent_queue;
DELETE FROM agent_queue WHERE space_n > 1000000;
ALTER TABLE agent_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_queue FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON agent_queue FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY added ON agent_queue FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON agent_queue FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON agent_queue FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
