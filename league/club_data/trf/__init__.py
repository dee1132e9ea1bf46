"""FIDE's Tournament Report File, version 2026 (TRF26), of individual tournaments: read, written, imported."""
