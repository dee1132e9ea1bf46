"""Events to tables, one module for each table; can be dropped and rebuilt at any time."""
