-- EVERY EVENT IS APPENDED

-- Store events of one command behind the event before `first`, all or none, with a note for the sealer. The first event
-- comes by itself, the others as lines: `kinds`, `schemas` and `payloads`, null if there are none. Neither kinds nor JSON
-- have line breaks. `hashes` has 32 bytes for each event. False if the stream has an event `first` already: then nothing is
-- stored. Nobody can build on an event that they cannot see, so the others can't meet anybody. A stream whose last event
-- is of the future, since a clock was set back, continues at that event's time, for no event may be older than the one
-- before. The setting of the plan keeps it from reading the whole table because that was small when it was made.
CREATE FUNCTION eventlog.append(
    stream text, first integer, shard smallint, kind text, schema smallint, payload text, private_commit bytea,
    actor uuid, command_id uuid, at timestamptz, hashes bytea, kinds text, schemas text, payloads text
) RETURNS boolean LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_variable
DECLARE
    previous bytea := decode(repeat('00', 32), 'hex');
    previous_at timestamptz;
    previous_shard smallint;
    hash bytea := substr(hashes, 1, 32);
    reason text;
    others integer := 0;
BEGIN
    IF first <> 1 THEN
        SELECT event.hash, event.at, event.shard INTO previous, previous_at, previous_shard FROM eventlog.event
        WHERE event.stream = append.stream AND event.seq = append.first - 1;
    END IF;
    reason := CASE
        WHEN previous IS NULL THEN 'there is no event before it'
        WHEN at < '1970-01-01T00:00:00Z' THEN 'its time is before the year 1970'
        WHEN hash IS DISTINCT FROM eventlog.link(
            previous, stream, first, shard, kind, schema, payload, private_commit, actor, command_id, at)
        THEN 'its hash does not continue the chain'
        WHEN shard <> previous_shard THEN 'its stream is in another shard'
        WHEN at < previous_at THEN 'it is older than the event before it'
        WHEN at > greatest(previous_at, clock_timestamp() + interval '5 seconds') THEN 'it is of the future'
        WHEN at < clock_timestamp() - interval '5 seconds'
            AND current_setting('eventlog.importing', true) IS DISTINCT FROM 'on'
        THEN 'it is of the past, and this is no import'
    END;
    IF reason IS NOT NULL THEN
        PERFORM eventlog.refuse_link(stream, first, reason);
    END IF;
    PERFORM set_config('eventlog.appending', 'on', true);
    INSERT INTO eventlog.event
    VALUES (stream, first, shard, kind, schema, payload, private_commit, actor, command_id, at, hash)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        PERFORM set_config('eventlog.appending', 'off', true);
        RETURN false;
    END IF;
    IF kinds IS NOT NULL THEN
        INSERT INTO eventlog.event
        SELECT stream, linked.seq, shard, linked.kind, linked.schema, linked.payload, private_commit, actor, command_id, at,
            CASE WHEN linked.hash = eventlog.link(
                linked.previous, stream, linked.seq, shard, linked.kind, linked.schema, linked.payload,
                private_commit, actor, command_id, at)
            THEN linked.hash
            ELSE eventlog.refuse_link(stream, linked.seq, 'its hash does not continue the chain')::text::bytea
            END
        FROM (
            SELECT first + n::integer AS seq, each.kind, each.schema, each.payload,
                substr(hashes, n::integer * 32 - 31, 32) AS previous, substr(hashes, n::integer * 32 + 1, 32) AS hash
            FROM unnest(
                string_to_array(kinds, E'\n'), string_to_array(schemas, E'\n')::smallint[], string_to_array(payloads, E'\n')
            ) WITH ORDINALITY AS each (kind, schema, payload, n)
        ) AS linked;
        GET DIAGNOSTICS others = ROW_COUNT;
    END IF;
    PERFORM set_config('eventlog.appending', 'off', true);
    INSERT INTO eventlog.inbox (shard, stream, first, last) VALUES (shard, stream, first, first + others);
    RETURN true;
END
$$;

CREATE FUNCTION eventlog.refuse_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'eventlog.event takes events from eventlog.append only'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'event_is_appended';
END
$$;


-- THE PARTITIONS

-- eventlog.append checks what a trigger checked before. A row that comes past it is refused.
DO $$
DECLARE
    part regclass;
BEGIN
    CREATE TRIGGER event_is_appended BEFORE INSERT ON eventlog.event
        FOR EACH ROW WHEN (current_setting('eventlog.appending', true) IS DISTINCT FROM 'on')
        EXECUTE FUNCTION eventlog.refuse_insert();
    FOR part IN SELECT relid FROM pg_partition_tree('eventlog.event') LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER event_is_appended', part);
        EXECUTE format('DROP TRIGGER event_is_linked ON %s', part);
    END LOOP;
END
$$;
DROP FUNCTION eventlog.check_links();

-- As in 0002_event_log.sql, with the trigger of today.
CREATE OR REPLACE FUNCTION eventlog.spread(partitions integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    part regclass;
    permission record;
    moved bigint;
BEGIN
    IF partitions NOT BETWEEN 1 AND 64 THEN
        RAISE EXCEPTION 'The log can have 1 to 64 partitions, not %', partitions
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    LOCK TABLE eventlog.event IN ACCESS EXCLUSIVE MODE;
    CREATE SCHEMA eventlog_before;
    FOR part IN SELECT relid FROM pg_partition_tree('eventlog.event') WHERE level > 0 LOOP
        EXECUTE format('ALTER TABLE %s SET SCHEMA eventlog_before', part);
    END LOOP;
    ALTER TABLE eventlog.event SET SCHEMA eventlog_before;

    CREATE TABLE eventlog.event (LIKE eventlog_before.event INCLUDING INDEXES) PARTITION BY HASH (stream);
    FOR remainder IN 0 .. partitions - 1 LOOP
        EXECUTE format(
            'CREATE TABLE eventlog.event_%s PARTITION OF eventlog.event FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
            remainder, partitions, remainder);
    END LOOP;
    INSERT INTO eventlog.event SELECT * FROM eventlog_before.event; -- sealed or noted already, so before the triggers
    GET DIAGNOSTICS moved = ROW_COUNT;

    -- PostgreSQL gives a row trigger to every partition, but a statement trigger fires only for the table that the
    -- statement names.
    CREATE TRIGGER event_is_appended BEFORE INSERT ON eventlog.event
        FOR EACH ROW WHEN (current_setting('eventlog.appending', true) IS DISTINCT FROM 'on')
        EXECUTE FUNCTION eventlog.refuse_insert();
    CREATE TRIGGER event_never_changes BEFORE UPDATE OR DELETE ON eventlog.event
        FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change('event');
    FOR part IN SELECT relid FROM pg_partition_tree('eventlog.event') LOOP
        EXECUTE format(
            'CREATE TRIGGER event_is_never_emptied BEFORE TRUNCATE ON %s
                FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change(''event'')', part);
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER event_never_changes', part);
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER event_is_never_emptied', part);
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER event_is_appended', part);
    END LOOP;

    FOR permission IN
        SELECT privilege_type, grantee, is_grantable FROM pg_class, aclexplode(relacl)
        WHERE oid = 'eventlog_before.event'::regclass AND grantee <> relowner
    LOOP
        EXECUTE format(
            'GRANT %s ON eventlog.event TO %s%s', permission.privilege_type,
            CASE permission.grantee WHEN 0 THEN 'PUBLIC' ELSE permission.grantee::regrole::text END,
            CASE WHEN permission.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
        IF permission.privilege_type = 'SELECT' AND permission.grantee <> 0 THEN -- dumps lock every partition
            FOR part IN SELECT relid FROM pg_partition_tree('eventlog.event') WHERE level > 0 LOOP
                EXECUTE format('GRANT SELECT ON %s TO %s', part, permission.grantee::regrole);
            END LOOP;
        END IF;
    END LOOP;
    DROP TABLE eventlog_before.event; -- not if anything depends on it that was not made anew
    DROP SCHEMA eventlog_before;
    RETURN moved;
END
$$;
