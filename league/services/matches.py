"""What people do with matches: open, move, report, import."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction

from games.engine import Stated
from games.errors import FormError, Phrase, Refused
from games.record import Fault, Record, read
from games.registry import engine
from league.domain import match, results
from league.domain.actor import Actor, require_mover, require_official, require_opener, voice
from league.domain.events import MatchFact, MatchOpened, written
from league.domain.match import Course, Match, Ply
from league.domain.names import checked
from league.domain.record import imported
from league.domain.settings import chosen
from league.domain.sheet import Place
from league.errors import BadName, LeagueError, SeatTwice, SeriesOfAnotherGame, StreamMovedOn, Unknown
from league.eventlog import store
from league.eventlog.values import Appended, Fact, Head
from league.models import Player, SealedSeed, Series
from league.projections import hot
from league.projections.decks import of_club
from league.projections.hot import Standing
from league.services.ids import new_id
from league.services.people import club_called
from league.services.players import named

__all__ = ["Done", "Ply", "Stated", "import_record", "open_match", "play_moves", "report_result"]


class Done(NamedTuple):
    """What a command led to: the match's new revision, the number of the first new event, and the new facts."""

    match_id: str
    revision: int
    first: int
    facts: Sequence[MatchFact]


@transaction.atomic
def open_match(
    *,
    club_id: UUID,
    game: str,
    seats: Sequence[UUID | None],
    actor: Actor,
    level: str = "full",
    dealing: str = "server",
    options: Mapping[str, object] | None = None,
    rules: str | None = None,
    series_id: UUID | None = None,
    command_id: UUID | None = None,
) -> Done:
    """Open a match. Where the service deals, a fresh seed is sealed and the first game is dealt from it.

    Raises `Unknown`, `NotAllowed`, `SeatTwice`, `BadOption`, `UnknownGame`, `RuleViolation`.
    """
    club = str(club_called(club_id).id)
    plays = engine(game, rules)
    players = _seated(club, seats)
    require_opener(actor, club, players)
    seed = os.urandom(32) if dealing == "server" and level == "full" else None
    opening = MatchOpened(
        game=plays.meta.slug,
        rules=plays.meta.rules,
        level=level,  # type: ignore[arg-type]  # the edges give one of the three
        options=chosen(plays, options or {}),
        seats=players,
        dealing="table" if seed is None else "server",
        club=club,
        series=_series(club, plays.meta.slug, series_id),
        seed_hash=None if seed is None else match.seal(seed),
    )
    match_id = str(new_id())
    course = match.open_match(opening, seed, of_club(club))
    if seed is not None:
        SealedSeed.objects.create(match=match_id, seed=seed)
    return _append(match_id, Head.empty(hot.stream(match_id)), course, actor, command_id)


def play_moves(
    *, match_id: str, plies: Sequence[Ply], expected: int, actor: Actor, command_id: UUID | None = None
) -> Done:
    """Record moves, all or none, on the match as it stands at revision *expected*.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RuleViolation`, `FormError`.
    """

    def decide(now: Match) -> Course:
        for ply in plies:
            require_mover(actor, now, ply.seat)
        return match.play(now, plies, _seed(match_id, now))

    return _decide(match_id, expected, decide, actor, command_id)


def report_result(
    *,
    match_id: str,
    place: Place,
    stated: Stated,
    expected: int,
    actor: Actor,
    correction: str | None = None,
    command_id: UUID | None = None,
) -> Done:
    """Report, or with a reason correct, the result of one game of a score-only match: as one of its seats, or official.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RuleViolation`, `ResultDiffers`, `FormError`.
    """

    def decide(now: Match) -> Course:
        seat = voice(actor, now, Phrase("report a result"))
        return results.report(now, place, stated, correction, seat=seat)

    return _decide(match_id, expected, decide, actor, command_id)


@transaction.atomic
def import_record(
    *, club_id: UUID, source: bytes | str, actor: Actor, series_id: UUID | None = None, command_id: UUID | None = None
) -> Done:
    """Import a record as a match of the club: everything, or nothing if any line of it is wrong.

    The names of its seats are players of the club; those that the club does not have are added.
    Raises `Unknown`, `NotAllowed`, `Fault`.
    """
    club = str(club_called(club_id).id)
    require_official(actor, club, Phrase("import a record"))
    record = read(source)
    series = _series(club, record.head["game"].value, series_id)
    facts = imported(record, seats=(None,) * record.seats, club=club, series=series, decks=of_club(club))
    facts[0] = msgspec.structs.replace(facts[0], seats=_players(club, record))  # after the record was found right
    match_id = str(new_id())
    return _store(match_id, Head.empty(hot.stream(match_id)), facts, None, actor, command_id)


def _decide(
    match_id: str,
    expected: int,
    decide: Callable[[Match], Course],
    actor: Actor,
    command_id: UUID | None,
) -> Done:
    """Decide on the match at revision *expected* and append; the cached match will do as long as nobody was faster."""
    standing = hot.recent(match_id)
    if standing is None or standing.head.seq != expected:
        standing = hot.current(match_id)
    _require_revision(standing.head, expected)
    try:
        course = decide(standing.match)
    except (LeagueError, Refused):
        _require_revision(hot.current(match_id).head, expected)  # a refusal is due only to the match as it is now
        raise
    return _append(match_id, standing.head, course, actor, command_id)


def _require_revision(head: Head, expected: int) -> None:
    if head.seq != expected:
        raise StreamMovedOn(stream=head.stream, expected=expected, actual=head.seq)


def _append(match_id: str, head: Head, course: Course, actor: Actor, command_id: UUID | None) -> Done:
    return _store(match_id, head, course.facts, course.now, actor, command_id)


def _store(
    match_id: str,
    head: Head,
    facts: Sequence[MatchFact],
    now: Match | None,
    actor: Actor,
    command_id: UUID | None,
) -> Done:
    """Append the facts; once they are committed, keep the match as it then stands, if known, for the next move."""
    kept = [Fact(*written(fact)) for fact in facts]
    appended = store.append(head, kept, actor=actor.user, command_id=command_id or new_id())
    if now is not None:
        transaction.on_commit(partial(_keep, match_id, appended, now))
    return Done(match_id, appended.head.seq, appended.first, facts)


def _keep(match_id: str, appended: Appended, now: Match) -> None:
    hot.keep(match_id, Standing(appended.head, now))


def _seed(match_id: str, now: Match) -> bytes | None:
    """The sealed seed of a match that the service deals."""
    if now.opened.dealing != "server" or now.over:
        return None
    return _sealed(match_id)


@lru_cache(hot.SIZE)
def _sealed(match_id: str) -> bytes:
    """Asked for with every move, and never another one."""
    return bytes(SealedSeed.objects.get(match=match_id).seed)


def _seated(club: str, seats: Sequence[UUID | None]) -> tuple[str | None, ...]:
    """Player ids by seat; each must be a player of the club, and none may have two seats."""
    wanted = [str(seat) for seat in seats if seat is not None]
    known = {str(player) for player in Player.objects.filter(club_id=club, id__in=wanted).values_list("id", flat=True)}
    for place, player in enumerate(wanted):
        if player not in known:
            raise Unknown(kind=Phrase("player of this club"), id=player)
        if player in wanted[:place]:
            raise SeatTwice(player=player)
    return tuple(None if seat is None else str(seat) for seat in seats)


def _players(club: str, record: Record) -> tuple[str | None, ...]:
    """Player ids for the names of a record; equal names are different people, new names are added to the club."""
    if record.names is None:
        return (None,) * record.seats
    line = record.head["seats"].line
    try:
        names = [checked(name) for name in record.names]
    except BadName as error:
        raise Fault(line, FormError(what=str(error), culprit=error.params["name"])) from None
    return named(club, names)


def _series(club: str, game: str, series_id: UUID | None) -> str | None:
    """The id of the series, which must be one of this club and game."""
    if series_id is None:
        return None
    series = Series.objects.filter(id=series_id, club_id=club).first()
    if series is None:
        raise Unknown(kind=Phrase("series of this club"), id=series_id)
    if series.game != game:
        raise SeriesOfAnotherGame(series=series.name, game=series.game)
    return str(series.id)
