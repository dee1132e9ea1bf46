"""The record of a match, written anew from its events. A file's own record must be equal to it, byte for byte."""

from collections.abc import Iterator

from games.engine import CHANCE, Level, Stated, Table, setting_text
from games.errors import Refused
from games.records.absent_seats import judge
from games.records.record import FORMAT, Blank, Heading, Item, Key, MoveLine, format_item
from games.records.replay import resolve_deck
from verify.opening import MatchState, ReplayedGame
from verify.results import Place, Result


def record_text(match: MatchState) -> str:
    """The record, with a number for the seats."""
    items = [*_head(match), *_results(match)] if match.level == Level.SCORE else [*_head(match), *_games(match)]
    return "".join(f"{format_item(item)}\n" for item in items)


def _head(match: MatchState) -> Iterator[Item]:
    opening = match.opening
    yield _key("ludex", FORMAT)
    yield _key("game", opening["game"])
    yield _key("rules", opening["rules"])
    yield _key("log", match.level)
    yield _key("seats", str(len(match.seats)))
    for option in match.rules.meta.options:
        yield _key(option.key, setting_text(opening["options"][option.key]))


def _games(match: MatchState) -> Iterator[Item]:
    """The games with moves that stand, in the order of their places."""
    for game in sorted(match.games, key=lambda each: each.place):
        if game.moves:
            yield Blank(0, "")
            yield _heading(game.place)
            yield from _moves(game)
            result = match.results.games.get(game.place)
            if result is not None:
                yield Blank(0, "")
                yield from _stated(*match.results.ruled.get(game.place, (result, None)))


def _moves(game: ReplayedGame) -> Iterator[Item]:
    for move in game.moves:
        yield MoveLine(0, move.seat, move.text, move.seconds if move.seat != CHANCE else None, "")


def _results(match: MatchState) -> Iterator[Item]:
    """The results of a match that is kept by results alone."""
    for place, result in sorted(match.results.games.items()):
        yield Blank(0, "")
        yield _heading(place)
        reported, ruled = match.results.ruled.get(place, (result, None))
        if ruled is not None and _is_importable(match, result):
            reported, ruled = result, None
        yield from _stated(reported, ruled)
        yield from (_key(key, value) for key, value in reported.extra.items())


def _stated(result: Result, ruled: tuple[int, ...] | None) -> Iterator[Item]:
    """A result. Points of a ruling are a comment where the rules of the game could not give them."""
    comment = "" if ruled is None else f" ; ruled: {' '.join(map(str, ruled))}"
    yield Key(0, "points", " ".join(map(str, result.points)), comment)
    yield _key("reason", result.reason)


def _is_importable(match: MatchState, result: Result) -> bool:
    """Whether the game could have given a ruled result. Decks of clubs are unknown here, as to the service."""
    try:
        table = resolve_deck(match.rules, Table(len(match.seats), Level.SCORE, match.opening["options"]))
        score = judge(match.rules, table, Stated(result.points, result.reason, result.extra))
    except Refused:
        return False
    return score is not None and result.is_equal(score.points, score.winners)


def _key(key: str, value: str) -> Item:
    return Key(0, key, value, "")


def _heading(place: Place) -> Item:
    return Heading(0, *place, "")
