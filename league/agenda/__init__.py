"""Everything that has a date: tournaments, their rounds, single tables, and evenings of leagues."""
