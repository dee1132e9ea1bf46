"""What seekers bring along into a round after the rounds of a plan that come before it."""

from collections.abc import Mapping, Sequence

import msgspec

from league.seating.types import Seeker


def advance_seekers(
    seekers: Mapping[str, Seeker], round_: int, tables: Sequence[Sequence[str]], out: Sequence[str], preferred: int
) -> dict[str, Seeker]:
    """*seekers* by id, when *round_* was played at *tables*, ids by seat, and those of *out* sat out."""
    now = dict(seekers)
    for table in tables:
        for seat, id_ in enumerate(table):
            seeker = now[id_]
            met = dict(seeker.met)
            for other in table:
                if other != id_:
                    met[other] = met.get(other, 0) + 1
            seats = [*seeker.seats, *[0] * (seat + 1 - len(seeker.seats))]
            seats[seat] += 1
            now[id_] = msgspec.structs.replace(
                seeker,
                met=met,
                seats=tuple(seats),
                short=seeker.short + (len(table) < preferred),
                last=seat,
                in_row=seeker.in_row + 1 if seat == seeker.last else 1,
            )
    for id_ in out:
        now[id_] = msgspec.structs.replace(now[id_], sat_out=(*now[id_].sat_out, round_))
    return now
