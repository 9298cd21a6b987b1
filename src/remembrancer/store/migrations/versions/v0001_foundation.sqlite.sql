PRAGMA application_id = 1380794962;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE space (
	number INTEGER NOT NULL,
	uid TEXT NOT NULL,
	name TEXT NOT NULL,
	preset TEXT NOT NULL,
	overrides TEXT NOT NULL,
	"key" BLOB NOT NULL,
	created_at TEXT NOT NULL,
	archived_at TEXT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	UNIQUE (name)
);
CREATE TABLE head (
	space_n INTEGER NOT NULL,
	seq BIGINT NOT NULL,
	hash TEXT NOT NULL,
	at TEXT NOT NULL,
	documents BIGINT NOT NULL,
	tokens BIGINT NOT NULL,
	unfolded BIGINT NOT NULL,
	folded_upto BIGINT NOT NULL,
	PRIMARY KEY (space_n),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE TABLE ledger (
	space_n INTEGER NOT NULL,
	seq BIGINT NOT NULL,
	at TEXT NOT NULL,
	actor TEXT NOT NULL,
	action TEXT NOT NULL,
	target TEXT NOT NULL,
	detail TEXT DEFAULT '{}' NOT NULL,
	commitment TEXT NOT NULL,
	reason_commitment TEXT,
	hash TEXT NOT NULL,
	PRIMARY KEY (space_n, seq),
	FOREIGN KEY(space_n) REFERENCES space (number)
)
 WITHOUT ROWID;
CREATE INDEX ledger_aside ON ledger (space_n, target) WHERE action IN ('item.look', 'item.vote');
CREATE INDEX ledger_time ON ledger (space_n, at, seq);
CREATE TABLE reason (
	space_n INTEGER NOT NULL,
	seq BIGINT NOT NULL,
	text TEXT,
	salt TEXT,
	PRIMARY KEY (space_n, seq),
	FOREIGN KEY(space_n) REFERENCES space (number)
)
 WITHOUT ROWID;
CREATE TABLE item (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	owner TEXT NOT NULL,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	review TEXT DEFAULT 'not_required' NOT NULL,
	created_at TEXT NOT NULL,
	current BIGINT NOT NULL,
	same_hash TEXT,
	erased_seq BIGINT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX item_erased ON item (space_n, erased_seq) WHERE erased_seq IS NOT NULL;
CREATE UNIQUE INDEX item_id ON item (space_n, id);
CREATE INDEX item_order ON item (space_n, number);
CREATE UNIQUE INDEX item_same ON item (space_n, same_hash) WHERE same_hash IS NOT NULL;
CREATE INDEX item_waiting ON item (space_n, number) WHERE review = 'pending';
CREATE TABLE version (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	item_n INTEGER NOT NULL,
	version INTEGER DEFAULT 1 NOT NULL,
	at TEXT NOT NULL,
	until_seq BIGINT,
	document_n BIGINT,
	kind TEXT NOT NULL,
	category TEXT,
	domain TEXT,
	title TEXT,
	content TEXT,
	data TEXT DEFAULT '{}' NOT NULL,
	metadata TEXT DEFAULT '{}' NOT NULL,
	tags TEXT DEFAULT '[]' NOT NULL,
	entities TEXT DEFAULT '[]' NOT NULL,
	subject TEXT,
	lifecycle TEXT DEFAULT 'active' NOT NULL,
	review TEXT DEFAULT 'not_required' NOT NULL,
	confidence_base FLOAT DEFAULT (1.0) NOT NULL,
	confidence_subtype TEXT,
	verifier_count INTEGER DEFAULT 0 NOT NULL,
	admin_approved INTEGER DEFAULT 0 NOT NULL,
	live_confirmed INTEGER DEFAULT 0 NOT NULL,
	last_confirmed_at TEXT,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	sensitivity TEXT DEFAULT 'internal' NOT NULL,
	importance FLOAT,
	source_type TEXT NOT NULL,
	source_id TEXT,
	trust TEXT DEFAULT 'person' NOT NULL,
	valid_from TEXT,
	valid_until TEXT,
	expires_at TEXT,
	occurred_at TEXT NOT NULL,
	superseded_by TEXT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(item_n) REFERENCES item (number)
);
CREATE INDEX version_accepted ON version (space_n, review) WHERE review IN ('approved', 'mandatory') AND until_seq IS NULL;
CREATE INDEX version_active ON version (space_n, kind) WHERE superseded_by IS NULL AND until_seq IS NULL;
CREATE INDEX version_current ON version (space_n, subject, lifecycle, kind) WHERE until_seq IS NULL;
CREATE INDEX version_item ON version (item_n, seq);
CREATE INDEX version_noted ON version (space_n, kind) WHERE (substr(data, 1, 2) = '{"' OR substr(metadata, 1, 2) = '{"' OR substr(tags, 1, 2) = '["') AND until_seq IS NULL;
CREATE INDEX version_seq ON version (space_n, seq);
CREATE INDEX version_source ON version (source_type, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX version_source_id ON version (source_id) WHERE source_id IS NOT NULL;
CREATE INDEX version_superseded ON version (space_n, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE TABLE evidence (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	item_n INTEGER NOT NULL,
	source_n BIGINT,
	message_n BIGINT,
	quote TEXT,
	start INTEGER,
	"end" INTEGER,
	stance TEXT NOT NULL,
	principal TEXT,
	at TEXT NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(item_n) REFERENCES item (number)
);
CREATE INDEX evidence_item ON evidence (item_n);
CREATE INDEX evidence_message ON evidence (message_n) WHERE message_n IS NOT NULL;
CREATE INDEX evidence_seq ON evidence (space_n, seq);
CREATE INDEX evidence_source ON evidence (source_n) WHERE source_n IS NOT NULL;
CREATE TABLE source (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	type TEXT NOT NULL,
	external_id TEXT,
	content TEXT,
	owner TEXT NOT NULL,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	subject TEXT,
	trust TEXT NOT NULL,
	occurred_at TEXT NOT NULL,
	created_at TEXT NOT NULL,
	metadata TEXT NOT NULL,
	same_hash TEXT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX source_external ON source (space_n, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX source_public ON source (space_n, id);
CREATE UNIQUE INDEX source_same ON source (space_n, same_hash) WHERE same_hash IS NOT NULL;
CREATE INDEX source_seq ON source (space_n, seq);
CREATE TABLE conversation (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	subject TEXT,
	channel_id TEXT,
	title TEXT,
	owner TEXT NOT NULL,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	created_at TEXT NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	trust TEXT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX conversation_id ON conversation (space_n, id, owner);
CREATE INDEX conversation_seq ON conversation (space_n, seq);
CREATE TABLE message (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	conversation_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	channel_id TEXT,
	author_id TEXT NOT NULL,
	role TEXT NOT NULL,
	content TEXT,
	timestamp TEXT NOT NULL,
	tool_calls TEXT NOT NULL,
	owner TEXT NOT NULL,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	subject TEXT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	trust TEXT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(conversation_n) REFERENCES conversation (number)
);
CREATE INDEX message_channel ON message (space_n, channel_id, timestamp);
CREATE UNIQUE INDEX message_id ON message (space_n, conversation_n, id, owner);
CREATE INDEX message_order ON message (conversation_n, number);
CREATE INDEX message_seq ON message (space_n, seq);
CREATE TABLE standing (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	conversation_n INTEGER NOT NULL,
	message_n BIGINT,
	points TEXT NOT NULL,
	engine TEXT,
	summarised INTEGER NOT NULL,
	covers TEXT NOT NULL,
	closed_at TEXT,
	owner TEXT NOT NULL,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	revoked_seq BIGINT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(conversation_n) REFERENCES conversation (number)
);
CREATE UNIQUE INDEX standing_conversation ON standing (space_n, conversation_n);
CREATE TABLE entity (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	kind TEXT NOT NULL,
	name TEXT NOT NULL,
	external_id TEXT,
	attrs TEXT NOT NULL,
	owner TEXT NOT NULL,
	audience TEXT,
	is_personal INTEGER DEFAULT 0 NOT NULL,
	created_at TEXT NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX entity_name ON entity (space_n, name);
CREATE UNIQUE INDEX entity_public ON entity (space_n, id);
CREATE INDEX entity_seq ON entity (space_n, seq);
CREATE TABLE relation (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	type TEXT NOT NULL,
	source TEXT NOT NULL,
	target TEXT NOT NULL,
	confidence FLOAT NOT NULL,
	attrs TEXT NOT NULL,
	owner TEXT NOT NULL,
	observed_at TEXT NOT NULL,
	created_at TEXT NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX relation_public ON relation (space_n, id);
CREATE INDEX relation_seq ON relation (space_n, seq);
CREATE INDEX relation_source ON relation (space_n, source);
CREATE INDEX relation_target ON relation (space_n, target);
CREATE TABLE vote (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	item_n INTEGER NOT NULL,
	principal TEXT NOT NULL,
	value INTEGER NOT NULL,
	at TEXT NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(item_n) REFERENCES item (number)
);
CREATE UNIQUE INDEX vote_pair ON vote (space_n, item_n, principal);
CREATE TABLE person (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	name TEXT NOT NULL,
	kind TEXT NOT NULL,
	email TEXT,
	roles TEXT NOT NULL,
	groups TEXT NOT NULL,
	notes_path TEXT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX person_name ON person (space_n, name);
CREATE TABLE erased (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	place TEXT NOT NULL,
	row_commitment TEXT NOT NULL,
	husk TEXT,
	same_origin TEXT,
	seq BIGINT NOT NULL,
	salt TEXT,
	commitment TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX erased_origin ON erased (space_n, same_origin) WHERE same_origin IS NOT NULL;
CREATE INDEX erased_position ON erased (space_n, seq);
CREATE UNIQUE INDEX erased_row ON erased (space_n, row_commitment);
CREATE TABLE document (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	item_n BIGINT,
	message_n BIGINT,
	subject TEXT,
	tokens TEXT,
	length INTEGER NOT NULL,
	is_counted INTEGER NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX document_item ON document (item_n);
CREATE INDEX document_message ON document (message_n) WHERE message_n IS NOT NULL;
CREATE INDEX document_space ON document (space_n, number);
CREATE TABLE term (
	space_n INTEGER NOT NULL,
	term TEXT NOT NULL,
	documents BIGINT NOT NULL,
	PRIMARY KEY (space_n, term),
	FOREIGN KEY(space_n) REFERENCES space (number)
)
 WITHOUT ROWID;
CREATE TABLE vector (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	document_n INTEGER NOT NULL,
	model TEXT NOT NULL,
	part INTEGER NOT NULL,
	vector BLOB NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(document_n) REFERENCES document (number)
);
CREATE UNIQUE INDEX vector_document ON vector (space_n, document_n, model, part);
CREATE INDEX vector_order ON vector (space_n, model, number);
CREATE TABLE embedded (
	space_n INTEGER NOT NULL,
	model TEXT NOT NULL,
	upto BIGINT NOT NULL,
	PRIMARY KEY (space_n, model),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE TABLE job (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	kind TEXT NOT NULL,
	"key" TEXT NOT NULL,
	owner TEXT NOT NULL,
	actor TEXT NOT NULL,
	payload TEXT NOT NULL,
	priority INTEGER NOT NULL,
	due_at TEXT NOT NULL,
	every TEXT,
	state TEXT NOT NULL,
	stamp BIGINT NOT NULL,
	attempts INTEGER NOT NULL,
	worker TEXT,
	lease_until TEXT,
	error TEXT,
	done BIGINT NOT NULL,
	total BIGINT NOT NULL,
	created_at TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX job_due ON job (space_n, state, due_at);
CREATE UNIQUE INDEX job_key ON job (space_n, kind, "key", owner);
CREATE UNIQUE INDEX job_public ON job (space_n, id);
CREATE TABLE feed (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	owner TEXT NOT NULL,
	kind TEXT NOT NULL,
	name TEXT NOT NULL,
	place TEXT NOT NULL,
	digest TEXT NOT NULL,
	bytes BIGINT NOT NULL,
	records BIGINT NOT NULL,
	unknown BIGINT NOT NULL,
	problem TEXT,
	at TEXT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX feed_name ON feed (space_n, owner, kind, name);
CREATE TABLE walk (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	owner TEXT NOT NULL,
	at TEXT NOT NULL,
	tool TEXT NOT NULL,
	session TEXT,
	subject TEXT,
	"query" TEXT,
	shape TEXT,
	is_reported INTEGER NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX walk_order ON walk (space_n, number);
CREATE UNIQUE INDEX walk_public ON walk (space_n, id);
CREATE INDEX walk_session ON walk (space_n, session, number) WHERE session IS NOT NULL;
CREATE TABLE walk_hit (
	space_n INTEGER NOT NULL,
	walk_n INTEGER NOT NULL,
	rank INTEGER NOT NULL,
	item_n BIGINT,
	message_n BIGINT,
	is_used INTEGER NOT NULL,
	PRIMARY KEY (space_n, walk_n, rank),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(walk_n) REFERENCES walk (number)
);
CREATE INDEX walk_hit_item ON walk_hit (item_n) WHERE item_n IS NOT NULL;
CREATE INDEX walk_hit_message ON walk_hit (message_n) WHERE message_n IS NOT NULL;
CREATE TABLE delivery (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	kind TEXT NOT NULL,
	template TEXT NOT NULL,
	owner TEXT NOT NULL,
	rights TEXT NOT NULL,
	at TEXT NOT NULL,
	position BIGINT NOT NULL,
	subject TEXT,
	token_estimate INTEGER NOT NULL,
	token_budget INTEGER NOT NULL,
	withheld TEXT NOT NULL,
	given TEXT NOT NULL,
	settings TEXT NOT NULL,
	text_hash TEXT,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX delivery_public ON delivery (space_n, id);
CREATE TABLE delivered (
	space_n INTEGER NOT NULL,
	delivery_n INTEGER NOT NULL,
	rank INTEGER NOT NULL,
	item_n BIGINT,
	version_n BIGINT,
	message_n BIGINT,
	part TEXT NOT NULL,
	why TEXT NOT NULL,
	PRIMARY KEY (space_n, delivery_n, rank),
	FOREIGN KEY(space_n) REFERENCES space (number),
	FOREIGN KEY(delivery_n) REFERENCES delivery (number)
);
CREATE INDEX delivered_item ON delivered (item_n, delivery_n) WHERE item_n IS NOT NULL;
CREATE INDEX delivered_message ON delivered (message_n) WHERE message_n IS NOT NULL;
CREATE TABLE signing_key (
	number INTEGER NOT NULL,
	kid TEXT NOT NULL,
	secret BLOB NOT NULL,
	created_at TEXT NOT NULL,
	verifies_until TEXT,
	PRIMARY KEY (number)
);
CREATE UNIQUE INDEX signing_key_name ON signing_key (kid);
CREATE TABLE token (
	number INTEGER NOT NULL,
	space_n INTEGER NOT NULL,
	id TEXT NOT NULL,
	principal TEXT NOT NULL,
	kid TEXT NOT NULL,
	issued_by TEXT NOT NULL,
	issued_at TEXT NOT NULL,
	expires_at TEXT NOT NULL,
	revoked_at TEXT,
	note TEXT,
	seq BIGINT NOT NULL,
	PRIMARY KEY (number),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE UNIQUE INDEX token_public ON token (space_n, id);
CREATE TABLE kept_answer (
	space_n INTEGER NOT NULL,
	principal TEXT NOT NULL,
	key_hash TEXT NOT NULL,
	body_hash TEXT NOT NULL,
	attempt TEXT NOT NULL,
	status INTEGER,
	answer TEXT,
	names TEXT NOT NULL,
	at TEXT NOT NULL,
	PRIMARY KEY (space_n, principal, key_hash),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE INDEX kept_answer_age ON kept_answer (space_n, at);
CREATE TABLE idempotency (
	space_n INTEGER NOT NULL,
	principal TEXT NOT NULL,
	operation TEXT NOT NULL,
	"key" TEXT NOT NULL,
	body_hash TEXT NOT NULL,
	answer TEXT NOT NULL,
	at TEXT NOT NULL,
	PRIMARY KEY (space_n, principal, operation, "key"),
	FOREIGN KEY(space_n) REFERENCES space (number)
);
CREATE VIRTUAL TABLE search USING fts5(words, content='', detail=none, tokenize='ascii', columnsize=0);
ANALYZE;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('ledger', 'sqlite_autoindex_ledger_1', '200000 200000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('ledger', 'ledger_time', '200000 200000 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('ledger', 'ledger_aside', '1000 1000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('reason', 'sqlite_autoindex_reason_1', '20000 20000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_id', '100000 100000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_order', '100000 100000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_waiting', '200 200 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('item', 'item_erased', '1000 1000 10');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_item', '150000 2 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_seq', '150000 150000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_current', '100000 100000 100 80 40');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_active', '90000 90000 30000');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_source', '20000 5000 5');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_source_id', '20000 5');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_accepted', '2000 2000 1000');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_noted', '5000 5000 1000');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('version', 'version_superseded', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_item', '100000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_source', '50000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_message', '50000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('evidence', 'evidence_seq', '100000 100000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('source', 'source_public', '50000 50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('source', 'source_seq', '50000 50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('source', 'source_external', '20000 20000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('conversation', 'conversation_id', '2000 2000 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('conversation', 'conversation_seq', '2000 2000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_id', '100000 100000 50 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_channel', '100000 100000 1000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_seq', '100000 100000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('message', 'message_order', '100000 50 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('standing', 'standing_conversation', '2000 2000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entity', 'entity_name', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vote', 'vote_pair', '5000 5000 3 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('erased', 'erased_row', '5000 5000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('erased', 'erased_position', '5000 5000 50');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('erased', 'erased_origin', '500 500 5');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('document', 'document_space', '250000 250000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('document', 'document_item', '250000 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('document', 'document_message', '100000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('term', 'sqlite_autoindex_term_1', '20000 20000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vector', 'vector_document', '250000 250000 1 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vector', 'vector_order', '250000 250000 250000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('job', 'job_public', '1000 1000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('job', 'job_key', '1000 1000 300 1 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('job', 'job_due', '1000 1000 500 2');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('feed', 'feed_name', '2000 2000 200 100 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk', 'walk_public', '50000 50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk', 'walk_order', '50000 50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk', 'walk_session', '20000 20000 20 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk_hit', 'sqlite_autoindex_walk_hit_1', '500000 500000 10 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk_hit', 'walk_hit_item', '300000 10');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('walk_hit', 'walk_hit_message', '200000 10');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivery', 'delivery_public', '50000 50000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivered', 'sqlite_autoindex_delivered_1', '1000000 1000000 20 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivered', 'delivered_item', '900000 100 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('delivered', 'delivered_message', '100000 10');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('signing_key', 'signing_key_name', '2 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('token', 'token_public', '1000 1000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('kept_answer', 'kept_answer_age', '10000 10000 1');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('kept_answer', 'sqlite_autoindex_kept_answer_1', '10000 10000 1000 1');
ANALYZE sqlite_schema;
