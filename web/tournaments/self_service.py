"""What players do for themselves on the page of a tournament: buttons, no fields."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from league.tournaments.services import entries


def _join(tournament_id: str, who: str, actor: Any) -> None:
    entries.enter(tournament_id=tournament_id, player_id=UUID(who), actor=actor)


def _here(tournament_id: str, who: str, actor: Any) -> None:
    entries.check_in(tournament_id=tournament_id, entrant=who, actor=actor)


def _leave(tournament_id: str, who: str, actor: Any) -> None:
    entries.withdraw(tournament_id=tournament_id, entrant=who, actor=actor)


def _back(tournament_id: str, who: str, actor: Any) -> None:
    entries.return_(tournament_id=tournament_id, entrant=who, actor=actor)


OWN: Mapping[str, Callable[[str, str, Any], None]] = {"join": _join, "here": _here, "leave": _leave, "back": _back}
