"""Auditors, who recompute the log from its raw rows and trust nothing that was stored beside them."""
