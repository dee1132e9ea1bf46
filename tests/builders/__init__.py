"""Clubs, matches, tournaments and appeals for tests, made through services, requests, pages, or in memory."""
