-- The event log. docs/event-log.md describes what it promises. Everything here runs on PostgreSQL 15 and later.

CREATE SCHEMA eventlog;


-- THE FACTS

-- Rows are added by INSERT, checked by event_is_linked, and never change. There are no CHECK constraints on what each
-- append writes: PostgreSQL parses them again for every statement, and five of them double its cost. A stream lies
-- whole in one partition. eventlog.spread makes the partitions and the triggers of this table.
CREATE TABLE eventlog.event (
    stream text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    shard smallint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    schema smallint NOT NULL,
    payload text NOT NULL, -- not jsonb, which keeps other bytes than those that were hashed
    private_commit bytea,
    actor uuid,
    command_id uuid NOT NULL,
    at timestamptz NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (stream, seq)
) PARTITION BY HASH (stream);

-- What is said about persons, beside the log: the only part of an event that can be erased. league/eventlog/private.py
-- describes how an event commits to it.
CREATE TABLE eventlog.private (
    stream text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    part smallint NOT NULL CHECK (part > 0),
    audience text NOT NULL,
    salt bytea NOT NULL,
    body bytea NOT NULL,
    digest bytea NOT NULL,
    erased_at timestamptz,
    PRIMARY KEY (stream, seq, part)
);
CREATE INDEX private_by_audience ON eventlog.private (audience) WHERE erased_at IS NULL;


-- THE ORDER

-- How many events of a shard have a position. Its row is the lease: the sealer at work holds its lock.
CREATE TABLE eventlog.shard (
    id smallint PRIMARY KEY,
    size bigint NOT NULL CHECK (size >= 0)
);
INSERT INTO eventlog.shard (id, size) VALUES (0, 0);

-- What was committed and has no position yet: events first to last of a stream, written by one statement.
CREATE TABLE eventlog.inbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    shard smallint NOT NULL,
    stream text COLLATE "C" NOT NULL,
    first integer NOT NULL,
    last integer NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 5000,
    vacuum_truncate = off -- truncating takes a lock that appends would wait for
);

-- The order of the whole log: positions count from 0 in each shard, without holes.
CREATE TABLE eventlog.ledger (
    shard smallint NOT NULL,
    position bigint NOT NULL CHECK (position >= 0),
    stream text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    PRIMARY KEY (shard, position),
    UNIQUE (stream, seq) -- an event is sealed once, whatever a sealer does
);

-- How far each projection has come: the next position it will read.
CREATE TABLE eventlog.projection (
    name text NOT NULL,
    shard smallint NOT NULL,
    version integer NOT NULL,
    position bigint NOT NULL CHECK (position >= 0),
    fault text, -- why the event at this position could not be applied; null while all is well
    PRIMARY KEY (name, shard)
);


-- THE MERKLE TREE OVER THE ORDER, AND ITS SIGNED CHECKPOINTS

-- How far the tree has grown: the hashes of its full subtrees, the largest first. Only the sealer changes it.
CREATE TABLE eventlog.tree (
    shard smallint PRIMARY KEY,
    size bigint NOT NULL CHECK (size >= 0),
    frontier bytea[] NOT NULL
);

-- The tree below the frontier, 256 hashes of one level in a row: of leaves at level 0, of roots of full tiles above.
CREATE TABLE eventlog.tile (
    shard smallint NOT NULL,
    level smallint NOT NULL,
    number bigint NOT NULL,
    hashes bytea NOT NULL CHECK (length(hashes) = 8192),
    root bytea NOT NULL CHECK (length(root) = 32),
    PRIMARY KEY (shard, level, number)
);
ALTER TABLE eventlog.tile ALTER COLUMN hashes SET STORAGE EXTERNAL; -- hashes cannot be compressed

-- Who signs: public keys in order, each valid from a size of the log on. `statement` is the note in which the key before
-- it says so; null for the first, and where the key before it was lost.
CREATE TABLE eventlog.signing_key (
    id integer PRIMARY KEY,
    log smallint NOT NULL,
    first bigint NOT NULL,
    key text NOT NULL UNIQUE,
    statement text
);

CREATE TABLE eventlog.checkpoint (
    shard smallint NOT NULL,
    size bigint NOT NULL,
    log smallint NOT NULL,
    root bytea NOT NULL,
    frontier bytea[] NOT NULL,
    note text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (shard, size, log)
);

-- Checkpoints of other installations, which came with clubs imported from there: each as the line of the exported club,
-- with the proof that the club's events are in it. A line of a large club is too long for an index, so the key has its
-- hash. The cast reads backslashes as escapes, so they are doubled. It may stand in an index, which convert_to may not.
CREATE TABLE eventlog.foreign_checkpoint (
    club uuid NOT NULL,
    events integer NOT NULL,
    line text NOT NULL
);
CREATE UNIQUE INDEX foreign_checkpoint_once
    ON eventlog.foreign_checkpoint (club, sha256(replace(line, '\', '\\')::bytea));


-- NOTHING CHANGES

-- The argument of the trigger, if there is one, is the log's name, which a partition does not have.
CREATE FUNCTION eventlog.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    log text := coalesce(TG_ARGV[0], TG_TABLE_NAME);
BEGIN
    RAISE EXCEPTION 'eventlog.% keeps what was written: % is refused', log, TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = log || '_never_changes';
END
$$;

-- A private part is written once, and may only be blanked after that.
CREATE FUNCTION eventlog.only_erase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.salt = '' AND NEW.body = ''
        AND (NEW.stream, NEW.seq, NEW.part, NEW.audience, NEW.digest)
            = (OLD.stream, OLD.seq, OLD.part, OLD.audience, OLD.digest)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'eventlog.private can be erased, not changed'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'private_never_changes';
END
$$;

CREATE TRIGGER private_never_changes BEFORE UPDATE ON eventlog.private
    FOR EACH ROW EXECUTE FUNCTION eventlog.only_erase();
CREATE TRIGGER private_is_never_deleted BEFORE DELETE ON eventlog.private
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER private_is_never_emptied BEFORE TRUNCATE ON eventlog.private
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER ledger_never_changes BEFORE UPDATE OR DELETE ON eventlog.ledger
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER ledger_is_never_emptied BEFORE TRUNCATE ON eventlog.ledger
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER tile_never_changes BEFORE UPDATE OR DELETE ON eventlog.tile
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER tile_is_never_emptied BEFORE TRUNCATE ON eventlog.tile
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER signing_key_never_changes BEFORE UPDATE OR DELETE ON eventlog.signing_key
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER signing_key_is_never_emptied BEFORE TRUNCATE ON eventlog.signing_key
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER checkpoint_never_changes BEFORE UPDATE OR DELETE ON eventlog.checkpoint
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER checkpoint_is_never_emptied BEFORE TRUNCATE ON eventlog.checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER foreign_checkpoint_never_changes BEFORE UPDATE OR DELETE ON eventlog.foreign_checkpoint
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER foreign_checkpoint_is_never_emptied BEFORE TRUNCATE ON eventlog.foreign_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();

-- These fire in sessions that replicate, too.
ALTER TABLE eventlog.private ENABLE ALWAYS TRIGGER private_never_changes;
ALTER TABLE eventlog.private ENABLE ALWAYS TRIGGER private_is_never_deleted;
ALTER TABLE eventlog.private ENABLE ALWAYS TRIGGER private_is_never_emptied;
ALTER TABLE eventlog.ledger ENABLE ALWAYS TRIGGER ledger_never_changes;
ALTER TABLE eventlog.ledger ENABLE ALWAYS TRIGGER ledger_is_never_emptied;
ALTER TABLE eventlog.tile ENABLE ALWAYS TRIGGER tile_never_changes;
ALTER TABLE eventlog.tile ENABLE ALWAYS TRIGGER tile_is_never_emptied;
ALTER TABLE eventlog.signing_key ENABLE ALWAYS TRIGGER signing_key_never_changes;
ALTER TABLE eventlog.signing_key ENABLE ALWAYS TRIGGER signing_key_is_never_emptied;
ALTER TABLE eventlog.checkpoint ENABLE ALWAYS TRIGGER checkpoint_never_changes;
ALTER TABLE eventlog.checkpoint ENABLE ALWAYS TRIGGER checkpoint_is_never_emptied;
ALTER TABLE eventlog.foreign_checkpoint ENABLE ALWAYS TRIGGER foreign_checkpoint_never_changes;
ALTER TABLE eventlog.foreign_checkpoint ENABLE ALWAYS TRIGGER foreign_checkpoint_is_never_emptied;


-- EVERY EVENT CONTINUES ITS CHAIN

-- The link, as league/eventlog/hash_chain.py defines it. record_send writes text in the client's encoding: another encoding
-- than UTF-8 gives another link, hence a refusal.
CREATE FUNCTION eventlog.link(
    previous bytea, stream text, seq integer, shard smallint, kind text, schema smallint, payload text,
    private_commit bytea, actor uuid, command_id uuid, at timestamptz
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT sha256('evt1'::bytea || previous || record_send(
        ROW(stream, seq, shard, kind, schema, payload, private_commit, actor, command_id, at)))
$$;

CREATE FUNCTION eventlog.refuse_link(stream text, seq integer, reason text) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Event % of % is refused: %', seq, stream, reason
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'event_is_linked', DETAIL = reason;
END
$$;

-- Check all rows of one INSERT and put them into the inbox, in one pass. The settings keep the plan, which is made once
-- for each connection, from reading the whole table because that was small at the time. A stream whose last event is of
-- the future, since a clock was set back, continues at that event's time, for no event may be older than the one before.
CREATE FUNCTION eventlog.check_links() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO eventlog.inbox (shard, stream, first, last)
    SELECT
        given.shard,
        given.stream,
        min(CASE
            WHEN given.seq <> 1 AND previous.hash IS NULL
            THEN eventlog.refuse_link(given.stream, given.seq, 'there is no event before it')
            WHEN given.hash <> eventlog.link(
                CASE WHEN given.seq = 1 THEN decode(repeat('00', 32), 'hex') ELSE previous.hash END,
                given.stream, given.seq, given.shard, given.kind, given.schema, given.payload,
                given.private_commit, given.actor, given.command_id, given.at)
            THEN eventlog.refuse_link(given.stream, given.seq, 'its hash does not continue the chain')
            WHEN given.at < previous.at
            THEN eventlog.refuse_link(given.stream, given.seq, 'it is older than the event before it')
            WHEN given.at > greatest(previous.at, clock_timestamp() + interval '5 seconds')
            THEN eventlog.refuse_link(given.stream, given.seq, 'it is of the future')
            WHEN given.at < clock_timestamp() - interval '5 seconds'
                AND current_setting('eventlog.importing', true) IS DISTINCT FROM 'on'
            THEN eventlog.refuse_link(given.stream, given.seq, 'it is of the past, and this is no import')
            ELSE given.seq
        END),
        max(given.seq)
    FROM added AS given
    LEFT JOIN LATERAL (
        SELECT event.hash, event.at FROM eventlog.event
        WHERE event.stream = given.stream AND event.seq = given.seq - 1
        OFFSET 0 -- keeps the look-up by key from becoming a join over the table
    ) AS previous ON true
    GROUP BY given.shard, given.stream;
    RETURN NULL;
END
$$;


-- THE PARTITIONS

-- Put all events into so many partitions, whatever they were in before; how many events. Every row keeps its bytes. Appends
-- and reads wait until the transaction ends.
CREATE FUNCTION eventlog.spread(partitions integer) RETURNS bigint LANGUAGE plpgsql AS $$
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
