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

-- The service adds cosignatures, and remembers what it cosigned.
DO $$
DECLARE
    before text := pg_get_functiondef('eventlog.admit'::regproc);
    after text := replace(replace(before,
        'INSERT ON eventlog.private, eventlog.foreign_checkpoint TO',
        'INSERT ON eventlog.private, eventlog.foreign_checkpoint, eventlog.cosignature TO'),
        'DELETE ON eventlog.projection,', 'DELETE ON eventlog.projection, eventlog.witnessed,');
BEGIN
    IF after NOT LIKE '%eventlog.cosignature TO%eventlog.projection, eventlog.witnessed,%' THEN
        RAISE EXCEPTION 'eventlog.admit gives rights in another way';
    END IF;
    EXECUTE after;
END
$$;
