"""The handbook of a season, to be printed: tables, events with their results, and the rules as they are set."""
