-- Notes are taken shard by shard, so that a shard that nobody follows holds up no other.
ALTER TABLE eventlog.inbox DROP CONSTRAINT inbox_pkey, ADD PRIMARY KEY (shard, id);

-- Each shard is a log of its own for those who check it, so its keys have other names and other sizes.
ALTER TABLE eventlog.signing_key ADD COLUMN shard smallint NOT NULL DEFAULT 0;
ALTER TABLE eventlog.signing_key DROP CONSTRAINT signing_key_pkey, ADD PRIMARY KEY (shard, id);

-- As in 0002_event_log.sql, and a stream stays in its shard.
CREATE OR REPLACE FUNCTION eventlog.check_links() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
            WHEN given.shard <> previous.shard
            THEN eventlog.refuse_link(given.stream, given.seq, 'its stream is in another shard')
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
        SELECT event.hash, event.at, event.shard FROM eventlog.event
        WHERE event.stream = given.stream AND event.seq = given.seq - 1
        OFFSET 0 -- keeps the look-up by key from becoming a join over the table
    ) AS previous ON true
    GROUP BY given.shard, given.stream;
    RETURN NULL;
END
$$;
