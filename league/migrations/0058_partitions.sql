-- The events in partitions by the hash of their stream; docs/event-log.md tells why. Code that knows nothing of partitions
-- works on them as well, and all of this may be done again.

-- Says the log's name also where a trigger fires on a partition.
CREATE OR REPLACE FUNCTION eventlog.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    log text := coalesce(TG_ARGV[0], TG_TABLE_NAME);
BEGIN
    RAISE EXCEPTION 'eventlog.% keeps what was written: % is refused', log, TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = log || '_never_changes';
END
$$;

-- Put all events into so many partitions, whatever they were in before; how many events. Every row keeps its bytes. Appends
-- and reads wait until the transaction ends.
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

    CREATE TABLE eventlog.event (LIKE eventlog_before.event, PRIMARY KEY (stream, seq)) PARTITION BY HASH (stream);
    FOR remainder IN 0 .. partitions - 1 LOOP
        EXECUTE format(
            'CREATE TABLE eventlog.event_%s PARTITION OF eventlog.event FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
            remainder, partitions, remainder);
    END LOOP;
    INSERT INTO eventlog.event SELECT * FROM eventlog_before.event; -- sealed or noted already, so before the triggers
    GET DIAGNOSTICS moved = ROW_COUNT;

    -- PostgreSQL gives a row trigger to every partition, but a statement trigger fires only for the table that the
    -- statement names.
    CREATE TRIGGER event_never_changes BEFORE UPDATE OR DELETE ON eventlog.event
        FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change('event');
    FOR part IN SELECT relid FROM pg_partition_tree('eventlog.event') LOOP
        EXECUTE format(
            'CREATE TRIGGER event_is_never_emptied BEFORE TRUNCATE ON %s
                FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change(''event'')', part);
        EXECUTE format(
            'CREATE TRIGGER event_is_linked AFTER INSERT ON %s REFERENCING NEW TABLE AS added
                FOR EACH STATEMENT EXECUTE FUNCTION eventlog.check_links()', part);
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER event_never_changes', part);
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER event_is_never_emptied', part);
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER event_is_linked', part);
    END LOOP;

    FOR permission IN
        SELECT privilege_type, grantee, is_grantable FROM pg_class, aclexplode(relacl)
        WHERE oid = 'eventlog_before.event'::regclass AND grantee <> relowner
    LOOP
        EXECUTE format(
            'GRANT %s ON eventlog.event TO %s%s', permission.privilege_type,
            CASE permission.grantee WHEN 0 THEN 'PUBLIC' ELSE permission.grantee::regrole::text END,
            CASE WHEN permission.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
    END LOOP;
    DROP TABLE eventlog_before.event; -- not if anything depends on it that was not made anew
    DROP SCHEMA eventlog_before;
    RETURN moved;
END
$$;
