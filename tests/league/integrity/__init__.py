"""Integrity."""
