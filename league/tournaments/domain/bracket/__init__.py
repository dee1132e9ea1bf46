"""Bracket."""
