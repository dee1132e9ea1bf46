"""Results of a tournament from a sheet: a row for each player of a game."""
