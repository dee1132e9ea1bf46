"""The demo club, made through the same services as every club."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from games.chance import Chance
from games.engine import Level, Stated, Table
from games.records.replay import resolve_deck, settings
from games.records.simulate import simulate_match
from games.registry import engine, engines
from league.club_data import demo_tournaments
from league.clubs import services as club_services
from league.clubs.models import Club, Membership, Player, User
from league.common.actor import Actor
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


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo club. Matches and tournaments are ids by what they show."""

    club: UUID
    new: bool
    password: str
    accounts: tuple[str, ...]
    matches: dict[str, str] = field(default_factory=dict)
    tournaments: dict[str, str] = field(default_factory=dict)


def make_demo() -> Demo:
    """Make or find the demo club. Its accounts get a new password."""
    password = secrets.token_urlsafe(9)
    accounts = (ORGANISER, *(name for name in PLAYERS.values() if name))
    users = [_account(name, password) for name in accounts]
    known = Club.objects.filter(name=CLUB, memberships__user=users[0]).first()
    if known is not None:
        return Demo(known.pk, new=False, password=password, accounts=accounts)
    club = club_services.create_club(name=CLUB, actor=Actor(users[0].pk)).pk
    organiser = Actor(users[0].pk, frozenset(), {str(club): frozenset({Membership.Role.ORGANISER.value})})
    players = [
        club_services.add_player(club_id=club, name=name, username=account, actor=organiser)
        for name, account in PLAYERS.items()
    ]
    shown = _play_matches(club, organiser, players)
    cups = demo_tournaments.play_tournaments(club, organiser, [player.pk for player in players])
    runner.catch_up_all()
    return Demo(club, new=True, password=password, accounts=accounts, matches=shown, tournaments=cups)


def _account(name: str, password: str) -> User:
    user, _ = User.objects.get_or_create(username=name)
    user.set_password(password)
    user.save()
    return user


def _play_matches(club: UUID, organiser: Actor, players: Sequence[Player]) -> dict[str, str]:
    """Play matches of every game. Returns their ids by what they show."""
    series = {
        game: club_services.start_series(
            club_id=club, game=game, name=f"{engine(game).meta.name} 2026", actor=organiser
        ).pk
        for game in engines()
    }
    shown = {
        "Rummikub, four players, two rounds, dealt by the service": _play_live(
            club, organiser, players, "rummikub", series["rummikub"], rounds=2
        ),
        "Rummikub, what the table saw": _import_record(club, organiser, players[:3], series["rummikub"]),
        "Rummikub, the rule sheet's sample table": _report_sample(club, organiser, players[:4], series["rummikub"]),
    }
    for game in engines():
        if game != "rummikub":
            name = f"{engine(game).meta.name}, dealt by the service"
            shown[name] = _play_live(club, organiser, players, game, series[game])
    return shown


def _play_live(club: UUID, organiser: Actor, players: Sequence[Player], game: str, series: UUID, **options: int) -> str:
    """A match that the service deals. Every seat moves for itself."""
    rules = engine(game)
    seats = players[: min(4, max(rules.meta.seats))]
    done = matches.open_match(
        club_id=club,
        game=game,
        seats=[player.pk for player in seats],
        options=options,
        series_id=series,
        actor=organiser,
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


def _import_record(club: UUID, organiser: Actor, players: Sequence[Player], series: UUID) -> str:
    """A match that a scribe wrote down, imported as a record."""
    rules, seats = engine("rummikub"), len(players)
    table = resolve_deck(rules, Table(seats, Level.OPEN, settings(rules, {})))
    names = " | ".join(player.name for player in players)
    text = simulate_match(rules, table, SEED, {}).replace(f"\nseats: {seats}\n", f"\nseats: {names}\n", 1)
    return matches.import_record(club_id=club, source=text, series_id=series, actor=organiser).id


def _report_sample(club: UUID, organiser: Actor, players: Sequence[Player], series: UUID) -> str:
    """A match of which only the results are known."""
    seats = [player.pk for player in players]
    done = matches.open_match(
        club_id=club, game="rummikub", seats=seats, level="score", series_id=series, actor=organiser
    )
    for game, points in enumerate(SAMPLE, 1):
        stated = Stated(points, "out")
        results.report_result(match_id=done.id, place=(1, game), stated=stated, expected=game, actor=organiser)
    return done.id
