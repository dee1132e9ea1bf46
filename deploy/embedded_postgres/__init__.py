"""Embedded postgres."""
