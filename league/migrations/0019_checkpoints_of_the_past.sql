-- As in 0016_two_roles.sql, but the tree may have grown while the checkpoint was made, for no sealer waits for the signer.
-- The frontier has to lead to the root. The signer and every audit work it out from the tiles. The log is that of the
-- newest key.
CREATE OR REPLACE FUNCTION eventlog.add_checkpoint(
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
