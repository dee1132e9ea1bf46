"""What of a match's facts counts: all but what was annulled, replayed or put away."""

from collections.abc import Iterable
from typing import NamedTuple

from league.matches.domain.events import (
    GameEnded,
    GameOpened,
    GameReplayed,
    LevelChosen,
    MatchEnded,
    MatchFact,
    MatchOpened,
    MovePlayed,
    MovesAnnulled,
    ResultReported,
    ScoreAdjusted,
    SeatsChanged,
    SeedRevealed,
)
from league.matches.domain.score_sheet import Place

_PLAY = (GameOpened, MovePlayed, GameEnded, MatchEnded, SeedRevealed)
_OF_MATCH = (MatchEnded, SeedRevealed)


class Numbered(NamedTuple):
    """A fact, at which revision of its match, and the game to which it belongs, if to one."""

    revision: int
    fact: MatchFact
    place: Place | None


def effective(facts: Iterable[tuple[int, MatchFact]]) -> list[Numbered]:
    """The facts (each with its revision) that count, in their order, without those that took others back.

    What was dropped once never comes back, and dropping it again changes nothing. Facts about people and their disputes
    – confirmations, objections, forfeits, appeals, rulings – stay: what they said of a result is gone with the result.
    """
    kept: list[Numbered] = []
    seats = 0
    for revision, fact in facts:
        place = _place(fact) or _open(kept)
        match fact:
            case MovesAnnulled():
                kept = [each for each in kept if not _annulled(each, fact)]
            case GameReplayed():
                kept = [each for each in kept if not _replayed(each, (fact.round, fact.game))]
            case _:
                if isinstance(fact, LevelChosen) or (isinstance(fact, SeatsChanged) and len(fact.seats) != seats):
                    kept = [each for each in kept if each.place is None or each.place != place]
                if isinstance(fact, MatchOpened | SeatsChanged):
                    seats = len(fact.seats)
                kept.append(Numbered(revision, fact, place if isinstance(fact, MovePlayed) else _place(fact)))
    return kept


def _place(fact: MatchFact) -> Place | None:
    """The game that the fact itself names."""
    return (
        (fact.round, fact.game) if isinstance(fact, GameOpened | GameEnded | ResultReported | ScoreAdjusted) else None
    )


def _open(kept: list[Numbered]) -> Place | None:
    """The game that is under way behind these facts."""
    return next((each.place for each in reversed(kept) if isinstance(each.fact, GameOpened | MovePlayed)), None)


def _annulled(each: Numbered, by: MovesAnnulled) -> bool:
    if isinstance(each.fact, ScoreAdjusted):
        return each.place in by.games
    return each.revision >= by.revision and isinstance(each.fact, _PLAY)


def _replayed(each: Numbered, place: Place) -> bool:
    return each.place == place or isinstance(each.fact, _OF_MATCH)
