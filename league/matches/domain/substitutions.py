"""For whom a seat of a match plays, when others than those of its opening sit there.

The table of a tournament has an entrant at each seat of the opening. Seats may change hands and places until the match
is over; a result stays with whoever it was played for, whatever the entrants do afterwards. It follows from the facts
of the match alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from league.matches.domain.events import MatchOpened, SeatsChanged


class Substitutions(NamedTuple):
    """Players by seat, and `origins`: the seat of the opening that each plays for, None for one seat too many.

    No two have the same. `were`: for which seat everybody who ever sat here played last.
    """

    players: tuple[str | None, ...]
    origins: tuple[int | None, ...]
    were: Mapping[str, int]
    opened: int  # seats at the opening


def start(event: MatchOpened) -> Substitutions:
    """Everybody plays for the own seat."""
    origins = tuple(range(len(event.seats)))
    return Substitutions(event.seats, origins, _seat_origins(event.seats, origins), len(origins))


def change_seats(substitutions: Substitutions, event: SeatsChanged) -> Substitutions:
    """Others sit there. Who sat there before plays for the same seat as before.

    Where nobody is absent and as many sit down as get up, they play for those who got up, seat by seat. Else who sat
    here once plays for the own seat again; the others for whoever had their seat, or for one whose seat is empty.
    """
    before = _seat_origins(substitutions.players, substitutions.origins)
    found = [before.get(player or "") for player in event.seats]
    new = [seat for seat, origin in enumerate(found) if origin is None]
    got_up = [seat for seat, player in enumerate(substitutions.players) if player is None or player not in event.seats]
    empty = [*(substitutions.origins[seat] for seat in got_up), *range(substitutions.opened)]

    def sit(wish: Callable[[int], int | None]) -> None:
        for seat in new:
            origin = wish(seat)
            if found[seat] is None and origin in empty and origin not in found:
                found[seat] = origin

    if len(event.seats) != len(substitutions.players) or event.absent:
        sit(lambda seat: substitutions.were.get(event.seats[seat] or ""))
    sit(lambda seat: substitutions.origins[seat] if seat in got_up else None)
    sit(lambda seat: next((origin for origin in empty if origin not in found), None))
    origins = tuple(found)
    return Substitutions(
        event.seats, origins, {**substitutions.were, **_seat_origins(event.seats, origins)}, substitutions.opened
    )


def _seat_origins(players: Sequence[str | None], origins: Sequence[int | None]) -> dict[str, int]:
    """Players for whom it is known which seat they play for."""
    return {
        player: origin
        for player, origin in zip(players, origins, strict=True)
        if player is not None and origin is not None
    }
