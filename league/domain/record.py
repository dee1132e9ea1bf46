"""Between records and the facts of a match: import of what was written elsewhere, export of what is in the log."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from games.decks import Lookup
from games.engine import CHANCE, Level, written
from games.record import FORMAT, Blank, Heading, Item, Key, Ply, Record, line
from games.registry import engine
from games.replay import GameReplay, replay
from league.domain.events import (
    GameEnded,
    GameOpened,
    MatchEnded,
    MatchFact,
    MatchOpened,
    MovePlayed,
    ResultReported,
    SeedRevealed,
)
from league.domain.match import Place

Shown: TypeAlias = tuple[MatchFact, str | None]  # a fact, and its move as the reader may see it


def imported(
    record: Record,
    *,
    seats: tuple[str | None, ...],
    club: str,
    series: str | None,
    decks: Lookup | None = None,
) -> list[MatchFact]:
    """The facts of *record*, after every line of it has been checked; Fault at the first that is wrong."""
    played = replay(record, decks=decks)
    rules, table = played.engine, played.table
    facts: list[MatchFact] = [
        MatchOpened(
            game=rules.meta.slug,
            rules=rules.meta.rules,
            level=table.level.value,
            options=dict(table.options),
            seats=seats,
            dealing="table",
            club=club,
            series=series,
            imported=True,
        )
    ]
    for game, result in zip(record.games, played.games, strict=True):
        if table.level != Level.SCORE:
            facts.append(GameOpened(game.round, game.game))
            facts.extend(MovePlayed(ply.seat, str(rules.parse(ply.move)), ply.seconds) for ply in game.plies)
        extra = {name: key.value for name, key in game.stated.items() if name not in ("points", "reason")}
        facts.extend(_result(table.level, result, extra))
    done = {(game.round, game.game) for game in played.games if game.score is not None}
    if set(rules.games(table)) <= done:
        facts.append(MatchEnded(played.totals.points, played.totals.wins, played.totals.winners))
    elif table.level != Level.SCORE:
        facts.extend(_next(rules.games(table), played.games))
    return facts


def _next(places: Sequence[Place], played: Sequence[GameReplay]) -> Iterator[GameOpened]:
    """The game with which the match goes on, unless one is under way."""
    last = played[-1] if played else None
    if last is None or last.score is not None:
        later = [place for place in places if last is None or place > (last.round, last.game)]
        yield from (GameOpened(*place) for place in later[:1])


def _result(level: Level, result: GameReplay, extra: dict[str, str]) -> Iterator[MatchFact]:
    score = result.score
    if score is None:
        return
    if level == Level.SCORE:
        yield ResultReported(result.round, result.game, score.points, score.winners, score.reason, extra)
    else:
        yield GameEnded(result.round, result.game, score.points, score.winners, score.reason)


def exported(facts: Sequence[Shown], names: Sequence[str] | None) -> str:
    """The record of a match: canonical text, its moves as the reader may see them."""
    return "".join(line(item) + "\n" for item in _items(facts, names))


def _items(facts: Sequence[Shown], names: Sequence[str] | None) -> Iterator[Item]:
    reported = {(fact.round, fact.game): fact for fact, _ in facts if isinstance(fact, ResultReported)}
    opened: GameOpened | None = None  # a game without a move is left out
    for fact, shown in facts:
        match fact:
            case MatchOpened():
                seats = " | ".join(names) if names else str(len(fact.seats))
                known = engine(fact.game, fact.rules).meta.options
                options = {option.key: written(fact.options[option.key]) for option in known}
                head = {"ludex": FORMAT, "game": fact.game, "rules": fact.rules, "log": fact.level, "seats": seats}
                yield from (Key(0, key, value, "") for key, value in {**head, **options}.items())
            case GameOpened():
                opened = fact
            case MovePlayed():
                if opened is not None:
                    yield Blank(0, "")
                    yield Heading(0, opened.round, opened.game, "")
                    opened = None
                yield Ply(0, fact.seat, shown or fact.move, fact.seconds if fact.seat != CHANCE else None, "")
            case GameEnded():
                yield Blank(0, "")
                yield from _stated(fact)
            case ResultReported() | MatchEnded() | SeedRevealed():
                pass
    for place in sorted(reported):  # reported in any order, and the last report of a game counts
        last = reported[place]
        yield Blank(0, "")
        yield Heading(0, *place, "")
        yield from _stated(last)
        yield from (Key(0, key, value, "") for key, value in last.extra.items())


def _stated(fact: GameEnded | ResultReported) -> Iterator[Key]:
    yield Key(0, "points", " ".join(map(str, fact.points)), "")
    yield Key(0, "reason", fact.reason, "")
