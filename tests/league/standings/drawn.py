"""Random fields, tables, scorings and chains for properties."""

from hypothesis import strategies as st

from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.tiebreaks.registry import TIEBREAKS
from league.standings.types import Entrant, Outcome, TableResult

NUMBERS = st.sampled_from([0, 1, 2, 5, -1, "1/2", "1/3", "7/4"])
RULES = st.builds(Unplayed, score=NUMBERS, points=NUMBERS, wins=NUMBERS, share=st.sampled_from([0, 1, "1/2", "1/3"]))
OUTCOMES = st.sampled_from([Outcome.CONFIRMED] * 8 + [Outcome.REPORTED, *Outcome])


def no_better_than_last(*, fewest):
    """Rules whose numbers are added to what the last of a round got."""
    less = st.sampled_from([0, -1, "-1/2"])
    points = st.sampled_from([0, 2, "1/3"] if fewest else [0, -2, "-1/3"])
    return st.builds(Unplayed, score=less, points=points, wins=less, share=st.sampled_from([0, "1/3"]))


@st.composite
def scorings(draw):
    by = draw(st.sampled_from(["ranks", "points", "games", "matches", "team"]))
    ranks = draw(st.sampled_from([{}, {"2": (3, 0), "4": (5, 3, "3/2", 1)}])) if by == "ranks" else {}
    dropping = draw(st.sampled_from([{}, {}, {"drop": 1}, {"drop": 2}, {"best": 2}]))
    rules = {name: draw(RULES) for name in ("bye", "walkover", "forfeit", "double_forfeit")}
    missing = {name: draw(st.none() | RULES) for name in ("late", "left", "missed")}
    fewest = draw(st.booleans())
    worths = {f"{name}_as": draw(st.sampled_from(["fixed", "average", "last"])) for name in missing}
    worths["forfeit_as"] = draw(st.sampled_from(["fixed", "fixed", "last"]))
    for name in ("forfeit", *missing):
        if worths[f"{name}_as"] == "last":
            (rules if name == "forfeit" else missing)[name] = draw(no_better_than_last(fewest=fewest))
    if worths["forfeit_as"] == "last":
        rules["double_forfeit"] = draw(no_better_than_last(fewest=fewest))
    each_game = by == "points" and draw(st.booleans())
    return Scoring(
        by=by,
        ranks=ranks,
        draw=draw(st.sampled_from([None, 1])) if by == "ranks" else None,
        order=draw(st.sampled_from(["match", "points"])),
        fewest=fewest,
        most=draw(st.sampled_from([None, 4])),
        least=draw(st.sampled_from([None, "-3/2"])),
        game_bonus=draw(st.sampled_from([0, "1/4"])),
        place_bonus=draw(st.sampled_from([(), (), ("1/2", 0, -1)])) if by != "team" else (),
        each_game=each_game,
        table_bonus=0 if each_game else draw(st.sampled_from([0, 2])),
        stand_in=draw(st.booleans()),
        forfeits_met=draw(st.booleans()),
        **dropping,
        **rules,
        **missing,
        **worths,
    )


@st.composite
def tables(draw, names, rounds):
    """Tables of 1 to 4, with everybody at one table at most per round and some with a bye."""
    found = []
    for round_ in range(1, rounds + 1):
        here = draw(st.permutations(names))
        here = here[draw(st.integers(0, 2)) :]
        table = 0
        while here:
            size = min(len(here), draw(st.integers(2, 4)))
            seats, here = tuple(here[:size]), here[size:]
            table += 1
            found.append(draw(results(round_, table, seats)))
    return found


@st.composite
def results(draw, round_, table, seats):
    outcome = Outcome.BYE if len(seats) == 1 else draw(OUTCOMES.filter(lambda each: each != Outcome.BYE))
    if outcome in (Outcome.BYE, Outcome.UNPLAYED):
        return TableResult(round_, table, seats, outcome)
    each = range(len(seats))
    absent = frozenset()
    if outcome == Outcome.FORFEIT:
        absent = draw(st.frozensets(st.sampled_from(each), min_size=1))
        if draw(st.booleans()):
            return TableResult(round_, table, seats, outcome, absent=absent)
    points = tuple(draw(st.integers(-3, 6)) for _ in each)
    wins = tuple(draw(st.integers(0, 2)) for _ in each)
    best = max(((wins[seat], points[seat]) for seat in each if seat not in absent), default=None)
    winners = tuple(seat for seat in each if seat not in absent and (wins[seat], points[seat]) == best)
    left = draw(st.frozensets(st.sampled_from(sorted(absent)))) if absent else absent
    return TableResult(round_, table, seats, outcome, points, wins, winners, max(sum(wins), 1), absent, left)


@st.composite
def tournaments(draw, most_entrants=7, most_rounds=4):
    """Entrants, tables, rounds."""
    names = [chr(ord("A") + number) for number in range(draw(st.integers(2, most_entrants)))]
    rounds = draw(st.integers(1, most_rounds))
    since = [draw(st.sampled_from([1, 1, 1, 2])) for _ in names]
    until = [draw(st.sampled_from([None, None, None, 1])) for _ in names]
    entrants = [Entrant(*row) for row in zip(names, range(1, len(names) + 1), since, until, strict=True)]
    return entrants, draw(tables(names, rounds)), rounds


CHAINS = st.lists(st.sampled_from(sorted(TIEBREAKS)), unique=True, max_size=6)


def penalties(entrants, rounds):
    ids = st.sampled_from([entrant.id for entrant in entrants])
    return st.lists(st.tuples(st.integers(1, rounds), ids, st.sampled_from([1, "1/2", 3])), max_size=3)
