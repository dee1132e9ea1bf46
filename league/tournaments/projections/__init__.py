"""Projections."""
