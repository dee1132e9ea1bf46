-- Cosignatures of checkpoints by witnesses: each as the line below the log's own signature.
CREATE TABLE eventlog.cosignature (
    shard smallint NOT NULL,
    size bigint NOT NULL,
    log smallint NOT NULL,
    witness text NOT NULL, -- its public key
    line text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (shard, size, log, witness)
);
CREATE INDEX cosignature_by_witness ON eventlog.cosignature (shard, log, witness, size);

CREATE TRIGGER cosignature_never_changes BEFORE UPDATE OR DELETE ON eventlog.cosignature
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER cosignature_is_never_emptied BEFORE TRUNCATE ON eventlog.cosignature
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
ALTER TABLE eventlog.cosignature ENABLE ALWAYS TRIGGER cosignature_never_changes;
ALTER TABLE eventlog.cosignature ENABLE ALWAYS TRIGGER cosignature_is_never_emptied;

-- The last checkpoint of each log of others that this installation has cosigned as a witness.
CREATE TABLE eventlog.witnessed (
    origin text COLLATE "C" PRIMARY KEY,
    note text NOT NULL,
    at timestamptz NOT NULL
);
