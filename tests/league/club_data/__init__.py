"""Club data."""
