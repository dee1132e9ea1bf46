"""Sixth."""
