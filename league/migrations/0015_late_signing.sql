-- When an import stored an event: its own time is of the past, so it tells nothing about how long the event has waited.
-- Null for all others. The default is worked out where the note is left, whoever leaves it.
ALTER TABLE eventlog.inbox ADD COLUMN imported timestamptz
    DEFAULT CASE WHEN current_setting('eventlog.importing', true) = 'on' THEN clock_timestamp() END;
ALTER TABLE eventlog.ledger ADD COLUMN imported timestamptz;

-- Finds events that no note and no place in the ledger speaks of, among those since the last checkpoint. Rows lie in the
-- order of their times, but for imported ones, so the times of some pages together are enough, and cost an append nothing.
CREATE INDEX event_by_time ON eventlog.event USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
