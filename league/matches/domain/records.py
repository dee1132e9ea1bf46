"""Import of records as events of a match, and export of events as a record."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from games.decks import Lookup
from games.engine import CHANCE, Level, Stated, Table, setting_text
from games.errors import Phrase, Refused, count_phrase, quote
from games.records.absent_seats import judge
from games.records.record import FORMAT, SEATS, Blank, Heading, Item, Key, MoveLine, Record, format_item
from games.records.replay import GameReplay, open_table, replay, resolve_deck
from games.registry import AnyEngine, engine
from league.common.names import name_key
from league.matches.domain import summary
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
    MovesWithdrawn,
    ResultReported,
    ScoreAdjusted,
    SeatsChanged,
    SeedRevealed,
)
from league.matches.domain.match import Decision, Match, deals_again, require_unruled
from league.matches.domain.permissions import accounts_by_seat
from league.matches.domain.score_sheet import GameNumber, GameResult, ScoreSheet
from league.matches.domain.setup import require_blank
from league.matches.errors import RecordDiffers

_PLAY = (GameOpened, MovePlayed, GameEnded, MatchEnded, SeedRevealed)
_MATCH_END = (MatchEnded, SeedRevealed)

VisibleMove: TypeAlias = tuple[MatchEvent, str | None]  # an event, and its move as the reader may see it


class NumberedEvent(NamedTuple):
    """An event, its revision, and the game to which it belongs, if to one."""

    revision: int
    event: MatchEvent
    place: GameNumber | None


def import_events(
    record: Record,
    *,
    seats: tuple[str | None, ...],
    club: str,
    series: str | None,
    decks: Lookup | None = None,
) -> list[MatchEvent]:
    """The events of *record*, after every line of it has been checked. Raises `RecordError` at the first wrong one."""
    played = replay(record, decks=decks)
    rules, table = played.engine, played.table
    events: list[MatchEvent] = [
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
            events.append(GameOpened(game.round, game.game))
            for part in game.moves:
                if isinstance(part, MoveLine):
                    events.append(MovePlayed(part.seat, _spelling(rules, part.move), part.seconds))
                else:
                    events.extend(map(partial(_move, rules), part.rows))
        extra = {name: key.value for name, key in game.stated.items() if name not in ("points", "reason")}
        events.extend(_result_event(table.level, result, extra))
    done = {(game.round, game.game) for game in played.games if game.score is not None}
    if set(rules.games(table)) <= done:
        events.append(MatchEnded(played.totals.points, played.totals.wins, played.totals.winners))
    elif table.level != Level.SCORE:
        events.extend(_next_game(rules.games(table), played.games))
    return events


@lru_cache(2000)
def _move(rules: AnyEngine, row: str) -> MovePlayed:
    """The move of a line such as `2 draw`. Most moves of a record are one of few."""
    return MovePlayed(SEATS[row[0]], str(rules.parse(row[2:])), None)


@lru_cache(2000)
def _spelling(rules: AnyEngine, move: str) -> str:
    """A move as the log spells it. Most moves of a record are one of few, such as `draw`."""
    return str(rules.parse(move))


def import_into(
    match: Match,
    record: Record,
    *,
    names: Sequence[Collection[str]],
    decks: Lookup | None = None,
    seed: bytes | None = None,
    accounts: Mapping[str, str] | None = None,
) -> Decision:
    """Make *record* what is known of a match of which nothing was written down yet.

    *names*: how the players may be called, by seat; nothing where anybody may sit. *seed*: of a deal that nobody has
    played, which is put away and revealed. *accounts*: of the players, to which seats with hidden hands are bound.
    Raises MatchIsRuled, MatchBegan, RecordDiffers, and RecordError.
    """
    require_unruled(match)
    require_blank(match)
    rules, table = open_table(record, decks)
    difference = _difference(match, rules, table, record, names)
    if difference is not None:
        raise RecordDiffers(why=difference)
    _, *events = import_events(
        record, seats=match.opened.seats, club=match.opened.club, series=match.opened.series, decks=decks
    )
    if not events:
        raise RecordDiffers(why=Phrase("it contains no games"))
    decision = Decision(match)
    if seed is not None and match.has_draws:
        decision.add(SeedRevealed(seed.hex()))
    if (table.level, "table") != (match.table.level, match.opened.dealing):
        bound = accounts_by_seat(rules, table.level, match.opened.seats, accounts)
        decision.add(LevelChosen(table.level.value, "table", accounts=bound))
    elif match.place is not None:
        events = events[1:]  # the first game is open
    for event in events:
        decision.add(event)
    return decision


def _difference(
    match: Match, rules: AnyEngine, table: Table, record: Record, names: Sequence[Collection[str]]
) -> Phrase | None:
    """In what the head of a record is not that of the match."""
    meta, wanted = rules.meta, match.rules.meta
    if (meta.slug, meta.rules) != (wanted.slug, wanted.rules):
        return Phrase("it is for {game}, rules {rules}", game=meta.slug, rules=meta.rules)
    if table.seats != match.table.seats:
        return count_phrase("it has {count} seat", "it has {count} seats", table.seats)
    for key, value in table.options.items():
        if value != match.table.options[key]:
            return Phrase("it has {key}: {value}", key=key, value=setting_text(value))
    for seat, (name, known) in enumerate(zip(record.names or (), names, strict=False)):
        if known and name_key(name) not in map(name_key, known):
            return Phrase("it has {name} in seat {seat}", name=quote(name), seat=seat)
    return None


def _next_game(places: Sequence[GameNumber], played: Sequence[GameReplay]) -> Iterator[GameOpened]:
    """The game with which the match goes on, unless one is under way."""
    last = played[-1] if played else None
    if last is None or last.score is not None:
        later = [place for place in places if last is None or place > (last.round, last.game)]
        yield from (GameOpened(*place) for place in later[:1])


def _result_event(level: Level, result: GameReplay, extra: dict[str, str]) -> Iterator[MatchEvent]:
    score = result.score
    if score is None:
        return
    if level == Level.SCORE:
        yield ResultReported(result.round, result.game, score.points, score.winners, score.reason, extra, imported=True)
    else:
        yield GameEnded(result.round, result.game, score.points, score.winners, score.reason)


def record_text(events: Sequence[VisibleMove], names: Sequence[str] | None) -> str:
    """The record of a match: canonical text, its moves as the reader may see them."""
    return "".join(format_item(item) + "\n" for item in _items(events, names))


def _items(events: Sequence[VisibleMove], names: Sequence[str] | None) -> Iterator[Item]:
    opening, noted, ruled = _results_and_rulings([event for event, _ in events])
    seats = " | ".join(names) if names else str(len(opening.seats))
    known = engine(opening.game, opening.rules).meta.options
    options = {option.key: setting_text(opening.options[option.key]) for option in known}
    head = {"ludex": FORMAT, "game": opening.game, "rules": opening.rules, "log": opening.level, "seats": seats}
    yield from (Key(0, key, value, "") for key, value in {**head, **options}.items())
    yield from _move_items(events)
    if opening.level == "score":
        for result in noted.in_order:
            yield Blank(0, "")
            yield Heading(0, result.round, result.game, "")
            reported, adjusted = ruled.get((result.round, result.game), (result, None))
            if adjusted is not None and _is_importable(opening, result):
                reported, adjusted = result, None
            yield from _result_items(reported, adjusted)
            yield from (Key(0, key, value, "") for key, value in reported.extra.items())


_Ruled: TypeAlias = dict[GameNumber, tuple[GameResult, ScoreAdjusted]]  # as it was reported, and how it was adjusted


def _results_and_rulings(events: Sequence[MatchEvent]) -> tuple[MatchOpened, ScoreSheet, _Ruled]:
    """How the match was opened, as changed since; its results; and those of them that a ruling gave."""
    known, ruled = summary.start(events[0]), _Ruled()
    for event in events[1:]:
        match event:
            case ScoreAdjusted() if (line := known.sheet.line((event.round, event.game))) is not None:
                reported, _ = ruled.get((event.round, event.game), (line, None))
                ruled[event.round, event.game] = reported, event
            case ResultReported():
                ruled.pop((event.round, event.game), None)
            case _:
                pass
        known = summary.evolve(known, event)
    return known.opening, known.sheet, ruled


def _is_importable(opening: MatchOpened, result: GameResult) -> bool:
    """Whether an import takes the result of a game that is kept by results alone, and gives it the same winners."""
    rules = engine(opening.game, opening.rules)
    try:
        table = resolve_deck(rules, Table(len(opening.seats), Level.SCORE, opening.options))
        score = judge(rules, table, Stated(result.points, result.reason, result.extra))
    except Refused:
        return False
    return score is not None and result.says(score.points, score.winners)


def _move_items(events: Sequence[VisibleMove]) -> Iterator[Item]:
    """The games that have moves, in their order; what was annulled, replayed or put away is left out."""
    texts = [text for _, text in events]
    games: dict[GameNumber, list[NumberedEvent]] = {}
    for each in effective_events(enumerate((event for event, _ in events), 1)):
        if each.place is not None:
            games.setdefault(each.place, []).append(each)
    for place, played in sorted(games.items()):
        if any(isinstance(each.event, MovePlayed) for each in played):  # a game without a move is left out
            yield Blank(0, "")
            yield Heading(0, *place, "")
            yield from _game_items(played, texts)


def _game_items(played: Sequence[NumberedEvent], texts: Sequence[str | None]) -> Iterator[Item]:
    adjusted = next((each.event for each in reversed(played) if isinstance(each.event, ScoreAdjusted)), None)
    for revision, event, _ in played:
        match event:
            case MovePlayed():
                text = texts[revision - 1] or event.move
                yield MoveLine(0, event.seat, text, event.seconds if event.seat != CHANCE else None, "")
            case GameEnded():
                yield Blank(0, "")
                yield from _result_items(event, adjusted)
            case _:
                pass


def _result_items(event: GameEnded | GameResult, adjusted: ScoreAdjusted | None = None) -> Iterator[Key]:
    """What a game gave; a ruling that says what no moves lead to, or no game can give, is a comment."""
    ruled = f" ; ruled: {' '.join(map(str, adjusted.points))}" if adjusted else ""
    yield Key(0, "points", " ".join(map(str, event.points)), ruled)
    yield Key(0, "reason", event.reason, "")


def effective_events(events: Iterable[tuple[int, MatchEvent]]) -> list[NumberedEvent]:
    """The events (each with its revision) that count, in their order, without those that undid others.

    Events dropped once never come back, and dropping them again changes nothing. Events about people and their disputes
    (confirmations, objections, forfeits, appeals, rulings) stay. What they state about a result is gone with it.
    """
    kept: list[NumberedEvent] = []
    seats = 0
    for revision, event in events:
        place = _game_of(event) or _open_game(kept)
        match event:
            case MovesAnnulled() | MovesWithdrawn():
                kept = [each for each in kept if not _is_annulled(each, event)]
            case GameReplayed():
                kept = [each for each in kept if not _is_replayed(each, (event.round, event.game))]
            case _:
                if isinstance(event, LevelChosen) or (isinstance(event, SeatsChanged) and deals_again(event, seats)):
                    kept = [each for each in kept if each.place is None or each.place != place]
                if isinstance(event, MatchOpened | SeatsChanged):
                    seats = len(event.seats)
                kept.append(NumberedEvent(revision, event, place if isinstance(event, MovePlayed) else _game_of(event)))
    return kept


def _game_of(event: MatchEvent) -> GameNumber | None:
    """The game that the event itself names."""
    return (
        (event.round, event.game)
        if isinstance(event, GameOpened | GameEnded | ResultReported | ScoreAdjusted)
        else None
    )


def _open_game(kept: list[NumberedEvent]) -> GameNumber | None:
    """The game in progress after these events."""
    return next((each.place for each in reversed(kept) if isinstance(each.event, GameOpened | MovePlayed)), None)


def _is_annulled(each: NumberedEvent, by: MovesAnnulled | MovesWithdrawn) -> bool:
    if isinstance(each.event, ScoreAdjusted):
        return each.place in by.games
    return each.revision >= by.revision and isinstance(each.event, _PLAY)


def _is_replayed(each: NumberedEvent, place: GameNumber) -> bool:
    return each.place == place or isinstance(each.event, _MATCH_END)
