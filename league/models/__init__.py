"""Tables that are not the log: accounts, and what projections write."""

from league.models.accounts import User

__all__ = ["User"]
