CREATE SEQUENCE row_number START 1 MINVALUE 1;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE space (
	number BIGSERIAL NOT NULL,
	uid TEXT COLLATE "C" NOT NULL,
	name TEXT COLLATE "C" NOT NULL,
	preset TEXT COLLATE "C" NOT NULL,
	overrides TEXT COLLATE "C" NOT NULL,
	key BYTEA NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	archived_at TEXT COLLATE "C",
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (number),
	UNIQUE (name)
);
ALTER TABLE space ALTER COLUMN "name" SET STATISTICS 0;
ALTER TABLE space ALTER COLUMN "overrides" SET STATISTICS 0;
ALTER TABLE space ALTER COLUMN "key" SET STATISTICS 0;
ALTER TABLE space ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE head (
	space_n BIGINT NOT NULL,
	seq BIGINT NOT NULL,
	hash TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	documents BIGINT NOT NULL,
	tokens BIGINT NOT NULL,
	unfolded BIGINT NOT NULL,
	folded_upto BIGINT NOT NULL,
	PRIMARY KEY (space_n)
);
CREATE TABLE ledger (
	space_n BIGINT NOT NULL,
	seq BIGINT NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	actor TEXT COLLATE "C" NOT NULL,
	action TEXT COLLATE "C" NOT NULL,
	target TEXT COLLATE "C" NOT NULL,
	detail TEXT COLLATE "C" DEFAULT '{}' NOT NULL,
	commitment TEXT COLLATE "C" NOT NULL,
	reason_commitment TEXT COLLATE "C",
	hash TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, seq)
);
CREATE INDEX ledger_aside ON ledger (space_n, target) WHERE action IN ('item.look', 'item.vote');
CREATE INDEX ledger_time ON ledger (space_n, at, seq);
CREATE TABLE reason (
	space_n BIGINT NOT NULL,
	seq BIGINT NOT NULL,
	text TEXT COLLATE "C",
	salt TEXT COLLATE "C",
	PRIMARY KEY (space_n, seq)
);
ALTER TABLE reason ALTER COLUMN "text" SET STATISTICS 0;
ALTER TABLE reason ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE item (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	owner TEXT COLLATE "C" NOT NULL,
	audience TEXT COLLATE "C",
	is_personal INTEGER DEFAULT 0 NOT NULL,
	review TEXT COLLATE "C" DEFAULT 'not_required' NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	current BIGINT NOT NULL,
	same_hash TEXT COLLATE "C",
	erased_seq BIGINT,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX item_erased ON item (space_n, erased_seq) WHERE erased_seq IS NOT NULL;
CREATE UNIQUE INDEX item_id ON item (space_n, id);
CREATE UNIQUE INDEX item_same ON item (space_n, same_hash) WHERE same_hash IS NOT NULL;
CREATE INDEX item_waiting ON item (space_n, number) WHERE review = 'pending';
ALTER TABLE item ALTER COLUMN "same_hash" SET STATISTICS 0;
CREATE TABLE version (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	item_n BIGINT NOT NULL,
	version INTEGER DEFAULT 1 NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	until_seq BIGINT,
	document_n BIGINT,
	kind TEXT COLLATE "C" NOT NULL,
	category TEXT COLLATE "C",
	domain TEXT COLLATE "C",
	title TEXT COLLATE "C",
	content TEXT COLLATE "C",
	data TEXT COLLATE "C" DEFAULT '{}' NOT NULL,
	metadata TEXT COLLATE "C" DEFAULT '{}' NOT NULL,
	tags TEXT COLLATE "C" DEFAULT '[]' NOT NULL,
	entities TEXT COLLATE "C" DEFAULT '[]' NOT NULL,
	subject TEXT COLLATE "C",
	lifecycle TEXT COLLATE "C" DEFAULT 'active' NOT NULL,
	review TEXT COLLATE "C" DEFAULT 'not_required' NOT NULL,
	confidence_base FLOAT DEFAULT 1.0 NOT NULL,
	confidence_subtype TEXT COLLATE "C",
	verifier_count INTEGER DEFAULT 0 NOT NULL,
	admin_approved INTEGER DEFAULT 0 NOT NULL,
	live_confirmed INTEGER DEFAULT 0 NOT NULL,
	last_confirmed_at TEXT COLLATE "C",
	audience TEXT COLLATE "C",
	is_personal INTEGER DEFAULT 0 NOT NULL,
	sensitivity TEXT COLLATE "C" DEFAULT 'internal' NOT NULL,
	importance FLOAT,
	source_type TEXT COLLATE "C" NOT NULL,
	source_id TEXT COLLATE "C",
	trust TEXT COLLATE "C" DEFAULT 'person' NOT NULL,
	valid_from TEXT COLLATE "C",
	valid_until TEXT COLLATE "C",
	expires_at TEXT COLLATE "C",
	occurred_at TEXT COLLATE "C" NOT NULL,
	superseded_by TEXT COLLATE "C",
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
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
ALTER TABLE version ALTER COLUMN "category" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "domain" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "title" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "content" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "data" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "metadata" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "tags" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "entities" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "subject" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "source_id" SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE evidence (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	item_n BIGINT NOT NULL,
	source_n BIGINT,
	message_n BIGINT,
	quote TEXT COLLATE "C",
	start INTEGER,
	"end" INTEGER,
	stance TEXT COLLATE "C" NOT NULL,
	principal TEXT COLLATE "C",
	at TEXT COLLATE "C" NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX evidence_item ON evidence (item_n);
CREATE INDEX evidence_message ON evidence (message_n) WHERE message_n IS NOT NULL;
CREATE INDEX evidence_seq ON evidence (space_n, seq);
CREATE INDEX evidence_source ON evidence (source_n) WHERE source_n IS NOT NULL;
ALTER TABLE evidence ALTER COLUMN "quote" SET STATISTICS 0;
ALTER TABLE evidence ALTER COLUMN "principal" SET STATISTICS 0;
ALTER TABLE evidence ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE source (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	type TEXT COLLATE "C" NOT NULL,
	external_id TEXT COLLATE "C",
	content TEXT COLLATE "C",
	owner TEXT COLLATE "C" NOT NULL,
	audience TEXT COLLATE "C",
	is_personal INTEGER DEFAULT 0 NOT NULL,
	subject TEXT COLLATE "C",
	trust TEXT COLLATE "C" NOT NULL,
	occurred_at TEXT COLLATE "C" NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	metadata TEXT COLLATE "C" NOT NULL,
	same_hash TEXT COLLATE "C",
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX source_external ON source (space_n, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX source_public ON source (space_n, id);
CREATE UNIQUE INDEX source_same ON source (space_n, same_hash) WHERE same_hash IS NOT NULL;
CREATE INDEX source_seq ON source (space_n, seq);
ALTER TABLE source ALTER COLUMN "external_id" SET STATISTICS 0;
ALTER TABLE source ALTER COLUMN "content" SET STATISTICS 0;
ALTER TABLE source ALTER COLUMN "subject" SET STATISTICS 0;
ALTER TABLE source ALTER COLUMN "metadata" SET STATISTICS 0;
ALTER TABLE source ALTER COLUMN "same_hash" SET STATISTICS 0;
ALTER TABLE source ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE conversation (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	subject TEXT COLLATE "C",
	channel_id TEXT COLLATE "C",
	title TEXT COLLATE "C",
	owner TEXT COLLATE "C" NOT NULL,
	audience TEXT COLLATE "C",
	is_personal INTEGER DEFAULT 0 NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	trust TEXT COLLATE "C",
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX conversation_id ON conversation (space_n, id, owner);
CREATE INDEX conversation_seq ON conversation (space_n, seq);
ALTER TABLE conversation ALTER COLUMN "subject" SET STATISTICS 0;
ALTER TABLE conversation ALTER COLUMN "channel_id" SET STATISTICS 0;
ALTER TABLE conversation ALTER COLUMN "title" SET STATISTICS 0;
ALTER TABLE conversation ALTER COLUMN "salt" SET STATISTICS 0;
ALTER TABLE conversation ALTER COLUMN "trust" SET STATISTICS 0;
CREATE TABLE message (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	conversation_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	channel_id TEXT COLLATE "C",
	author_id TEXT COLLATE "C" NOT NULL,
	role TEXT COLLATE "C" NOT NULL,
	content TEXT COLLATE "C",
	timestamp TEXT COLLATE "C" NOT NULL,
	tool_calls TEXT COLLATE "C" NOT NULL,
	owner TEXT COLLATE "C" NOT NULL,
	audience TEXT COLLATE "C",
	is_personal INTEGER DEFAULT 0 NOT NULL,
	subject TEXT COLLATE "C",
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	trust TEXT COLLATE "C",
	PRIMARY KEY (space_n, number)
);
CREATE INDEX message_channel ON message (space_n, channel_id, timestamp);
CREATE UNIQUE INDEX message_id ON message (space_n, conversation_n, id, owner);
CREATE INDEX message_order ON message (conversation_n, number);
CREATE INDEX message_seq ON message (space_n, seq);
ALTER TABLE message ALTER COLUMN "channel_id" SET STATISTICS 0;
ALTER TABLE message ALTER COLUMN "author_id" SET STATISTICS 0;
ALTER TABLE message ALTER COLUMN "content" SET STATISTICS 0;
ALTER TABLE message ALTER COLUMN "tool_calls" SET STATISTICS 0;
ALTER TABLE message ALTER COLUMN "subject" SET STATISTICS 0;
ALTER TABLE message ALTER COLUMN "salt" SET STATISTICS 0;
ALTER TABLE message ALTER COLUMN "trust" SET STATISTICS 0;
CREATE TABLE standing (
	number BIGINT NOT NULL,
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
	revoked_seq BIGINT,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX standing_conversation ON standing (space_n, conversation_n);
ALTER TABLE standing ALTER COLUMN "points" SET STATISTICS 0;
ALTER TABLE standing ALTER COLUMN "salt" SET STATISTICS 0;
ALTER TABLE standing ALTER COLUMN "revoked_seq" SET STATISTICS 0;
CREATE TABLE entity (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	name TEXT COLLATE "C" NOT NULL,
	external_id TEXT COLLATE "C",
	attrs TEXT COLLATE "C" NOT NULL,
	owner TEXT COLLATE "C" NOT NULL,
	audience TEXT COLLATE "C",
	is_personal INTEGER DEFAULT 0 NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX entity_name ON entity (space_n, name);
CREATE UNIQUE INDEX entity_public ON entity (space_n, id);
CREATE INDEX entity_seq ON entity (space_n, seq);
ALTER TABLE entity ALTER COLUMN "name" SET STATISTICS 0;
ALTER TABLE entity ALTER COLUMN "external_id" SET STATISTICS 0;
ALTER TABLE entity ALTER COLUMN "attrs" SET STATISTICS 0;
ALTER TABLE entity ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE relation (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	type TEXT COLLATE "C" NOT NULL,
	source TEXT COLLATE "C" NOT NULL,
	target TEXT COLLATE "C" NOT NULL,
	confidence FLOAT NOT NULL,
	attrs TEXT COLLATE "C" NOT NULL,
	owner TEXT COLLATE "C" NOT NULL,
	observed_at TEXT COLLATE "C" NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX relation_public ON relation (space_n, id);
CREATE INDEX relation_seq ON relation (space_n, seq);
CREATE INDEX relation_source ON relation (space_n, source);
CREATE INDEX relation_target ON relation (space_n, target);
ALTER TABLE relation ALTER COLUMN "attrs" SET STATISTICS 0;
ALTER TABLE relation ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE vote (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	item_n BIGINT NOT NULL,
	principal TEXT COLLATE "C" NOT NULL,
	value INTEGER NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX vote_pair ON vote (space_n, item_n, principal);
ALTER TABLE vote ALTER COLUMN "principal" SET STATISTICS 0;
ALTER TABLE vote ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE person (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	name TEXT COLLATE "C" NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	email TEXT COLLATE "C",
	roles TEXT COLLATE "C" NOT NULL,
	groups TEXT COLLATE "C" NOT NULL,
	notes_path TEXT COLLATE "C",
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX person_name ON person (space_n, name);
ALTER TABLE person ALTER COLUMN "name" SET STATISTICS 0;
ALTER TABLE person ALTER COLUMN "email" SET STATISTICS 0;
ALTER TABLE person ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE erased (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	place TEXT COLLATE "C" NOT NULL,
	row_commitment TEXT COLLATE "C" NOT NULL,
	husk TEXT COLLATE "C",
	same_origin TEXT COLLATE "C",
	seq BIGINT NOT NULL,
	salt TEXT COLLATE "C",
	commitment TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX erased_origin ON erased (space_n, same_origin) WHERE same_origin IS NOT NULL;
CREATE INDEX erased_position ON erased (space_n, seq);
CREATE UNIQUE INDEX erased_row ON erased (space_n, row_commitment);
ALTER TABLE erased ALTER COLUMN "salt" SET STATISTICS 0;
CREATE TABLE document (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	item_n BIGINT,
	message_n BIGINT,
	subject TEXT COLLATE "C",
	tokens TEXT COLLATE "C",
	length INTEGER NOT NULL,
	is_counted INTEGER NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE INDEX document_item ON document (item_n);
CREATE INDEX document_message ON document (message_n) WHERE message_n IS NOT NULL;
ALTER TABLE document ALTER COLUMN "subject" SET STATISTICS 0;
ALTER TABLE document ALTER COLUMN "tokens" SET STATISTICS 0;
CREATE TABLE term (
	space_n BIGINT NOT NULL,
	term TEXT COLLATE "C" NOT NULL,
	documents BIGINT NOT NULL,
	PRIMARY KEY (space_n, term)
);
ALTER TABLE term ALTER COLUMN "term" SET STATISTICS 0;
CREATE TABLE vector (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	document_n BIGINT NOT NULL,
	model TEXT COLLATE "C" NOT NULL,
	part INTEGER NOT NULL,
	vector public.vector NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX vector_document ON vector (space_n, document_n, model, part);
CREATE INDEX vector_order ON vector (space_n, model, number);
ALTER TABLE vector ALTER COLUMN "model" SET STATISTICS 0;
ALTER TABLE vector ALTER COLUMN "vector" SET STATISTICS 0;
CREATE TABLE embedded (
	space_n BIGINT NOT NULL,
	model TEXT COLLATE "C" NOT NULL,
	upto BIGINT NOT NULL,
	PRIMARY KEY (space_n, model)
);
ALTER TABLE embedded ALTER COLUMN "model" SET STATISTICS 0;
CREATE TABLE job (
	number BIGINT NOT NULL,
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
	PRIMARY KEY (space_n, number)
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
CREATE TABLE feed (
	number BIGINT NOT NULL,
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
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX feed_name ON feed (space_n, owner, kind, name);
ALTER TABLE feed ALTER COLUMN "owner" SET STATISTICS 0;
ALTER TABLE feed ALTER COLUMN "kind" SET STATISTICS 0;
ALTER TABLE feed ALTER COLUMN "name" SET STATISTICS 0;
ALTER TABLE feed ALTER COLUMN "place" SET STATISTICS 0;
ALTER TABLE feed ALTER COLUMN "digest" SET STATISTICS 0;
ALTER TABLE feed ALTER COLUMN "problem" SET STATISTICS 0;
ALTER TABLE feed ALTER COLUMN "at" SET STATISTICS 0;
CREATE TABLE walk (
	number BIGINT NOT NULL,
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
	PRIMARY KEY (space_n, number)
);
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
CREATE TABLE walk_hit (
	space_n BIGINT NOT NULL,
	walk_n BIGINT NOT NULL,
	rank INTEGER NOT NULL,
	item_n BIGINT,
	message_n BIGINT,
	is_used INTEGER NOT NULL,
	PRIMARY KEY (space_n, walk_n, rank)
);
CREATE INDEX walk_hit_item ON walk_hit (item_n) WHERE item_n IS NOT NULL;
CREATE INDEX walk_hit_message ON walk_hit (message_n) WHERE message_n IS NOT NULL;
CREATE TABLE delivery (
	number BIGINT NOT NULL,
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
	PRIMARY KEY (space_n, number)
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
	space_n BIGINT NOT NULL,
	delivery_n BIGINT NOT NULL,
	rank INTEGER NOT NULL,
	item_n BIGINT,
	version_n BIGINT,
	message_n BIGINT,
	part TEXT COLLATE "C" NOT NULL,
	why TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, delivery_n, rank)
);
CREATE INDEX delivered_item ON delivered (item_n, delivery_n) WHERE item_n IS NOT NULL;
CREATE INDEX delivered_message ON delivered (message_n) WHERE message_n IS NOT NULL;
ALTER TABLE delivered ALTER COLUMN "part" SET STATISTICS 0;
ALTER TABLE delivered ALTER COLUMN "why" SET STATISTICS 0;
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
	number BIGINT NOT NULL,
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
	PRIMARY KEY (space_n, number)
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
CREATE TABLE idempotency (
	space_n BIGINT NOT NULL,
	principal TEXT COLLATE "C" NOT NULL,
	operation TEXT COLLATE "C" NOT NULL,
	key TEXT COLLATE "C" NOT NULL,
	body_hash TEXT COLLATE "C" NOT NULL,
	answer TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, principal, operation, key)
);
ALTER TABLE idempotency ALTER COLUMN "principal" SET STATISTICS 0;
ALTER TABLE idempotency ALTER COLUMN "key" SET STATISTICS 0;
ALTER TABLE idempotency ALTER COLUMN "body_hash" SET STATISTICS 0;
ALTER TABLE idempotency ALTER COLUMN "answer" SET STATISTICS 0;
CREATE TABLE search_index (rowid BIGINT NOT NULL, space_n BIGINT NOT NULL, words TSVECTOR NOT NULL, PRIMARY KEY (space_n, rowid));
ALTER TABLE search_index ALTER COLUMN words SET STATISTICS 0;
CREATE INDEX search_words ON search_index USING gin (words) WITH (gin_pending_list_limit = 128);
CREATE VIEW search AS SELECT rowid, words FROM search_index WHERE space_n = nullif(current_setting('remembrancer.space', true), '')::bigint;
ALTER TABLE search_index ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON search_index USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
INSERT INTO space ("number", "uid", "name", "preset", "overrides", "key", "created_at", "archived_at", "seq", "salt", "commitment") SELECT n, 'x' || n, 'x' || n, 'k' || (n % 5), 'x' || n, '\x00'::bytea, 'x' || n, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE space;
DELETE FROM space WHERE number > 1000000;
ALTER TABLE head ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO head ("space_n", "seq", "hash", "at", "documents", "tokens", "unfolded", "folded_upto") SELECT n, n, 'x' || n, 'x' || n, n, n, n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE head;
DELETE FROM head WHERE space_n > 1000000;
ALTER TABLE ledger ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO ledger ("space_n", "seq", "at", "actor", "action", "target", "detail", "commitment", "reason_commitment", "hash") SELECT n, n, 'x' || n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE ledger;
DELETE FROM ledger WHERE space_n > 1000000;
ALTER TABLE reason ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO reason ("space_n", "seq", "text", "salt") SELECT n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE reason;
DELETE FROM reason WHERE space_n > 1000000;
ALTER TABLE item ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO item ("number", "space_n", "id", "owner", "audience", "is_personal", "review", "created_at", "current", "same_hash", "erased_seq") SELECT n, n, 'x' || n, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'k' || (n % 5), 'x' || n, n, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN n END FROM generate_series(1000001, 1000100) AS n;
ANALYZE item;
DELETE FROM item WHERE space_n > 1000000;
ALTER TABLE version ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO version ("number", "space_n", "item_n", "version", "at", "until_seq", "document_n", "kind", "category", "domain", "title", "content", "data", "metadata", "tags", "entities", "subject", "lifecycle", "review", "confidence_base", "confidence_subtype", "verifier_count", "admin_approved", "live_confirmed", "last_confirmed_at", "audience", "is_personal", "sensitivity", "importance", "source_type", "source_id", "trust", "valid_from", "valid_until", "expires_at", "occurred_at", "superseded_by", "seq", "salt", "commitment") SELECT n, n, n, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'x' || n, CASE WHEN n % 20 = 0 THEN n END, n, 'k' || (n % 5), 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'k' || (n % 5), 'k' || (n % 5), n, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'x' || n, CASE WHEN n % 20 = 0 THEN n END, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE version;
DELETE FROM version WHERE space_n > 1000000;
ALTER TABLE evidence ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO evidence ("number", "space_n", "item_n", "source_n", "message_n", "quote", "start", "end", "stance", "principal", "at", "seq", "salt", "commitment") SELECT n, n, n, CASE WHEN n % 20 = 0 THEN n END, CASE WHEN n % 20 = 0 THEN n END, 'x' || n, n, n, 'k' || (n % 5), 'x' || n, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE evidence;
DELETE FROM evidence WHERE space_n > 1000000;
ALTER TABLE source ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO source ("number", "space_n", "id", "type", "external_id", "content", "owner", "audience", "is_personal", "subject", "trust", "occurred_at", "created_at", "metadata", "same_hash", "seq", "salt", "commitment") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE source;
DELETE FROM source WHERE space_n > 1000000;
ALTER TABLE conversation ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO conversation ("number", "space_n", "id", "subject", "channel_id", "title", "owner", "audience", "is_personal", "created_at", "seq", "salt", "commitment", "trust") SELECT n, n, 'x' || n, 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'x' || n, n, 'x' || n, 'x' || n, 'k' || (n % 5) FROM generate_series(1000001, 1000100) AS n;
ANALYZE conversation;
DELETE FROM conversation WHERE space_n > 1000000;
ALTER TABLE message ALTER COLUMN space_n SET (n_distinct = 1);
ALTER TABLE message ALTER COLUMN conversation_n SET (n_distinct = -0.01);
INSERT INTO message ("number", "space_n", "conversation_n", "id", "channel_id", "author_id", "role", "content", "timestamp", "tool_calls", "owner", "audience", "is_personal", "subject", "seq", "salt", "commitment", "trust") SELECT n, n, n, 'x' || n, 'x' || n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'x' || n, n, 'x' || n, 'x' || n, 'k' || (n % 5) FROM generate_series(1000001, 1000100) AS n;
ANALYZE message;
DELETE FROM message WHERE space_n > 1000000;
ALTER TABLE standing ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO standing ("number", "space_n", "conversation_n", "message_n", "points", "engine", "summarised", "covers", "closed_at", "owner", "audience", "is_personal", "seq", "salt", "commitment", "revoked_seq") SELECT n, n, n, CASE WHEN n % 20 = 0 THEN n END, 'x' || n, 'x' || n, n, 'x' || n, 'x' || n, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, n, 'x' || n, 'x' || n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE standing;
DELETE FROM standing WHERE space_n > 1000000;
ALTER TABLE entity ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO entity ("number", "space_n", "id", "kind", "name", "external_id", "attrs", "owner", "audience", "is_personal", "created_at", "seq", "salt", "commitment") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, 'k' || (n % 5), CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE entity;
DELETE FROM entity WHERE space_n > 1000000;
ALTER TABLE relation ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO relation ("number", "space_n", "id", "type", "source", "target", "confidence", "attrs", "owner", "observed_at", "created_at", "seq", "salt", "commitment") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE relation;
DELETE FROM relation WHERE space_n > 1000000;
ALTER TABLE vote ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO vote ("number", "space_n", "item_n", "principal", "value", "at", "seq", "salt", "commitment") SELECT n, n, n, 'x' || n, n, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE vote;
DELETE FROM vote WHERE space_n > 1000000;
ALTER TABLE person ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO person ("number", "space_n", "name", "kind", "email", "roles", "groups", "notes_path", "seq", "salt", "commitment") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE person;
DELETE FROM person WHERE space_n > 1000000;
ALTER TABLE erased ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO erased ("number", "space_n", "place", "row_commitment", "husk", "same_origin", "seq", "salt", "commitment") SELECT n, n, 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE erased;
DELETE FROM erased WHERE space_n > 1000000;
ALTER TABLE document ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO document ("number", "space_n", "item_n", "message_n", "subject", "tokens", "length", "is_counted") SELECT n, n, n, CASE WHEN n % 20 = 0 THEN n END, 'x' || n, 'x' || n, n, 1 FROM generate_series(1000001, 1000100) AS n;
ANALYZE document;
DELETE FROM document WHERE space_n > 1000000;
ALTER TABLE term ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO term ("space_n", "term", "documents") SELECT n, 'x' || n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE term;
DELETE FROM term WHERE space_n > 1000000;
ALTER TABLE vector ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO vector ("number", "space_n", "document_n", "model", "part", "vector") SELECT n, n, n, 'k' || (n % 5), n, '[1]'::public.vector FROM generate_series(1000001, 1000100) AS n;
ANALYZE vector;
DELETE FROM vector WHERE space_n > 1000000;
ALTER TABLE embedded ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO embedded ("space_n", "model", "upto") SELECT n, 'k' || (n % 5), n FROM generate_series(1000001, 1000100) AS n;
ANALYZE embedded;
DELETE FROM embedded WHERE space_n > 1000000;
ALTER TABLE job ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO job ("number", "space_n", "id", "kind", "key", "owner", "actor", "payload", "priority", "due_at", "every", "state", "stamp", "attempts", "worker", "lease_until", "error", "done", "total", "created_at") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, n, 'x' || n, 'x' || n, 'x' || n, n, n, 'x' || n, 'x' || n, 'x' || n, n, n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE job;
DELETE FROM job WHERE space_n > 1000000;
ALTER TABLE feed ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO feed ("number", "space_n", "owner", "kind", "name", "place", "digest", "bytes", "records", "unknown", "problem", "at") SELECT n, n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'x' || n, n, n, n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE feed;
DELETE FROM feed WHERE space_n > 1000000;
ALTER TABLE walk ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO walk ("number", "space_n", "id", "owner", "at", "tool", "session", "subject", "query", "shape", "is_reported") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE walk;
DELETE FROM walk WHERE space_n > 1000000;
ALTER TABLE walk_hit ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO walk_hit ("space_n", "walk_n", "rank", "item_n", "message_n", "is_used") SELECT n, n, n, n, CASE WHEN n % 20 = 0 THEN n END, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE walk_hit;
DELETE FROM walk_hit WHERE space_n > 1000000;
ALTER TABLE delivery ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO delivery ("number", "space_n", "id", "kind", "template", "owner", "rights", "at", "position", "subject", "token_estimate", "token_budget", "withheld", "given", "settings", "text_hash") SELECT n, n, 'x' || n, 'k' || (n % 5), 'x' || n, 'k' || (n % 5), 'x' || n, 'x' || n, n, 'x' || n, n, n, 'x' || n, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE delivery;
DELETE FROM delivery WHERE space_n > 1000000;
ALTER TABLE delivered ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO delivered ("space_n", "delivery_n", "rank", "item_n", "version_n", "message_n", "part", "why") SELECT n, n, n, n, n, CASE WHEN n % 20 = 0 THEN n END, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE delivered;
DELETE FROM delivered WHERE space_n > 1000000;
INSERT INTO signing_key ("number", "kid", "secret", "created_at", "verifies_until") SELECT n, 'x' || n, '\x00'::bytea, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE signing_key;
DELETE FROM signing_key WHERE number > 1000000;
ALTER TABLE token ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO token ("number", "space_n", "id", "principal", "kid", "issued_by", "issued_at", "expires_at", "revoked_at", "note", "seq") SELECT n, n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, n FROM generate_series(1000001, 1000100) AS n;
ANALYZE token;
DELETE FROM token WHERE space_n > 1000000;
ALTER TABLE kept_answer ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO kept_answer ("space_n", "principal", "key_hash", "body_hash", "attempt", "status", "answer", "names", "at") SELECT n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, n, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE kept_answer;
DELETE FROM kept_answer WHERE space_n > 1000000;
ALTER TABLE idempotency ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO idempotency ("space_n", "principal", "operation", "key", "body_hash", "answer", "at") SELECT n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE idempotency;
DELETE FROM idempotency WHERE space_n > 1000000;
ALTER TABLE search_index ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO search_index SELECT n, n, array_to_tsvector(ARRAY['a' || n]) FROM generate_series(1000001, 1000100) AS n;
ANALYZE search_index;
DELETE FROM search_index WHERE space_n > 1000000;
CREATE TABLE upkeep (what TEXT PRIMARY KEY, since TIMESTAMPTZ NOT NULL);
ALTER TABLE space ENABLE ROW LEVEL SECURITY;
ALTER TABLE space FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON space FOR SELECT USING (number = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY added ON space FOR INSERT WITH CHECK (number = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY changed ON space FOR UPDATE USING (number = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0) WITH CHECK (number = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY removed ON space FOR DELETE USING (number = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
ALTER TABLE head ENABLE ROW LEVEL SECURITY;
ALTER TABLE head FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON head FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY added ON head FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY changed ON head FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY removed ON head FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
ALTER TABLE ledger ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON ledger FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR actor = current_setting('remembrancer.viewer', true) OR action = 'erase' OR EXISTS (SELECT 1 FROM item WHERE item.space_n = ledger.space_n AND item.id = ledger.target OFFSET 0) OR EXISTS (SELECT 1 FROM conversation WHERE conversation.space_n = ledger.space_n AND conversation.id = ledger.target OFFSET 0) OR EXISTS (SELECT 1 FROM version WHERE version.space_n = ledger.space_n AND version.seq = ledger.seq OFFSET 0)));
CREATE POLICY added ON ledger FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY changed ON ledger FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY removed ON ledger FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint OR strpos(current_setting('remembrancer.rights', true), 'door') > 0);
ALTER TABLE reason ENABLE ROW LEVEL SECURITY;
ALTER TABLE reason FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON reason FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM ledger WHERE ledger.space_n = reason.space_n AND ledger.seq = reason.seq OFFSET 0)));
CREATE POLICY added ON reason FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON reason FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON reason FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE item ENABLE ROW LEVEL SECURITY;
ALTER TABLE item FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON item FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND ((is_personal = 0 AND (audience IS NULL OR audience = 'all' OR strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR audience = ANY(string_to_array(current_setting('remembrancer.groups', true), E'\x1f')))) OR owner = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0) AND (review IN ('approved', 'mandatory') OR NOT strpos(current_setting('remembrancer.rights', true), 'reviewed') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON item FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON item FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON item FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE version ENABLE ROW LEVEL SECURITY;
ALTER TABLE version FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON version FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM item WHERE item.space_n = version.space_n AND item.number = version.item_n OFFSET 0)));
CREATE POLICY added ON version FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON version FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON version FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON evidence FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR (EXISTS (SELECT 1 FROM item WHERE item.space_n = evidence.space_n AND item.number = evidence.item_n OFFSET 0) AND (source_n IS NULL OR EXISTS (SELECT 1 FROM source WHERE source.space_n = evidence.space_n AND source.number = evidence.source_n OFFSET 0)) AND (message_n IS NULL OR EXISTS (SELECT 1 FROM message WHERE message.space_n = evidence.space_n AND message.number = evidence.message_n OFFSET 0)))));
CREATE POLICY added ON evidence FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON evidence FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON evidence FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE source ENABLE ROW LEVEL SECURITY;
ALTER TABLE source FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON source FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND ((is_personal = 0 AND (audience IS NULL OR audience = 'all' OR strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR audience = ANY(string_to_array(current_setting('remembrancer.groups', true), E'\x1f')))) OR owner = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0) AND (strpos(current_setting('remembrancer.rights', true), 'raw') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON source FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON source FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON source FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE conversation ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversation FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON conversation FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND ((is_personal = 0 AND (audience IS NULL OR audience = 'all' OR strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR audience = ANY(string_to_array(current_setting('remembrancer.groups', true), E'\x1f')))) OR owner = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0));
CREATE POLICY added ON conversation FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON conversation FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON conversation FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE message ENABLE ROW LEVEL SECURITY;
ALTER TABLE message FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON message FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND ((is_personal = 0 AND (audience IS NULL OR audience = 'all' OR strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR audience = ANY(string_to_array(current_setting('remembrancer.groups', true), E'\x1f')))) OR owner = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0) AND (strpos(current_setting('remembrancer.rights', true), 'raw') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON message FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON message FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON message FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE standing ENABLE ROW LEVEL SECURITY;
ALTER TABLE standing FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON standing FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND ((is_personal = 0 AND (audience IS NULL OR audience = 'all' OR strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR audience = ANY(string_to_array(current_setting('remembrancer.groups', true), E'\x1f')))) OR owner = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0) AND (strpos(current_setting('remembrancer.rights', true), 'raw') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON standing FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON standing FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON standing FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE entity ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON entity FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND ((is_personal = 0 AND (audience IS NULL OR audience = 'all' OR strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR audience = ANY(string_to_array(current_setting('remembrancer.groups', true), E'\x1f')))) OR owner = current_setting('remembrancer.viewer', true) OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0));
CREATE POLICY added ON entity FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON entity FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON entity FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE relation ENABLE ROW LEVEL SECURITY;
ALTER TABLE relation FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON relation FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR ((EXISTS (SELECT 1 FROM item WHERE item.space_n = relation.space_n AND item.id = relation.source OFFSET 0) OR EXISTS (SELECT 1 FROM entity WHERE entity.space_n = relation.space_n AND entity.id = relation.source OFFSET 0)) AND (EXISTS (SELECT 1 FROM item WHERE item.space_n = relation.space_n AND item.id = relation.target OFFSET 0) OR EXISTS (SELECT 1 FROM entity WHERE entity.space_n = relation.space_n AND entity.id = relation.target OFFSET 0)))));
CREATE POLICY added ON relation FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON relation FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON relation FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE vote ENABLE ROW LEVEL SECURITY;
ALTER TABLE vote FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON vote FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM item WHERE item.space_n = vote.space_n AND item.number = vote.item_n OFFSET 0)));
CREATE POLICY added ON vote FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON vote FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON vote FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE person ENABLE ROW LEVEL SECURITY;
ALTER TABLE person FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON person FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY added ON person FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON person FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON person FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE erased ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON erased FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY added ON erased FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON erased FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON erased FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE document ENABLE ROW LEVEL SECURITY;
ALTER TABLE document FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON document FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (is_counted = 1 OR strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM item WHERE item.space_n = document.space_n AND item.number = document.item_n OFFSET 0) OR EXISTS (SELECT 1 FROM message WHERE message.space_n = document.space_n AND message.number = document.message_n OFFSET 0)));
CREATE POLICY added ON document FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON document FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON document FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE term ENABLE ROW LEVEL SECURITY;
ALTER TABLE term FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON term FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY added ON term FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON term FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON term FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE vector ENABLE ROW LEVEL SECURITY;
ALTER TABLE vector FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON vector FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND EXISTS (SELECT 1 FROM document WHERE document.space_n = vector.space_n AND document.number = vector.document_n OFFSET 0));
CREATE POLICY added ON vector FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON vector FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON vector FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE embedded ENABLE ROW LEVEL SECURITY;
ALTER TABLE embedded FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON embedded FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY added ON embedded FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON embedded FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON embedded FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE job ENABLE ROW LEVEL SECURITY;
ALTER TABLE job FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON job FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR owner = current_setting('remembrancer.viewer', true) OR EXISTS (SELECT 1 FROM conversation WHERE conversation.space_n = job.space_n AND conversation.id = job.key AND conversation.owner = job.owner OFFSET 0)));
CREATE POLICY added ON job FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON job FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON job FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE feed ENABLE ROW LEVEL SECURITY;
ALTER TABLE feed FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON feed FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON feed FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON feed FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON feed FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE walk ENABLE ROW LEVEL SECURITY;
ALTER TABLE walk FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON walk FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON walk FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON walk FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON walk FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE walk_hit ENABLE ROW LEVEL SECURITY;
ALTER TABLE walk_hit FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON walk_hit FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM walk WHERE walk.space_n = walk_hit.space_n AND walk.number = walk_hit.walk_n OFFSET 0)));
CREATE POLICY added ON walk_hit FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON walk_hit FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON walk_hit FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON delivery FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR owner = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON delivery FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON delivery FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON delivery FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE delivered ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivered FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON delivered FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR EXISTS (SELECT 1 FROM delivery WHERE delivery.space_n = delivered.space_n AND delivery.number = delivered.delivery_n OFFSET 0)));
CREATE POLICY added ON delivered FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON delivered FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON delivered FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE signing_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_key FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON signing_key FOR SELECT USING (strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY added ON signing_key FOR INSERT WITH CHECK (strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY changed ON signing_key FOR UPDATE USING (strpos(current_setting('remembrancer.rights', true), 'door') > 0) WITH CHECK (strpos(current_setting('remembrancer.rights', true), 'door') > 0);
CREATE POLICY removed ON signing_key FOR DELETE USING (strpos(current_setting('remembrancer.rights', true), 'door') > 0);
ALTER TABLE token ENABLE ROW LEVEL SECURITY;
ALTER TABLE token FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON token FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'all') > 0 OR principal = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON token FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON token FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON token FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE kept_answer ENABLE ROW LEVEL SECURITY;
ALTER TABLE kept_answer FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON kept_answer FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR strpos(current_setting('remembrancer.rights', true), 'erasing') > 0 OR principal = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON kept_answer FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON kept_answer FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON kept_answer FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON idempotency FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR principal = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON idempotency FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON idempotency FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON idempotency FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
