"""Leagues: seasons of events of one game, divisions, and who goes up and down."""
