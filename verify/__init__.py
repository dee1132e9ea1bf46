"""Checking a match, or the history of a log, by one file: no account, no server, no database (docs/evidence.md)."""
