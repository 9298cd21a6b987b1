DROP POLICY seen ON conversation;
CREATE POLICY seen ON conversation FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR (is_personal = 0 AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR audience IS NULL OR audience = 'all' OR audience = ANY((SELECT string_to_array(current_setting('remembrancer.groups', true), E'\x1f'))::text[])))));
DROP POLICY seen ON delivery;
CREATE POLICY seen ON delivery FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON document;
CREATE POLICY seen ON document FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND (is_counted = 1 OR (SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM item WHERE item.number = document.item_n OFFSET 0) OR EXISTS (SELECT 1 FROM message WHERE message.number = document.message_n OFFSET 0)));
DROP POLICY seen ON entity;
CREATE POLICY seen ON entity FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR (is_personal = 0 AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR audience IS NULL OR audience = 'all' OR audience = ANY((SELECT string_to_array(current_setting('remembrancer.groups', true), E'\x1f'))::text[])))));
DROP POLICY seen ON feed;
CREATE POLICY seen ON feed FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON idempotency;
CREATE POLICY seen ON idempotency FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR principal = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON item;
CREATE POLICY seen ON item FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR (is_personal = 0 AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR audience IS NULL OR audience = 'all' OR audience = ANY((SELECT string_to_array(current_setting('remembrancer.groups', true), E'\x1f'))::text[])))) AND (NOT (SELECT 'reviewed' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR review IN ('approved', 'mandatory') OR owner = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON job;
CREATE POLICY seen ON job FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR EXISTS (SELECT 1 FROM conversation WHERE conversation.space_n = job.space_n AND conversation.id = job.key AND conversation.owner = job.owner OFFSET 0)));
DROP POLICY seen ON kept_answer;
CREATE POLICY seen ON kept_answer FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR (SELECT 'erasing' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR principal = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON ledger;
CREATE POLICY seen ON ledger FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR actor = (SELECT current_setting('remembrancer.viewer', true)) OR action = 'erase' OR EXISTS (SELECT 1 FROM item WHERE item.space_n = ledger.space_n AND item.id = ledger.target OFFSET 0) OR EXISTS (SELECT 1 FROM conversation WHERE conversation.space_n = ledger.space_n AND conversation.id = ledger.target OFFSET 0) OR EXISTS (SELECT 1 FROM version WHERE version.space_n = ledger.space_n AND version.seq = ledger.seq OFFSET 0)));
DROP POLICY seen ON reason;
CREATE POLICY seen ON reason FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM ledger WHERE ledger.space_n = reason.space_n AND ledger.seq = reason.seq OFFSET 0)));
DROP POLICY seen ON relation;
CREATE POLICY seen ON relation FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR ((EXISTS (SELECT 1 FROM item WHERE item.space_n = relation.space_n AND item.id = relation.source OFFSET 0) OR EXISTS (SELECT 1 FROM entity WHERE entity.space_n = relation.space_n AND entity.id = relation.source OFFSET 0)) AND (EXISTS (SELECT 1 FROM item WHERE item.space_n = relation.space_n AND item.id = relation.target OFFSET 0) OR EXISTS (SELECT 1 FROM entity WHERE entity.space_n = relation.space_n AND entity.id = relation.target OFFSET 0)))));
DROP POLICY seen ON source;
CREATE POLICY seen ON source FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR (is_personal = 0 AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR audience IS NULL OR audience = 'all' OR audience = ANY((SELECT string_to_array(current_setting('remembrancer.groups', true), E'\x1f'))::text[])))) AND ((SELECT 'raw' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON walk;
CREATE POLICY seen ON walk FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON delivered;
CREATE POLICY seen ON delivered FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM delivery WHERE delivery.number = delivered.delivery_n OFFSET 0)));
DROP POLICY seen ON evidence;
CREATE POLICY seen ON evidence FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR (EXISTS (SELECT 1 FROM item WHERE item.number = evidence.item_n OFFSET 0) AND (source_n IS NULL OR EXISTS (SELECT 1 FROM source WHERE source.number = evidence.source_n OFFSET 0)) AND (message_n IS NULL OR EXISTS (SELECT 1 FROM message WHERE message.number = evidence.message_n OFFSET 0)))));
DROP POLICY seen ON message;
CREATE POLICY seen ON message FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR (is_personal = 0 AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR audience IS NULL OR audience = 'all' OR audience = ANY((SELECT string_to_array(current_setting('remembrancer.groups', true), E'\x1f'))::text[])))) AND ((SELECT 'raw' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON standing;
CREATE POLICY seen ON standing FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true)) OR (is_personal = 0 AND ((SELECT 'all' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR audience IS NULL OR audience = 'all' OR audience = ANY((SELECT string_to_array(current_setting('remembrancer.groups', true), E'\x1f'))::text[])))) AND ((SELECT 'raw' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR owner = (SELECT current_setting('remembrancer.viewer', true))));
DROP POLICY seen ON version;
CREATE POLICY seen ON version FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM item WHERE item.number = version.item_n OFFSET 0)));
DROP POLICY seen ON vote;
CREATE POLICY seen ON vote FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM item WHERE item.number = vote.item_n OFFSET 0)));
DROP POLICY seen ON walk_hit;
CREATE POLICY seen ON walk_hit FOR SELECT
    USING (space_n = (SELECT nullif(current_setting('remembrancer.space', true), '')::bigint) AND ((SELECT 'personal' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' '))) OR EXISTS (SELECT 1 FROM walk WHERE walk.number = walk_hit.walk_n OFFSET 0)));
