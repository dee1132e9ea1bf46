-- Random bytes in the leaf of each event, drawn when it gets its position: leaves of guessable events reveal nothing. Rows
-- from before have none.
ALTER TABLE eventlog.ledger ADD COLUMN blind bytea;

-- THE HEADS OF ALL STREAMS

-- The last event of each stream that the newest checkpoint covers, by the SHA-256 of the stream's name. verify/heads.py has
-- the form. Only the signer changes these three tables, in the transaction that signs.
CREATE TABLE eventlog.head (
    shard smallint NOT NULL,
    stream bytea NOT NULL CHECK (length(stream) = 32),
    leaf bytea NOT NULL CHECK (length(leaf) = 32),
    PRIMARY KEY (shard, stream)
);

-- The hashes of the buckets, 256 in a row, and the root over each row. A row that is missing has empty buckets.
CREATE TABLE eventlog.head_tile (
    shard smallint NOT NULL,
    number smallint NOT NULL CHECK (number BETWEEN 0 AND 255),
    hashes bytea NOT NULL CHECK (length(hashes) = 8192),
    root bytea NOT NULL CHECK (length(root) = 32),
    PRIMARY KEY (shard, number)
);
ALTER TABLE eventlog.head_tile ALTER COLUMN hashes SET STORAGE EXTERNAL; -- hashes cannot be compressed

-- How many events the heads of a shard are of.
CREATE TABLE eventlog.heads (
    shard smallint PRIMARY KEY,
    size bigint NOT NULL CHECK (size >= 0)
);
