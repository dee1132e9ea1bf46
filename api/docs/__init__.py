"""The schema as a document and as a page."""
