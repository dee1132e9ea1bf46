"""People import."""
