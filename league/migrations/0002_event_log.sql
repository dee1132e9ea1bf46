-- The event log; docs/event-log.md tells what it promises. Everything here runs on PostgreSQL 15 and later.

CREATE SCHEMA eventlog;

-- The facts. Rows come in by INSERT, checked by event_is_linked, and never change. There are no CHECK constraints on what
-- each append writes: PostgreSQL reads them anew for every statement, and five of them double its cost.
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
);

-- How many events of a shard have a position. Its row is the lease: whoever seals holds its lock.
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


CREATE FUNCTION eventlog.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'eventlog.% keeps what was written: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_never_changes';
END
$$;

CREATE TRIGGER event_never_changes BEFORE UPDATE OR DELETE ON eventlog.event
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER event_is_never_emptied BEFORE TRUNCATE ON eventlog.event
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER ledger_never_changes BEFORE UPDATE OR DELETE ON eventlog.ledger
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER ledger_is_never_emptied BEFORE TRUNCATE ON eventlog.ledger
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();


-- The link, as league/eventlog/link.py defines it. record_send writes text in the client's encoding: another encoding
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
-- for each connection, from reading the whole table because that was small at the time.
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
            WHEN given.at > clock_timestamp() + interval '5 seconds'
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

CREATE TRIGGER event_is_linked AFTER INSERT ON eventlog.event
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.check_links();

ALTER TABLE eventlog.event ENABLE ALWAYS TRIGGER event_never_changes;
ALTER TABLE eventlog.event ENABLE ALWAYS TRIGGER event_is_never_emptied;
ALTER TABLE eventlog.event ENABLE ALWAYS TRIGGER event_is_linked;
ALTER TABLE eventlog.ledger ENABLE ALWAYS TRIGGER ledger_never_changes;
ALTER TABLE eventlog.ledger ENABLE ALWAYS TRIGGER ledger_is_never_emptied;
