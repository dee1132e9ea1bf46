"""Seating."""
