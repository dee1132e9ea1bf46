"""Reachable."""
