CREATE TABLE agent (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	name TEXT NOT NULL,
	specializations TEXT NOT NULL,
	kinds TEXT NOT NULL,
	registered_by TEXT NOT NULL,
	registered_at TEXT NOT NULL,
	holder TEXT,
	held_until TEXT,
	epoch BIGINT NOT NULL,
	turn BIGINT NOT NULL,
	entries INTEGER NOT NULL,
	usage TEXT NOT NULL,
	synced_seq BIGINT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX agent_name ON agent (space_n, name);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent', 'agent_name', '12 12 1');
CREATE TABLE agent_entry (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	agent TEXT NOT NULL,
	"key" TEXT NOT NULL,
	kind TEXT,
	value TEXT NOT NULL,
	importance FLOAT NOT NULL,
	subject TEXT,
	message TEXT NOT NULL,
	is_shared INTEGER NOT NULL,
	written_turn BIGINT NOT NULL,
	used_turn BIGINT NOT NULL,
	used_at TEXT NOT NULL,
	uses INTEGER NOT NULL,
	written_at TEXT NOT NULL,
	expires_at TEXT NOT NULL,
	item_n BIGINT,
	item_version INTEGER,
	queue TEXT,
	queued_at TEXT,
	due_at TEXT,
	receivers TEXT,
	precedent TEXT,
	error TEXT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX agent_entry_item ON agent_entry (item_n) WHERE item_n IS NOT NULL;
CREATE UNIQUE INDEX agent_entry_key ON agent_entry (space_n, agent, "key");
CREATE INDEX agent_entry_queue ON agent_entry (space_n, agent, queue, written_turn) WHERE queue IS NOT NULL;
CREATE INDEX agent_entry_subject ON agent_entry (space_n, subject) WHERE subject IS NOT NULL;
CREATE INDEX agent_entry_used ON agent_entry (space_n, agent, used_turn);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_entry', 'agent_entry_key', '100000 100000 10000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_entry', 'agent_entry_used', '100000 100000 10000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_entry', 'agent_entry_queue', '1000 1000 100 50 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_entry', 'agent_entry_item', '50000 4');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_entry', 'agent_entry_subject', '50000 50000 100');
CREATE TABLE agent_update (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	agent TEXT NOT NULL,
	sender TEXT NOT NULL,
	item_n INTEGER NOT NULL,
	message TEXT NOT NULL,
	priority TEXT NOT NULL,
	relevance FLOAT NOT NULL,
	factors TEXT NOT NULL,
	precedent TEXT,
	queued_at TEXT NOT NULL,
	due_at TEXT NOT NULL,
	delivered_at TEXT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(item_n) REFERENCES item (number)
);
CREATE INDEX agent_update_inbox ON agent_update (space_n, agent, delivered_at, number);
CREATE INDEX agent_update_item ON agent_update (item_n);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_update', 'agent_update_inbox', '12000 12000 1000 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_update', 'agent_update_item', '12000 3');
CREATE TABLE agent_key (
	space_n INTEGER NOT NULL,
	"key" TEXT NOT NULL,
	agent TEXT NOT NULL,
	item_n INTEGER NOT NULL,
	seq BIGINT NOT NULL,
	PRIMARY KEY (space_n, "key", agent),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(item_n) REFERENCES item (number)
);
CREATE INDEX agent_key_item ON agent_key (item_n);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_key', 'agent_key_item', '50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('agent_key', 'sqlite_autoindex_agent_key_1', '50000 50000 2 1');
CREATE TABLE agent_queue (
	space_n INTEGER NOT NULL,
	priority TEXT NOT NULL,
	synced BIGINT NOT NULL,
	failures BIGINT NOT NULL,
	latencies TEXT NOT NULL,
	PRIMARY KEY (space_n, priority),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
ANALYZE sqlite_schema;
