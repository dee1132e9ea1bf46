"""Tiebreaks."""
