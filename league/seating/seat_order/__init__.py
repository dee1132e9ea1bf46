"""Seat order."""
