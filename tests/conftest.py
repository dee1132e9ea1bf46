"""Fixtures for all tests."""

from tests.postgres_plugin import django_db_setup  # noqa: F401 - else pytest-django's own would make a database
