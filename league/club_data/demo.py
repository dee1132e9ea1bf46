"""The demo club, made through the same services as every club, part by part.

What is made is noted after each part. So whoever continues after an interruption begins with the part that is missing.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from secrets import token_urlsafe
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.chance import Chance
from games.engine import Level, Stated, Table
from games.records.replay import resolve_deck, settings
from games.records.simulate import simulate_match
from games.registry import engine, engines
from league.club_data.demo_tournaments import CUPS, TONIGHT, play_cup, play_tonight
from league.clubs import accounts
from league.clubs import services as club_services
from league.clubs.access import offers
from league.clubs.installation import demo_requested
from league.clubs.models import DemoClub, Membership, Player, Series, User
from league.common.actor import Actor
from league.common.ids import new_id
from league.eventlog.projections import runner
from league.impact import services as results
from league.matches import repository as match_repository
from league.matches.services import play as matches
from league.matches.services.play import MoveRequest

CLUB = "Ладья & Rook"
ORGANISER = "demo"
PLAYERS = {
    "Анна Петрова": "demo-anna",
    "Борис Смирнов": "demo-boris",
    "Emily Clark": "demo-emily",
    "Oliver Brown": "demo-oliver",
    "Вера Орлова": None,
    "Jack O’Neill": None,
    "Ирина Ким": None,
    "Liam Murphy": None,
}
SAMPLE = ((24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6))
"""The table on the Rummikub rule sheet: one round of four games (rules 12, example 14)."""
SEED = b"the demo club"
LEASE = timedelta(minutes=2)  # without a sign of life, after which another run continues
PATIENCE = timedelta(seconds=20)  # until a request that no worker has taken up counts as lost

LIVE = "Rummikub, four players, two rounds, dealt by the service"
SEEN = "Rummikub, what the table saw"
REPORTED = "Rummikub, the rule sheet's sample table"


class Part(NamedTuple):
    """What was made last, and how many parts there are of how many."""

    name: str
    done: int
    total: int


class DemoState(msgspec.Struct, frozen=True):
    """How far the demo club has got. `stalled`: nobody makes it, though it isn't finished."""

    club: UUID | None
    done: int
    total: int
    finished: bool
    stalled: bool


class Maker(NamedTuple):
    """The demo club and those who play in it."""

    club: UUID
    organiser: Actor
    players: Sequence[Player]


def demo_state() -> DemoState | None:
    """How far the demo club has got. None if nobody has asked for one."""
    row = DemoClub.objects.first()
    if row is None:
        return None
    patience = PATIENCE if row.run is None else LEASE
    silent = row.seen is None or row.seen < timezone.now() - patience
    return DemoState(
        club=row.club_id,
        done=len(row.made),
        total=len(_part_names()),
        finished=row.finished,
        stalled=not row.finished and (row.failed or silent),
    )


def made_parts(kind: str) -> dict[str, str]:
    """The ids of the `matches` or `tournaments` of the demo club, by what they show."""
    made = DemoClub.objects.get().made
    return {name: made[name][1] for name in _part_names() if name in made and made[name][0] == kind}


@transaction.atomic
def request_demo() -> None:
    """Have a worker make the demo club. It does nothing if it exists or is being made."""
    DemoClub.objects.get_or_create(id=1)
    if DemoClub.objects.filter(_is_free(), finished=False).update(seen=timezone.now(), failed=False):
        transaction.on_commit(lambda: demo_requested.send(sender=None))


def make_demo() -> Iterator[Part]:
    """Make what is missing of the demo club, and report each part. Nothing happens while another run makes it.

    Raises `UsernameTaken` if somebody else has the name of one of its accounts.
    """
    DemoClub.objects.get_or_create(id=1)
    run = new_id()
    started = {"run": run, "seen": timezone.now(), "failed": False}
    if not DemoClub.objects.filter(_is_free(), finished=False).update(**started):
        return
    try:
        yield from _make_parts(run)
    except Exception:
        DemoClub.objects.filter(run=run).update(failed=True)
        raise
    finally:
        DemoClub.objects.filter(run=run).update(run=None)


def demo_organiser() -> User:
    """The account that organises the demo club. Raises `User.DoesNotExist`, `DemoClub.DoesNotExist`."""
    return User.objects.get(id=DemoClub.objects.get().accounts[0])


def set_demo_password() -> tuple[str, list[str]]:
    """Give all accounts of the demo club one new password. Returns it, and their names."""
    password = token_urlsafe(9)
    ids = DemoClub.objects.get().accounts
    users = sorted(User.objects.filter(id__in=ids), key=lambda user: ids.index(str(user.pk)))
    for user in users:
        user.set_password(password)
        user.save(update_fields=["password"])
    return password, [user.username for user in users]


def _is_free() -> Q:
    return Q(run=None) | Q(seen__lt=timezone.now() - LEASE)


def _part_names() -> list[str]:
    lives = [_live_name(game) for game in engines() if game != "rummikub"]
    return [LIVE, SEEN, REPORTED, *lives, *CUPS, TONIGHT]


def _live_name(game: str) -> str:
    return f"{engine(game).meta.name}, dealt by the service"


def _make_parts(run: UUID) -> Iterator[Part]:
    maker = _found(run)
    names = _part_names()
    for name in names:
        made = DemoClub.objects.get().made
        if name not in made:
            made[name] = _make_part(name, maker)
            if not DemoClub.objects.filter(run=run).update(made=made, seen=timezone.now()):
                return  # another run took this one for dead
            yield Part(name, len(made), len(names))
    runner.catch_up_all()
    DemoClub.objects.filter(run=run).update(finished=True)


@transaction.atomic
def _found(run: UUID) -> Maker:
    """The club with its accounts and players, founded if it isn't there yet."""
    row = DemoClub.objects.select_for_update().get(run=run)
    if row.club_id is None:
        names = (ORGANISER, *(name for name in PLAYERS.values() if name))
        made = [accounts.sign_up(username=name, password=None) for name in names]
        club = club_services.create_club(name=CLUB, actor=Actor(made[0].pk))
        for name, account in PLAYERS.items():
            player = club_services.add_player(club_id=club.pk, name=name, actor=_organiser(made[0], club.pk))
            if account:
                offers.link(player, User.objects.get(username=account), "organiser", _organiser(made[0], club.pk))
        row.club, row.accounts = club, [str(account.pk) for account in made]
        row.save(update_fields=["club", "accounts"])
    club_id = row.club_id
    assert club_id is not None  # noqa: S101 - it was founded above
    players = list(Player.objects.filter(club=club_id).order_by("number"))
    return Maker(club_id, _organiser(User.objects.get(id=row.accounts[0]), club_id), players[: len(PLAYERS)])


def _organiser(account: User, club: UUID) -> Actor:
    return Actor(account.pk, frozenset(), {str(club): frozenset({Membership.Role.ORGANISER.value})})


def _make_part(name: str, maker: Maker) -> tuple[str, str]:
    """Play a match or a tournament. Returns its kind and its id."""
    if name == TONIGHT:
        return "tournaments", play_tonight(maker.club, maker.organiser, [each.pk for each in maker.players])
    if name in CUPS:
        players = [each.pk for each in maker.players]
        return "tournaments", play_cup(maker.club, maker.organiser, players, CUPS[name], name=name)
    if name == SEEN:
        return "matches", _import_record(maker)
    if name == REPORTED:
        return "matches", _report_sample(maker)
    if name == LIVE:
        return "matches", _play_live(maker, "rummikub", rounds=2)
    return "matches", _play_live(maker, next(game for game in engines() if _live_name(game) == name))


def _series(maker: Maker, game: str) -> UUID:
    """The series of a game in the demo club, started with its first match."""
    name = f"{engine(game).meta.name} 2026"
    with suppress(Series.DoesNotExist):
        return Series.objects.get(club=maker.club, game=game, name=name).pk
    return club_services.start_series(club_id=maker.club, game=game, name=name, actor=maker.organiser).pk


def _play_live(maker: Maker, game: str, **options: int) -> str:
    """A match that the service deals. Every seat moves for itself."""
    rules = engine(game)
    seats = maker.players[: min(4, max(rules.meta.seats))]
    done = matches.open_match(
        club_id=maker.club,
        game=game,
        seats=[player.pk for player in seats],
        options=options,
        series_id=_series(maker, game),
        actor=maker.organiser,
    )
    standing = match_repository.load(done.id)
    while not standing.state.over:
        match = standing.state
        chance = Chance(SEED, f"{game}:{standing.head.seq}")
        seat = chance.pick(sorted(match.turn))
        move = rules.suggest(match.position, seat, chance)
        matches.play_moves(
            match_id=done.id,
            plies=[MoveRequest(seat, str(move), 3 + chance.below(50))],
            expected=standing.head.seq,
            actor=Actor(seats[seat].user_id, frozenset({str(seats[seat].pk)})),
        )
        standing = match_repository.load(done.id)
    return done.id


def _import_record(maker: Maker) -> str:
    """A match that a scribe wrote down, imported as a record."""
    rules, players = engine("rummikub"), maker.players[:3]
    seats = len(players)
    table = resolve_deck(rules, Table(seats, Level.OPEN, settings(rules, {})))
    names = " | ".join(player.name for player in players)
    text = simulate_match(rules, table, SEED, {}).replace(f"\nseats: {seats}\n", f"\nseats: {names}\n", 1)
    series = _series(maker, "rummikub")
    return matches.import_record(club_id=maker.club, source=text, series_id=series, actor=maker.organiser).id


def _report_sample(maker: Maker) -> str:
    """A match of which only the results are known."""
    series = _series(maker, "rummikub")
    seats = [player.pk for player in maker.players[:4]]
    done = matches.open_match(
        club_id=maker.club, game="rummikub", seats=seats, level="score", series_id=series, actor=maker.organiser
    )
    for game, points in enumerate(SAMPLE, 1):
        stated = Stated(points, "out")
        results.report_result(match_id=done.id, place=(1, game), stated=stated, expected=game, actor=maker.organiser)
    return done.id
