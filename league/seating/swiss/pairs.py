"""Swiss pairings, one round at a time: everybody meets the nearest in the standings whom they have not met.

All tables are found at once, as the cheapest matching of a graph (`matching`). The criteria, most important first:

1. Pairs that should be kept apart.
2. The turn for the bye: not twice in a row, then the fewest byes so far.
3. Rematches: the third meeting of a pair outweighs any number of second ones.
4. The score of the seeker with the bye.
5. Two seekers who both have to move first, or both second (see `matching.need`).
6. Gaps between scores, squared.
7. Gaps between ranks. In an opening round, their difference from half the field.
8. Floats in a direction in which a seeker floated before.
9. First moves that balance.

The first version had no fifth criterion, seated by the balance of first moves alone, and took several second meetings
for worse than a third one.
"""

from collections.abc import Mapping, Sequence

from games.errors import gettext_noop
from league.seating.swiss.matching import Field, Meeting, build_field, lead, pairing
from league.seating.types import Draw, Inputs, Seeker, Sentence, TableDrawn

NAME = "swiss-pairs"
ALGORITHM = f"{NAME} 2"

EQUALS = gettext_noop(
    "Both have {score} and have not met yet. First moves so far: {first_id} {first_moves}, {second_id} {second_moves}."
)
OPENING = gettext_noop(
    "Opening round: the top half of the field meets the bottom half. First moves so far: {first_id} "
    "{first_moves}, {second_id} {second_moves}."
)
NEIGHBOURS = gettext_noop(
    "They have not met yet. {high_id} has {high} and {low_id} has {low}. Over all tables, no smaller "
    "gaps are possible. First moves so far: {first_id} {first_moves}, {second_id} {second_moves}."
)
AGAIN = gettext_noop(
    "They have met before (times: {times}), but otherwise somebody would have no opponent. First moves "
    "so far: {first_id} {first_moves}, {second_id} {second_moves}."
)
UNBALANCED = gettext_noop("Table {table}: {first_id} moves first, although it is {second_id}’s turn.")
TOGETHER = gettext_noop(
    "They should be kept apart, but otherwise somebody would have no opponent. First moves so far: "
    "{first_id} {first_moves}, {second_id} {second_moves}."
)


def swiss_pairs(inputs: Inputs) -> Draw:
    """The round that *inputs* lead to: tables of two, where seat 0 moves first. In an odd field, one has a bye.

    The order of the seekers does not matter.
    """
    field = build_field(inputs)
    meetings, unavoidable = pairing(field)
    tables = sorted(
        (meeting for meeting in meetings if meeting[1] != field.nobody),
        key=lambda meeting: (-field.points[meeting[0]], -field.points[meeting[1]], meeting[0]),
    )
    seated = [_seat(field, meeting) for meeting in tables]
    figures = _figures(field, seated)
    return Draw(
        tables=tuple(
            TableDrawn(seats=(field.seekers[first].id, field.seekers[second].id), why=_reason(field, first, second))
            for first, second in seated
        ),
        out=tuple(field.seekers[at].id for at, other in meetings if other == field.nobody),
        figures=figures | {"repeats_bound": min(unavoidable, figures["repeats"])},
    )


def figures(inputs: Inputs, tables: Sequence[Sequence[str]]) -> Mapping[str, int]:
    """The quality of *tables* (ids by seat). Smaller is better, and the first figure matters most.

    apart: tables with a pair that should be kept apart
    repeats: rematches
    score_gap: the sum of squared gaps between scores, in the smallest step between two scores
    rank_gap: the sum of gaps between places in the standings, in an opening round from half the field
    floats: how often a player floats as before
    first_move_gap: the largest difference between a player's first and second moves after this round

    Raises `KeyError` for an unknown id.
    """
    field = build_field(inputs)
    place = {seeker.id: at for at, seeker in enumerate(field.seekers)}
    return _figures(field, [(place[first], place[second]) for first, second in tables])


def pair_seats(inputs: Inputs, pair: Sequence[str]) -> tuple[str, str]:
    """The two of a pair by seat, as the draw seats them. Raises `KeyError` for an unknown id."""
    field = build_field(inputs)
    place = {seeker.id: at for at, seeker in enumerate(field.seekers)}
    first, second = _seat(field, (place[pair[0]], place[pair[1]]))
    return field.seekers[first].id, field.seekers[second].id


def seat_complaints(inputs: Inputs, tables: Sequence[Sequence[str]]) -> list[Sentence]:
    """A complaint for each table of two whose seats, exchanged, would balance first moves better."""
    field = build_field(inputs)
    place = {seeker.id: at for at, seeker in enumerate(field.seekers)}
    found: list[Sentence] = []
    for number, (first, second) in enumerate(tables, start=1):
        due = [(int(field.needs[at]), lead(field.seekers[at])) for at in (place[first], place[second])]
        if due[0] > due[1]:
            params: dict[str, str | int] = {"table": number, "first_id": first, "second_id": second}
            found.append(Sentence(UNBALANCED, params))
    return found


def _figures(field: Field, seated: Sequence[Meeting]) -> dict[str, int]:
    gaps = [abs(int(field.points[first]) - int(field.points[second])) for first, second in seated]
    keys = [field.key(first, second) for first, second in seated]
    uneven = [sorted(pair) for pair, gap in zip(seated, gaps, strict=True) if gap]
    after = field.lead.copy()
    for first, second in seated:
        after[first] += 1
        after[second] -= 1
    return {
        "apart": sum(key in field.apart for key in keys),
        "repeats": sum(key in field.met for key in keys),
        "score_gap": sum(gap**2 for gap in gaps),
        "rank_gap": sum(abs(abs(first - second) - field.due) for first, second in seated),
        "floats": sum(int(field.downs[upper] > 0) + int(field.ups[lower] > 0) for upper, lower in uneven),
        "first_move_gap": int(abs(after).max(initial=0)),
    }


def _seat(field: Field, meeting: Meeting) -> Meeting:
    """The meeting with the first mover in front: by need, then fewest first moves, the longest wait, the lot."""

    def turn(at: int) -> tuple[int, int, bool, int, int]:
        seeker = field.seekers[at]
        first = seeker.last == 0
        return int(field.needs[at]), lead(seeker), first, seeker.in_row if first else -seeker.in_row, field.lots[at]

    first, second = sorted(meeting, key=turn)
    return first, second


def _reason(field: Field, first: int, second: int) -> Sentence:
    upper, lower = (field.seekers[at] for at in sorted((first, second)))
    moves: dict[str, str | int] = {
        "first_id": field.seekers[first].id,
        "first_moves": _first_moves(field.seekers[first]),
        "second_id": field.seekers[second].id,
        "second_moves": _first_moves(field.seekers[second]),
    }
    key = field.key(first, second)
    if key in field.apart:
        return Sentence(TOGETHER, moves)
    if times := field.met.get(key, 0):
        return Sentence(AGAIN, {"times": times, **moves})
    if field.due:
        return Sentence(OPENING, moves)
    if upper.score == lower.score:
        return Sentence(EQUALS, {"score": upper.score, **moves})
    return Sentence(
        NEIGHBOURS, {"high_id": upper.id, "high": upper.score, "low_id": lower.id, "low": lower.score, **moves}
    )


def _first_moves(seeker: Seeker) -> int:
    return seeker.seats[0] if seeker.seats else 0
