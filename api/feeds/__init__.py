"""Feeds."""
