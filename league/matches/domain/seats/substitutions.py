"""For whom a seat of a match plays, when others than those of its opening sit there.

The table of a tournament has an entrant at each seat of the opening. Seats may change hands and places until the match
is over; a result stays with the entrant that it was played for.
"""

from collections.abc import Collection, Mapping, Sequence
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
    """Everybody plays for their own seat."""
    origins = tuple(range(len(event.seats)))
    return Substitutions(event.seats, origins, _seat_origins(event.seats, origins), len(origins))


def change_seats(substitutions: Substitutions, event: SeatsChanged) -> Substitutions:
    """Seat others. Players who sat there before play for the same seat as before.

    If nobody is absent and as many sit down as get up, they play for those who got up, seat by seat. Otherwise players
    who sat here once play for that seat again, and the others for the player who had their seat, or for an empty seat.
    """
    before = _seat_origins(substitutions.players, substitutions.origins)
    found = [before.get(player or "") for player in event.seats]
    new = [seat for seat, origin in enumerate(found) if origin is None]
    got_up = [seat for seat, player in enumerate(substitutions.players) if player is None or player not in event.seats]
    empty = [*(substitutions.origins[seat] for seat in got_up), *range(substitutions.opened)]

    if len(event.seats) != len(substitutions.players) or event.absent:
        _take_seats(found, {seat: substitutions.were.get(event.seats[seat] or "") for seat in new}, empty)
    _take_seats(found, {seat: substitutions.origins[seat] for seat in new if seat in got_up}, empty)
    for seat in new:
        if found[seat] is None:
            found[seat] = next((origin for origin in empty if origin not in found), None)
    origins = tuple(found)
    return Substitutions(
        event.seats, origins, {**substitutions.were, **_seat_origins(event.seats, origins)}, substitutions.opened
    )


def _take_seats(found: list[int | None], wanted: Mapping[int, int | None], empty: Collection[int | None]) -> None:
    """Enter, by seat, the origin that is wanted where it is still to be had."""
    for seat, origin in wanted.items():
        if found[seat] is None and origin in empty and origin not in found:
            found[seat] = origin


def _seat_origins(players: Sequence[str | None], origins: Sequence[int | None]) -> dict[str, int]:
    """Players for whom it is known which seat they play for."""
    return {
        player: origin
        for player, origin in zip(players, origins, strict=True)
        if player is not None and origin is not None
    }
