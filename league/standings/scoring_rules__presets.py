"""Scorings with the tie-breaks that go with them."""

from typing import NamedTuple

from league.standings.scoring_rules import Scoring, Unplayed


class Preset(NamedTuple):
    """A scoring, and a chain of tie-breaks that suits it."""

    scoring: Scoring
    tiebreaks: tuple[str, ...]


def pairs_preset() -> Preset:
    """Two at a table: 1, 1/2, 0, byes and walkovers 1; rounds missed count 0."""
    won, lost = Unplayed(score=1, share=1), Unplayed()
    scoring = Scoring(by="ranks", ranks={"2": (1, 0)}, bye=won, walkover=won, late=lost, left=lost, missed=lost)
    return Preset(scoring, ("direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger", "match_wins"))


def games_preset(bye_wins: int = 1) -> Preset:
    """Games won first, then points (Rummikub). A bye counts as *bye_wins* games won and no points."""
    unplayed = Unplayed(score=bye_wins, wins=bye_wins, share=1)
    scoring = Scoring(by="games", bye=unplayed, walkover=unplayed)
    return Preset(scoring, ("points", "direct_encounter", "buchholz"))


def places_preset(*, fewest: bool = False) -> Preset:
    """Points by place, as many as there are places behind it. A bye counts as a win at a table of three."""
    won = Unplayed(score=2, share=1)
    scoring = Scoring(by="ranks", fewest=fewest, bye=won, walkover=won)
    return Preset(scoring, ("match_wins", "points", "direct_encounter", "opponents_average"))


def team_preset(cards: int = 98) -> Preset:
    """Co-operative: won first, then the fewest cards left; a team that did not come has all *cards* left."""
    lost = Unplayed(points=cards)
    scoring = Scoring(by="team", fewest=True, forfeit=lost, double_forfeit=lost, missed=lost)
    return Preset(scoring, ("fewest_cards",))


def points_preset(*, fewest: bool = False) -> Preset:
    """The points of the game, added up."""
    return Preset(Scoring(by="points", fewest=fewest), ("wins", "match_wins", "direct_encounter"))
