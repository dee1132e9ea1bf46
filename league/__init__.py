"""Tournaments, matches and people: the one Django app that has tables."""

__version__ = "0.1.0"
