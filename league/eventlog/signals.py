"""Announcements. They may be lost with the process, so whoever listens must also catch up by itself."""

from django.dispatch import Signal

appended = Signal()
"""Events were committed; sent with `appended`, an `Appended`, once for each append and not for a replay."""
