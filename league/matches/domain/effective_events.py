"""What of a match's facts counts: all but what was annulled, replayed or put away."""

from collections.abc import Iterable
from typing import NamedTuple

from league.matches.domain.events import (
    GameEnded,
    GameOpened,
    GameReplayed,
    LevelChosen,
    MatchEnded,
    MatchEvent,
    MatchOpened,
    MovePlayed,
    MovesAnnulled,
    ResultReported,
    ScoreAdjusted,
    SeatsChanged,
    SeedRevealed,
)
from league.matches.domain.score_sheet import GameNumber

_PLAY = (GameOpened, MovePlayed, GameEnded, MatchEnded, SeedRevealed)
_MATCH_END = (MatchEnded, SeedRevealed)


class NumberedEvent(NamedTuple):
    """A fact, at which revision of its match, and the game to which it belongs, if to one."""

    revision: int
    event: MatchEvent
    place: GameNumber | None


def effective_events(events: Iterable[tuple[int, MatchEvent]]) -> list[NumberedEvent]:
    """The facts (each with its revision) that count, in their order, without those that took others back.

    What was dropped once never comes back, and dropping it again changes nothing. Facts about people and their disputes
    – confirmations, objections, forfeits, appeals, rulings – stay: what they said of a result is gone with the result.
    """
    kept: list[NumberedEvent] = []
    seats = 0
    for revision, event in events:
        place = _game_of(event) or _open_game(kept)
        match event:
            case MovesAnnulled():
                kept = [each for each in kept if not _is_annulled(each, event)]
            case GameReplayed():
                kept = [each for each in kept if not _is_replayed(each, (event.round, event.game))]
            case _:
                if isinstance(event, LevelChosen) or (isinstance(event, SeatsChanged) and len(event.seats) != seats):
                    kept = [each for each in kept if each.place is None or each.place != place]
                if isinstance(event, MatchOpened | SeatsChanged):
                    seats = len(event.seats)
                kept.append(NumberedEvent(revision, event, place if isinstance(event, MovePlayed) else _game_of(event)))
    return kept


def _game_of(event: MatchEvent) -> GameNumber | None:
    """The game that the fact itself names."""
    return (
        (event.round, event.game)
        if isinstance(event, GameOpened | GameEnded | ResultReported | ScoreAdjusted)
        else None
    )


def _open_game(kept: list[NumberedEvent]) -> GameNumber | None:
    """The game that is under way behind these facts."""
    return next((each.place for each in reversed(kept) if isinstance(each.event, GameOpened | MovePlayed)), None)


def _is_annulled(each: NumberedEvent, by: MovesAnnulled) -> bool:
    if isinstance(each.event, ScoreAdjusted):
        return each.place in by.games
    return each.revision >= by.revision and isinstance(each.event, _PLAY)


def _is_replayed(each: NumberedEvent, place: GameNumber) -> bool:
    return each.place == place or isinstance(each.event, _MATCH_END)
