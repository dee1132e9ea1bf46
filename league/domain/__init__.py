"""Deciding and evolving: pure functions of values."""
