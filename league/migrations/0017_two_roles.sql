-- WHAT THE SERVICE MAY DO
--
-- The log belongs to its owner, who migrates it. The service has a role of its own: it may read everything, and write the
-- log by these functions only, which have the owner's rights and check what they are given.

ALTER FUNCTION eventlog.append SECURITY DEFINER;

-- Take the lease of a shard until the transaction ends. How many events have a position; null if somebody else has it.
CREATE FUNCTION eventlog.lease(shard smallint) RETURNS bigint LANGUAGE sql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT size FROM eventlog.shard WHERE id = lease.shard FOR UPDATE SKIP LOCKED
$$;

-- Give the next positions of a shard to the events of these notes, and forget the notes. How many events. A UUID has 122
-- random bits: the hash of two blinds an event so that nobody can try out what it is.
CREATE FUNCTION eventlog.seal(shard smallint, notes bigint[]) RETURNS bigint LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_variable
DECLARE
    start bigint := eventlog.lease(shard);
    sealed bigint;
    wrong bigint;
BEGIN
    INSERT INTO eventlog.ledger (shard, position, stream, seq, blind, imported)
    SELECT shard, start + row_number() OVER (ORDER BY inbox.id, each) - 1, inbox.stream, each,
        sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), inbox.imported
    FROM eventlog.inbox, generate_series(inbox.first, inbox.last) AS each
    WHERE inbox.shard = shard AND inbox.id = ANY(notes);
    GET DIAGNOSTICS sealed = ROW_COUNT;

    SELECT min(own.position) INTO wrong FROM eventlog.inbox
    JOIN eventlog.ledger AS own ON own.stream = inbox.stream AND own.seq = inbox.first
    LEFT JOIN eventlog.ledger AS previous
        ON previous.stream = inbox.stream AND previous.seq = inbox.first - 1 AND previous.position < own.position
    WHERE inbox.shard = shard AND inbox.id = ANY(notes) AND inbox.first > 1 AND previous.seq IS NULL;
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'The event for position % would be sealed before the one it follows', wrong
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'sealed_in_order', DETAIL = wrong;
    END IF;

    DELETE FROM eventlog.inbox WHERE inbox.shard = shard AND inbox.id = ANY(notes);
    UPDATE eventlog.shard SET size = start + sealed WHERE id = shard;
    RETURN sealed;
END
$$;

CREATE FUNCTION eventlog.open_shard(shard smallint) RETURNS void LANGUAGE sql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO eventlog.shard (id, size) SELECT shard, 0 WHERE shard BETWEEN 0 AND 63 ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION eventlog.refuse_tree(what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The tree does not grow so: %', what
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'tree_follows_ledger';
END
$$;

-- Keep a full tile of the tree: of the events at its positions, or of the roots of the tiles below it.
CREATE FUNCTION eventlog.keep_tile(shard smallint, level smallint, number bigint, hashes bytea, root bytea)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_variable
DECLARE
    width integer := length(hashes) / 32;
    due bytea;
    above bytea := hashes;
BEGIN
    IF level = 0 THEN
        SELECT string_agg(sha256('\x00'::bytea || event.hash || coalesce(ledger.blind, '')), '' ORDER BY ledger.position)
        INTO due FROM eventlog.ledger
        CROSS JOIN LATERAL (
            SELECT event.hash FROM eventlog.event WHERE event.stream = ledger.stream AND event.seq = ledger.seq
            OFFSET 0 -- one by one: see docs/event-log.md
        ) AS event
        WHERE ledger.shard = shard AND ledger.position >= number * width AND ledger.position < (number + 1) * width;
    ELSE
        SELECT string_agg(tile.root, '' ORDER BY tile.number) INTO due FROM eventlog.tile
        WHERE tile.shard = shard AND tile.level = level - 1
            AND tile.number >= number * width AND tile.number < (number + 1) * width;
    END IF;
    IF hashes IS DISTINCT FROM due THEN
        PERFORM eventlog.refuse_tree(format('tile %s of level %s is not that of the ledger', number, level));
    END IF;
    WHILE length(above) > 32 LOOP
        SELECT string_agg(sha256('\x01'::bytea || substr(above, n * 64 + 1, 64)), '' ORDER BY n) INTO above
        FROM generate_series(0, length(above) / 64 - 1) AS n;
    END LOOP;
    IF root IS DISTINCT FROM above THEN
        PERFORM eventlog.refuse_tree(format('the root of tile %s of level %s is not that of its hashes', number, level));
    END IF;
    INSERT INTO eventlog.tile VALUES (shard, level, number, hashes, root);
END
$$;

-- Let the tree cover all events of a shard that have a position. The signer works the frontier out again from tiles.
CREATE FUNCTION eventlog.grow(shard smallint, size bigint, frontier bytea[]) RETURNS void LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
    IF size IS DISTINCT FROM (SELECT known.size FROM eventlog.shard AS known WHERE known.id = shard)
        OR size < (SELECT known.size FROM eventlog.tree AS known WHERE known.shard = shard)
    THEN
        PERFORM eventlog.refuse_tree(format('shard %s has not sealed %s events', shard, size));
    END IF;
    INSERT INTO eventlog.tree AS known VALUES (shard, size, frontier)
    ON CONFLICT ON CONSTRAINT tree_pkey DO UPDATE SET size = excluded.size, frontier = excluded.frontier;
END
$$;

-- Keep a checkpoint that is newer than all others of its log, which is that of the newest key. The tree may have grown
-- while it was made, for no sealer waits for the signer. The frontier has to lead to the root: the signer and every audit
-- work it out from the tiles.
CREATE FUNCTION eventlog.add_checkpoint(
    shard smallint, size bigint, log smallint, root bytea, frontier bytea[], note text, at timestamptz
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
    made bytea := frontier[cardinality(frontier)];
BEGIN
    FOR n IN REVERSE cardinality(frontier) - 1 .. 1 LOOP
        made := sha256('\x01'::bytea || frontier[n] || made);
    END LOOP;
    IF log IS DISTINCT FROM (SELECT max(known.log) FROM eventlog.signing_key AS known WHERE known.shard = shard) THEN
        PERFORM eventlog.refuse_tree(format('log %s is not that of the newest key', log));
    END IF;
    IF EXISTS (
        SELECT FROM eventlog.checkpoint AS known
        WHERE known.shard = shard AND (known.log > log OR known.log = log AND known.size >= size))
    THEN
        PERFORM eventlog.refuse_tree(format('there is a newer checkpoint than %s', size));
    END IF;
    IF NOT EXISTS (
        SELECT FROM eventlog.tree AS known
        WHERE known.shard = shard AND (known.size > size OR known.size = size AND known.frontier = frontier))
    THEN
        PERFORM eventlog.refuse_tree(format('the tree does not have %s events and this frontier', size));
    END IF;
    IF root IS DISTINCT FROM made OR cardinality(frontier) IS DISTINCT FROM bit_count(size::bit(64)) THEN
        PERFORM eventlog.refuse_tree(format('the frontier of checkpoint %s does not lead to its root', size));
    END IF;
    INSERT INTO eventlog.checkpoint (shard, size, log, root, frontier, note, at)
    VALUES (shard, size, log, root, frontier, note, at);
END
$$;

-- Add the first key of a shard, unless it has one.
CREATE FUNCTION eventlog.add_first_key(shard smallint, key text) RETURNS void LANGUAGE sql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO eventlog.signing_key (shard, id, log, first, key)
    SELECT add_first_key.shard, 1, coalesce(max(log), 1), 0, add_first_key.key
    FROM eventlog.signing_key WHERE signing_key.shard = 0
    HAVING EXISTS (SELECT FROM eventlog.shard WHERE id = add_first_key.shard)
    ON CONFLICT DO NOTHING
$$;

-- Add the next key of a shard. Only the owner may: readers take the keys that are published for those of the log.
CREATE FUNCTION eventlog.add_key(shard smallint, id integer, log smallint, first bigint, key text, statement text)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
    IF id IS DISTINCT FROM (
        SELECT coalesce(max(known.id), 0) + 1 FROM eventlog.signing_key AS known WHERE known.shard = shard)
    THEN
        PERFORM eventlog.refuse_tree(format('%s is not the number of the next key', id));
    END IF;
    INSERT INTO eventlog.signing_key (shard, id, log, first, key, statement)
    VALUES (shard, id, log, first, key, statement);
END
$$;

-- Take the functions above from everybody, and give a role the rights of the service, and no others in the log. `migrate`
-- does so after every change of the database, with null where there is no such role. A dump keeps no rights.
CREATE FUNCTION eventlog.admit(service text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    queue regclass;
BEGIN
    REVOKE EXECUTE ON FUNCTION
        eventlog.append, eventlog.lease, eventlog.seal, eventlog.open_shard, eventlog.keep_tile, eventlog.grow,
        eventlog.add_checkpoint, eventlog.add_first_key, eventlog.add_key, eventlog.spread, eventlog.admit
    FROM PUBLIC;
    IF service IS NULL THEN
        RETURN;
    END IF;
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA eventlog FROM %I', service);
    EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA eventlog FROM %I', service);
    EXECUTE format('GRANT USAGE ON SCHEMA public, eventlog TO %I', service);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA eventlog TO %I', service); -- partitions, too: dumps lock them
    EXECUTE format(
        'GRANT EXECUTE ON FUNCTION eventlog.append, eventlog.lease, eventlog.seal, eventlog.open_shard,
            eventlog.keep_tile, eventlog.grow, eventlog.add_checkpoint, eventlog.add_first_key TO %I', service);
    -- Rows that triggers protect, or that are worked out from the log.
    EXECUTE format('GRANT INSERT ON eventlog.private, eventlog.foreign_checkpoint, eventlog.cosignature TO %I', service);
    EXECUTE format('GRANT UPDATE ON eventlog.private TO %I', service); -- to erase
    EXECUTE format('GRANT UPDATE (id) ON eventlog.signing_key TO %I', service); -- to lock; no key changes
    EXECUTE format(
        'GRANT INSERT, UPDATE, DELETE ON eventlog.projection, eventlog.witnessed, eventlog.head, eventlog.head_tile,
            eventlog.heads TO %I', service);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %I', service);
    EXECUTE format('GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO %I', service);
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA eventlog TO %I', service);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON public.django_migrations FROM %I', service);
    -- The queue in the database makes its tables itself.
    IF to_regnamespace('pgmq') IS NOT NULL THEN
        EXECUTE format('GRANT USAGE, CREATE ON SCHEMA pgmq TO %I', service);
        EXECUTE format('GRANT ALL ON ALL TABLES IN SCHEMA pgmq TO %I', service);
        EXECUTE format('GRANT ALL ON ALL SEQUENCES IN SCHEMA pgmq TO %I', service);
        FOR queue IN
            SELECT oid FROM pg_class WHERE relnamespace = 'pgmq'::regnamespace AND relkind = 'r'
                AND relname ~ '^[qa]_' AND relowner = current_user::regrole
        LOOP
            EXECUTE format('ALTER TABLE %s OWNER TO %I', queue, service);
        END LOOP;
    END IF;
END
$$;
SELECT eventlog.admit(NULL);
