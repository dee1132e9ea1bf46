"""A witness of logs, by the protocol c2sp.org/tlog-witness: it cosigns a checkpoint only if its log has just grown.

    python -m verify.witness --key FILE --state FILE --log KEY [--log KEY …] [--host 127.0.0.1] [--port 8080]

It remembers the last checkpoint of each log. So a log that shows one history to some and another to others gets the
cosignatures of one of them alone. Everybody can fetch the last one at `/HASH/checkpoint`, by the SHA-256 of its origin.
"""
