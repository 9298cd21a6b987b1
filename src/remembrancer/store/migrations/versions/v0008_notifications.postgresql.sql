CREATE TABLE notification (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	person TEXT COLLATE "C" NOT NULL,
	kind TEXT COLLATE "C" NOT NULL,
	target TEXT COLLATE "C" NOT NULL,
	cause TEXT COLLATE "C" NOT NULL,
	text TEXT COLLATE "C" NOT NULL,
	at TEXT COLLATE "C" NOT NULL,
	seen_at TEXT COLLATE "C",
	settled_at TEXT COLLATE "C",
	sent TEXT COLLATE "C" DEFAULT '[]' NOT NULL,
	created_at TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX notification_cause ON notification (space_n, person, cause);
CREATE UNIQUE INDEX notification_public ON notification (space_n, id);
CREATE INDEX notification_target ON notification (space_n, target);
ALTER TABLE notification ALTER COLUMN "id" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "person" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "kind" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "target" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "cause" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "text" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "at" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "seen_at" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "settled_at" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "sent" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN "created_at" SET STATISTICS 0;
ALTER TABLE notification ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO notification ("number", "space_n", "id", "person", "kind", "target", "cause", "text", "at", "seen_at", "settled_at", "sent", "created_at") SELECT n, n, 'x' || n, 'k' || (n % 5), 'k' || (n % 5), 'x' || n, 'x' || n, 'x' || n, 'x' || n, CASE WHEN n % 20 = 0 THEN 'x' || n END, CASE WHEN n % 20 = 0 THEN 'x' || n END, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE notification;
DELETE FROM notification WHERE space_n > 1000000;
ALTER TABLE notification ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON notification FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR person = current_setting('remembrancer.viewer', true) OR (person = '' AND strpos(current_setting('remembrancer.rights', true), 'all') > 0)));
CREATE POLICY added ON notification FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON notification FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON notification FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE TABLE contact (
	number BIGINT NOT NULL,
	space_n BIGINT NOT NULL,
	person TEXT COLLATE "C" NOT NULL,
	email TEXT COLLATE "C",
	webhook TEXT COLLATE "C",
	changed_at TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (space_n, number)
);
CREATE UNIQUE INDEX contact_person ON contact (space_n, person);
ALTER TABLE contact ALTER COLUMN "person" SET STATISTICS 0;
ALTER TABLE contact ALTER COLUMN "email" SET STATISTICS 0;
ALTER TABLE contact ALTER COLUMN "webhook" SET STATISTICS 0;
ALTER TABLE contact ALTER COLUMN "changed_at" SET STATISTICS 0;
ALTER TABLE contact ALTER COLUMN space_n SET (n_distinct = 1);
INSERT INTO contact ("number", "space_n", "person", "email", "webhook", "changed_at") SELECT n, n, 'x' || n, 'x' || n, 'x' || n, 'x' || n FROM generate_series(1000001, 1000100) AS n;
ANALYZE contact;
DELETE FROM contact WHERE space_n > 1000000;
ALTER TABLE contact ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact FORCE ROW LEVEL SECURITY;
CREATE POLICY seen ON contact FOR SELECT USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint AND (strpos(current_setting('remembrancer.rights', true), 'personal') > 0 OR person = current_setting('remembrancer.viewer', true)));
CREATE POLICY added ON contact FOR INSERT WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY changed ON contact FOR UPDATE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint) WITH CHECK (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
CREATE POLICY removed ON contact FOR DELETE USING (space_n = nullif(current_setting('remembrancer.space', true), '')::bigint);
