"""What people do: read, check permission, decide, append."""
