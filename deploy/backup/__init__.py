"""Backups of the database: dumped, restored and tried out."""
