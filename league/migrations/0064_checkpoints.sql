-- The Merkle tree over the order of the log and its signed checkpoints; docs/event-log.md tells what they promise.

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

-- Who signs: public keys in the order in which they came, each from a size of the log on. The note in which the key
-- before it says so; none for the first, and where the key before it was lost.
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

ALTER TABLE eventlog.tile ENABLE ALWAYS TRIGGER tile_never_changes;
ALTER TABLE eventlog.tile ENABLE ALWAYS TRIGGER tile_is_never_emptied;
ALTER TABLE eventlog.signing_key ENABLE ALWAYS TRIGGER signing_key_never_changes;
ALTER TABLE eventlog.signing_key ENABLE ALWAYS TRIGGER signing_key_is_never_emptied;
ALTER TABLE eventlog.checkpoint ENABLE ALWAYS TRIGGER checkpoint_never_changes;
ALTER TABLE eventlog.checkpoint ENABLE ALWAYS TRIGGER checkpoint_is_never_emptied;
