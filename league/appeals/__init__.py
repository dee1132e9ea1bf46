"""Appeals."""
