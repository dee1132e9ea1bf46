"""A club for trying things out, made by the same services as every club."""

import secrets
from dataclasses import dataclass, field
from uuid import UUID

from games.chance import Chance
from games.engine import Level, Stated, Table
from games.records.replay import resolve_deck, settings
from games.records.simulate import simulate_match
from games.registry import AnyEngine, engine, engines
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
    """The club, whether it is new, its accounts and their password, and matches and tournaments by what they show."""

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
    evening = _Evening(club, Actor(users[0].pk, frozenset(), {str(club): frozenset({Membership.Role.ORGANISER.value})}))
    shown = evening.play()
    cups = demo_tournaments.play_tournaments(club, evening.organiser, [player.pk for player in evening.players])
    runner.catch_up_all()
    return Demo(club, new=True, password=password, accounts=accounts, matches=shown, tournaments=cups)


def _account(name: str, password: str) -> User:
    user, _ = User.objects.get_or_create(username=name)
    user.set_password(password)
    user.save()
    return user


class _Evening:
    """What the club has played."""

    def __init__(self, club: UUID, organiser: Actor) -> None:
        self.club = club
        self.organiser = organiser
        self.players = [self._join(name, account) for name, account in PLAYERS.items()]

    def _join(self, name: str, account: str | None) -> Player:
        return club_services.add_player(club_id=self.club, name=name, username=account, actor=self.organiser)

    def play(self) -> dict[str, str]:
        """Everything: matches by what they show."""
        series = {game: self._series(game) for game in engines()}
        shown = {"Rummikub, four players, two rounds, dealt by the service": self._live("rummikub", series, rounds=2)}
        shown["Rummikub, what the table saw"] = self._recorded("rummikub", 3, Level.OPEN, series)
        shown["Rummikub, the rule sheet's sample table"] = self._sample(series["rummikub"])
        for game, numbers in engines().items():
            if game != "rummikub":
                name = list(numbers.values())[-1].meta.name
                shown[f"{name}, dealt by the service"] = self._live(game, series)
        return shown

    def _series(self, game: str) -> UUID:
        name = f"{engine(game).meta.name} 2026"
        return club_services.start_series(club_id=self.club, game=game, name=name, actor=self.organiser).pk

    def _live(self, game: str, series: dict[str, UUID], **options: int) -> str:
        """A match that the service deals, every seat moving for itself."""
        rules = engine(game)
        seats = self.players[: min(4, max(rules.meta.seats))]
        done = matches.open_match(
            club_id=self.club,
            game=game,
            seats=[player.pk for player in seats],
            options=options,
            series_id=series[game],
            actor=self.organiser,
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

    def _recorded(self, game: str, seats: int, level: Level, series: dict[str, UUID]) -> str:
        """A match that a scribe wrote down, imported as a record."""
        rules = engine(game)
        table = _table(rules, seats, level)
        text = simulate_match(rules, table, SEED, {})
        names = " | ".join(player.name for player in self.players[:seats])
        record = text.replace(f"\nseats: {seats}\n", f"\nseats: {names}\n", 1)
        return matches.import_record(club_id=self.club, source=record, series_id=series[game], actor=self.organiser).id

    def _sample(self, series: UUID) -> str:
        """A match of which only the results are known."""
        seats = [player.pk for player in self.players[:4]]
        done = matches.open_match(
            club_id=self.club, game="rummikub", seats=seats, level="score", series_id=series, actor=self.organiser
        )
        for game, points in enumerate(SAMPLE, 1):
            results.report_result(
                match_id=done.id,
                place=(1, game),
                stated=Stated(points, "out"),
                expected=game,
                actor=self.organiser,
            )
        return done.id


def _table(rules: AnyEngine, seats: int, level: Level) -> Table:
    return resolve_deck(rules, Table(seats, level, settings(rules, {})))
