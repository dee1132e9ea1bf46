"""What people do with matches: open them, move, import records."""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction

from games.engine import Level, Score, Seat
from games.errors import FormError, Phrase
from games.records.reader import read
from games.records.record import Record, RecordError
from games.records.replay import replay
from games.records.series import Totals
from games.registry import engine
from league.clubs.models import Player, Series
from league.clubs.record_players import Choices, NameMatch, find_or_add_players, match_names
from league.clubs.services import get_club, shard_of_club
from league.common.actor import Actor, require_official
from league.common.errors import BadName, one_of
from league.common.ids import new_id
from league.common.names import check_name, distinct_name, pseudonym
from league.decks.queries import club_lookup
from league.errors import Unknown
from league.eventlog.errors import StreamMovedOn
from league.eventlog.types import Committed
from league.matches import repository
from league.matches.domain import match as matches
from league.matches.domain import rulings
from league.matches.domain.events import Dealing, MatchEnded, MatchEvent, MatchOpened
from league.matches.domain.match import Match, MoveRequest
from league.matches.domain.permissions import accounts_by_seat, require_mover, require_opener, require_writer
from league.matches.domain.records import import_events, import_into
from league.matches.domain.setup import game_options
from league.matches.errors import RecordRepeated, SeriesOfAnotherGame
from league.matches.models import SealedSeed
from league.matches.repeated import same_match
from league.matches.repository import append, change, load_seed, player_accounts, seat_players

__all__ = ["MoveRequest", "import_record", "open_match", "play_moves", "preview_record", "record_into", "withdraw_move"]


@transaction.atomic
def open_match(
    *,
    club_id: UUID,
    game: str,
    seats: Sequence[UUID | None],
    actor: Actor,
    level: str = "full",
    dealing: Dealing = "server",
    options: Mapping[str, object] | None = None,
    rules: str | None = None,
    series_id: UUID | None = None,
    tournament_id: UUID | None = None,
    match_id: UUID | None = None,
) -> Committed:
    """Open a match, of a tournament perhaps, and with an id that was given to it before.

    Where the service deals, a fresh seed is sealed and the first game is dealt from it; in a `joint` deal once the
    seats have added theirs.

    Raises `Unknown`, `PlayerErased`, `NotAllowed`, `SeatTwice`, `BadOption`, `UnknownGame`, `RuleViolation`.
    """
    home = get_club(club_id)
    club = str(home.id)
    plays = engine(game, rules)
    players = seat_players(club, seats)
    require_opener(actor, club, players)
    seed = os.urandom(32) if dealing != "table" and level == "full" else None
    opening = MatchOpened(
        game=plays.meta.slug,
        rules=plays.meta.rules,
        level=level,  # type: ignore[arg-type]  # the edges give one of the three
        options=game_options(plays, options or {}),
        seats=players,
        dealing="table" if seed is None else dealing,
        club=club,
        series=_check_series(club, plays.meta.slug, series_id),
        seed_hash=None if seed is None else matches.seal(seed),
        tournament=None if tournament_id is None else str(tournament_id),
        accounts=accounts_by_seat(plays, Level(level), players, player_accounts(players, actor)),
    )
    given = str(match_id or new_id())
    decision = matches.open_match(opening, seed, club_lookup(club))
    if seed is not None:
        SealedSeed.objects.create(match=given, seed=seed)
    return repository.create(decision.events, actor=actor, shard=home.shard, id_=given, after=decision.match)


def play_moves(*, match_id: str, plies: Sequence[MoveRequest], expected: int, actor: Actor) -> Committed:
    """Record moves, all or none, on the match as it stands at revision *expected*.

    If only other seats have made their simultaneous choices since, the moves are recorded after those: none of the
    choices depends on another.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RuleViolation`, `FormError`.
    """
    at = expected
    while True:
        try:
            with change(match_id, expected=at) as versioned:
                for index, ply in enumerate(plies):
                    with one_of(plies, index):
                        require_mover(actor, versioned.state, ply.seat)
                decision = matches.play(versioned.state, plies, load_seed(match_id, versioned.state))
            return append(versioned, decision.events, actor=actor, after=decision.match)
        except StreamMovedOn:
            head, state = repository.load(match_id)
            if head.seq <= at or not _are_independent(state, expected, [ply.seat for ply in plies]):
                raise
            at = head.seq  # another seat has moved each time, so this ends


def withdraw_move(*, match_id: str, expected: int, actor: Actor) -> Committed:
    """Take back the last line of a table. Those who could have written it may do so.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`.
    """
    with change(match_id, expected=expected) as versioned:
        require_writer(actor, versioned.state)
        decision = rulings.withdraw_move(versioned.state)
    return append(versioned, decision.events, actor=actor, after=decision.match)


def _are_independent(match: Match, seen: int, seats: Sequence[Seat]) -> bool:
    """Whether moves of *seats* mean the same now as at revision *seen*: all choose at once, and only others have.

    Only moves of the current game may have been made since. At each of them, all *seats* and the one that moved were to
    act.
    """
    if match.place is None or len(set(seats)) < len(seats):
        return False
    moves = match.games[-1].moves
    since = [move for move in moves if move.revision > seen]
    if [move.revision for move in since] != list(range(seen + 1, match.revision + 1)):
        return False
    rules, waiting = match.rules, frozenset(seats)
    position = rules.play(
        rules.setup(match.table), ((move.seat, rules.parse(move.text)) for move in moves if move.revision <= seen)
    )
    for move in since:
        if move.seat in waiting or not waiting | {move.seat} <= rules.turn(position):
            return False
        position = rules.apply(position, move.seat, rules.parse(move.text))
    return waiting <= match.turn


@transaction.atomic
def import_record(
    *,
    club_id: UUID,
    source: bytes | str,
    actor: Actor,
    series_id: UUID | None = None,
    choices: Choices = (),
    again: bool = False,
) -> Committed:
    """Import a record as a match of the club: everything, or nothing if any line of it is wrong.

    The names of its seats are players of the club, and new ones are added. *choices* decide by seat which players the
    names mean where that is not certain. *again*: import it even if there is a match with the same play.
    Raises `Unknown`, `NotAllowed`, `RecordError`, `NamesUnclear`, `BadPlayerChoice`, `RecordRepeated`.
    """
    club, shard = str(club_id), shard_of_club(club_id)
    require_official(actor, club, Phrase("import a record"))
    record = read(source)
    series = _check_series(club, record.head["game"].value, series_id)
    events = import_events(record, seats=(None,) * record.seats, club=club, series=series, decks=club_lookup(club))
    seats = _add_players(club, record, choices)  # once the record is checked
    events[0] = msgspec.structs.replace(events[0], seats=seats, accounts=_accounts(events, seats, actor))
    if not again and (twin := same_match(events)) is not None:
        raise RecordRepeated(match=twin)
    return repository.create(events, actor=actor, shard=shard)


def _accounts(events: Sequence[MatchEvent], seats: Sequence[str | None], actor: Actor) -> tuple[str | None, ...] | None:
    """The accounts that the seats of an imported match are bound to, if it is to be played on."""
    opening = events[0]
    if not isinstance(opening, MatchOpened) or isinstance(events[-1], MatchEnded):
        return None
    rules = engine(opening.game, opening.rules)
    return accounts_by_seat(rules, Level(opening.level), seats, player_accounts(seats, actor))


def record_into(*, match_id: str, source: bytes | str, expected: int, actor: Actor) -> Committed:
    """Import a record into a match of which nothing was written down yet: everything, or nothing.

    Its game, options and seats have to be those of the match, and its names, if it has any, those of the players.
    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RecordDiffers`, `RecordError`.
    """
    with change(match_id, expected=expected) as versioned:
        opened = versioned.state.opened
        require_official(actor, opened.club, Phrase("import a record"))
        names, decks = _record_names(opened.seats), club_lookup(opened.club)
        seed, accounts = load_seed(match_id, versioned.state), player_accounts(opened.seats, actor)
        decision = import_into(versioned.state, read(source), names=names, decks=decks, seed=seed, accounts=accounts)
    return append(versioned, decision.events, actor=actor, after=decision.match)


def _record_names(seats: Sequence[str | None]) -> list[list[str]]:
    """How the players of a match may be called in a record, by seat."""
    rows = {str(row.pk): row for row in Player.objects.filter(id__in=[seat for seat in seats if seat is not None])}
    names = {player: [row.name, distinct_name(row.name, row.note or str(row.number))] for player, row in rows.items()}
    erased = {player: [str(pseudonym(row.mark))] for player, row in rows.items() if row.mark}
    return [{**names, **erased}.get(seat or "", []) for seat in seats]


def _add_players(club: str, record: Record, choices: Choices) -> tuple[str | None, ...]:
    """Player ids for the names of a record. Raises `NamesUnclear`, `BadPlayerChoice`, `RecordError`."""
    names = _check_names(record)
    return (None,) * record.seats if names is None else find_or_add_players(club, names, choices)


def _check_names(record: Record) -> list[str] | None:
    """The names in a record, or None if it has none. Raises `RecordError`."""
    if record.names is None:
        return None
    try:
        return [check_name(name) for name in record.names]
    except BadName as error:
        line = record.head["seats"].line
        raise RecordError(line, FormError(what=str(error), culprit=error.params["name"])) from None


class RecordedGame(NamedTuple):
    """A game of a record: its number, and the points and winners once it has a result."""

    round: int
    game: int
    score: Score | None


class RecordPreview(NamedTuple):
    """What the import of a record would do: the players that its names mean, and what was played.

    `twin`: a match of the club with the same play, as far as the players are certain.
    """

    game: str
    level: str
    seats: int
    names: Sequence[NameMatch]
    games: Sequence[RecordedGame]
    totals: Totals
    twin: str | None


def preview_record(*, club_id: UUID, source: bytes | str, actor: Actor, series_id: UUID | None = None) -> RecordPreview:
    """Check a record as `import_record` does, and say what it would do. Nothing is written.

    Raises `Unknown`, `NotAllowed`, `RecordError`, `SeriesOfAnotherGame`.
    """
    club = str(get_club(club_id).id)
    require_official(actor, club, Phrase("import a record"))
    record, decks = read(source), club_lookup(club)
    series = _check_series(club, record.head["game"].value, series_id)
    names = match_names(club, _check_names(record) or ())
    seats = tuple(each.player for each in names) or (None,) * record.seats
    events = import_events(record, seats=seats, club=club, series=series, decks=decks)
    played = replay(record, decks=decks)
    certain = all(each.player is not None for each in names)
    return RecordPreview(
        game=played.engine.meta.slug,
        level=played.table.level.value,
        seats=record.seats,
        names=names,
        games=[RecordedGame(each.round, each.game, each.score) for each in played.games],
        totals=played.totals,
        twin=same_match(events) if certain else None,
    )


def _check_series(club: str, game: str, series_id: UUID | None) -> str | None:
    """The id of the series, which must be one of this club and game."""
    if series_id is None:
        return None
    series = Series.objects.filter(id=series_id, club_id=club).first()
    if series is None:
        raise Unknown(kind=Phrase("club series"), id=series_id)
    if series.game != game:
        raise SeriesOfAnotherGame(series=series.name, game=series.game)
    return str(series.id)
