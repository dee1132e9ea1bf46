"""Tournaments, matches and people: the one Django app that has tables."""
