"""Who stands where, and why."""
