"""Tie-breaks by name, with figures as sums of terms. docs/standings.md defines them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from games.errors import Phrase, gettext_noop, quote
from league.standings.errors import BadScoring
from league.standings.explain import Field, Sum
from league.standings.scoring_rules import Scoring
from league.standings.tiebreaks import direct_encounter, opponents, own_results

ByEntrant: TypeAlias = Callable[[Field, str], Sum]
ByGroup: TypeAlias = Callable[[Field, Sequence[str]], Mapping[str, Sum]]

LONGEST_CHAIN = 12


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A rule that breaks ties. Exactly one of `alone` and `among` is given."""

    name: str
    title: str
    text: str
    unplayed: str  # what a round without play counts as
    alone: ByEntrant | None = None
    among: ByGroup | None = None  # of all who are still tied
    low: bool | None = False  # whether the lower figure is better; None: the scoring decides

    def lower_is_better(self, scoring: Scoring) -> bool:
        return scoring.fewest if self.low is None else self.low


_AS_SET = gettext_noop("as set in the scoring")
_NOTHING = gettext_noop("nothing")
_STAND_IN = gettext_noop("a meeting with an opponent on the same score, or nothing, depending on the scoring")

_ALL = (
    TieBreak(
        "points",
        gettext_noop("Points"),
        gettext_noop("Game points, over all tables that count"),
        _AS_SET,
        own_results.points,
        low=None,
    ),
    TieBreak(
        "wins",
        gettext_noop("Games won"),
        gettext_noop("Games won, over all tables that count"),
        _AS_SET,
        own_results.wins,
    ),
    TieBreak(
        "match_wins",
        gettext_noop("Tables won"),
        gettext_noop("Tables won alone, or by the whole team"),
        gettext_noop("nothing (a win over absent opponents if forfeits count as meetings)"),
        own_results.match_wins,
    ),
    TieBreak(
        "firsts",
        gettext_noop("First places"),
        gettext_noop("First places at a table, shared ones too"),
        _NOTHING,
        partial(own_results.places, place=1),
    ),
    TieBreak(
        "seconds",
        gettext_noop("Second places"),
        gettext_noop("Second places at a table, shared ones too"),
        _NOTHING,
        partial(own_results.places, place=2),
    ),
    TieBreak(
        "thirds",
        gettext_noop("Third places"),
        gettext_noop("Third places at a table, shared ones too"),
        _NOTHING,
        partial(own_results.places, place=3),
    ),
    TieBreak(
        "points_share",
        gettext_noop("Share of points"),
        gettext_noop("Own points as a share of all points at the table"),
        _NOTHING,
        own_results.points_share,
        low=None,
    ),
    TieBreak(
        "progressive",
        gettext_noop("Progressive score"),
        gettext_noop("The scores after each round added up"),
        _AS_SET,
        own_results.progressive,
    ),
    TieBreak(
        "best_table",
        gettext_noop("Best table"),
        gettext_noop("Score of the best table"),
        _NOTHING,
        own_results.best_table,
    ),
    TieBreak(
        "fewest_cards",
        gettext_noop("Cards left"),
        gettext_noop("Points or cards left, over all tables that count (fewer is better)"),
        _AS_SET,
        own_results.points,
        low=True,
    ),
    TieBreak(
        "difference",
        gettext_noop("Difference"),
        gettext_noop("Own points minus the average of the others at the table"),
        _NOTHING,
        own_results.difference,
        low=None,
    ),
    TieBreak(
        "seat_adjusted",
        gettext_noop("Seat-adjusted points"),
        gettext_noop("Own points minus the average of everyone in the same seat at tables of the same size"),
        _NOTHING,
        own_results.seat_adjusted,
        low=None,
    ),
    TieBreak(
        "direct_encounter",
        gettext_noop("Direct encounter"),
        gettext_noop("Results among tied entrants, applied again to those still tied"),
        gettext_noop("nothing (a win or a loss if forfeits count as meetings)"),
        among=direct_encounter.direct_encounter,
    ),
    TieBreak(
        "buchholz",
        gettext_noop("Buchholz"),
        gettext_noop("Opponents’ scores, averaged at each table"),
        _STAND_IN,
        opponents.buchholz,
    ),
    TieBreak(
        "buchholz_cut1",
        gettext_noop("Buchholz cut 1"),
        gettext_noop("Buchholz without the lowest table"),
        _STAND_IN,
        partial(opponents.buchholz, lowest=1),
    ),
    TieBreak(
        "buchholz_cut2",
        gettext_noop("Buchholz cut 2"),
        gettext_noop("Buchholz without the two lowest tables"),
        _STAND_IN,
        partial(opponents.buchholz, lowest=2),
    ),
    TieBreak(
        "median_buchholz",
        gettext_noop("Median Buchholz"),
        gettext_noop("Buchholz without the lowest and the highest table"),
        _STAND_IN,
        partial(opponents.buchholz, lowest=1, highest=1),
    ),
    TieBreak(
        "sonneborn_berger",
        gettext_noop("Sonneborn-Berger"),
        gettext_noop("Scores of beaten opponents plus half the scores of tied ones, averaged at each table"),
        _STAND_IN,
        opponents.sonneborn_berger,
    ),
    TieBreak(
        "koya",
        gettext_noop("Koya"),
        gettext_noop("Results against opponents who scored at least half"),
        gettext_noop("nothing (a win or a loss if forfeits count as meetings)"),
        opponents.koya,
    ),
    TieBreak(
        "opponents_average",
        gettext_noop("Opponents’ average"),
        gettext_noop("Average score of all opponents met"),
        _NOTHING,
        opponents.average,
    ),
    TieBreak(
        "seeding",
        gettext_noop("Seeding"),
        gettext_noop("Position in the seeding"),
        _NOTHING,
        own_results.seeding,
        low=True,
    ),
    TieBreak(
        "lot",
        gettext_noop("Lot"),
        gettext_noop("A number drawn from the recorded seed"),
        _NOTHING,
        own_results.lot,
    ),
)

TIEBREAKS: Mapping[str, TieBreak] = {each.name: each for each in _ALL}

REPEATABLE = "direct_encounter"


def check_chain(chain: Iterable[str]) -> tuple[str, ...]:
    """The same chain. Raises `BadScoring` for an unknown tie-break, one listed twice, or too many."""
    names: list[str] = []
    for name in chain:
        key = f"tiebreaks.{len(names)}"
        if name not in TIEBREAKS:
            known = ", ".join(TIEBREAKS)
            raise BadScoring(key=key, why=Phrase("{given} is not one of {known}", given=quote(name), known=known))
        if name in names and name != REPEATABLE:
            raise BadScoring(key=key, why=Phrase("{given} is already in the chain", given=quote(name)))
        names.append(name)
    if len(names) > LONGEST_CHAIN:
        why = Phrase("a chain can have at most {most} tie-breaks", most=LONGEST_CHAIN)
        raise BadScoring(key="tiebreaks", why=why)
    return tuple(names)
