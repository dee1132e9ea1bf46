"""The append-only store of events."""
