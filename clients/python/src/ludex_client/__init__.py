"""A client for Ludex. `Ludex.sign_in(…)` or `Ludex(url)` begins; `core` has every operation of the API."""

from ludex_client.connection import Conflict, Refused
from ludex_client.league import Club, Ludex, Match, Tournament

__all__ = ["Club", "Conflict", "Ludex", "Match", "Refused", "Tournament"]
