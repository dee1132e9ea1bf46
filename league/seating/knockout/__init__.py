"""Knockout."""
