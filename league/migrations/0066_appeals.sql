-- What is said about persons, beside the log: the only thing of an event that can be erased. league/eventlog/private.py
-- tells how an event commits to it.

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

-- A part is written once, and may only be blanked after that.
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
ALTER TABLE eventlog.private ENABLE ALWAYS TRIGGER private_never_changes;
ALTER TABLE eventlog.private ENABLE ALWAYS TRIGGER private_is_never_deleted;
ALTER TABLE eventlog.private ENABLE ALWAYS TRIGGER private_is_never_emptied;
