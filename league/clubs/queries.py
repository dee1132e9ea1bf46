"""What people see of clubs, their players, and those who run them: private things only for organisers."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Annotated
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from games.errors import Phrase
from league.clubs.locales import DEFAULT_ZONE
from league.clubs.merges import kept_players as kept_players  # pages ask for them here
from league.clubs.models import Club, Membership, Player, Series, User
from league.clubs.models import erased_players as erased_players  # pages ask for them here
from league.common.actor import NOBODY, Actor, require_organiser
from league.common.csv import csv_text
from league.common.listing import RowList
from league.common.names import distinct_name, name_key, pseudonym
from league.common.read_models import Id, Moment
from league.common.translation import translate
from league.errors import Unknown

_NAMES = """
SELECT asked.id::text, kept.name, kept.mark, kept.note, kept.number, EXISTS (
    SELECT FROM league_player AS other
    WHERE other.club_id = kept.club_id AND other.key = kept.key AND other.mark = '' AND other.merged_into_id IS NULL
        AND other.id <> kept.id
)
FROM league_player AS asked JOIN league_player AS kept ON kept.id = coalesce(asked.merged_into_id, asked.id)
WHERE asked.id = ANY(%s::uuid[])
"""

_PEOPLE_VERSION = """
SELECT count(*), sum(xmin::text::bigint), (SELECT count(*) FROM league_erasure) FROM league_player WHERE club_id = %s
"""

PRIVATE = "For organisers of the club and the person, else null."


class ClubDetail(msgspec.Struct, frozen=True):
    id: Id
    name: str
    zone: Annotated[str, msgspec.Meta(description="IANA name of the time zone in which pages show times.")]
    language: Annotated[
        str | None,
        msgspec.Meta(description="Of papers, the big screen, and readers who ask for no other. Null: the reader's."),
    ]
    closed: Annotated[Moment | None, msgspec.Meta(description="Since when nobody can change anything in it.")]


class SeriesDetail(msgspec.Struct, frozen=True):
    id: Id
    club: Id
    game: str
    name: str


class PlayerDetail(msgspec.Struct, frozen=True):
    id: Id
    club: Id
    name: Annotated[str, msgspec.Meta(description="As typed, or the pseudonym of somebody who was erased.")]
    shown_as: Annotated[
        str, msgspec.Meta(description="With a note or number where others of the club have the same name.")
    ]
    number: Annotated[int, msgspec.Meta(description="Within the club, in the order of joining.")]
    erased: bool
    merged_into: Annotated[
        Id | None, msgspec.Meta(description="The player for whom everything that this one played counts.")
    ]
    note: Annotated[str | None, msgspec.Meta(description=PRIVATE)]
    email: Annotated[str | None, msgspec.Meta(description=PRIVATE)]
    club_number: Annotated[str | None, msgspec.Meta(description=PRIVATE)]
    username: Annotated[str | None, msgspec.Meta(description=PRIVATE)]


class OwnPlace(msgspec.Struct, frozen=True):
    """What an account has in a club: roles, and players by id and name."""

    club: ClubDetail
    roles: list[str]
    players: list[tuple[str, str]]


class MemberDetail(msgspec.Struct, frozen=True):
    """An account with roles in a club."""

    account: Id
    username: str
    roles: list[str]


def list_clubs() -> RowList:
    """All clubs by name."""
    return RowList(Club.objects.all(), ("name", "id"), lambda rows: [club_detail(row) for row in rows])


def find_club(club_id: UUID) -> ClubDetail:
    """One club. Raises `Unknown`."""
    row = Club.objects.filter(id=club_id).first()
    if row is None:
        raise Unknown(kind=Phrase("club"), id=club_id)
    return club_detail(row)


def common_zone() -> str:
    """The time zone of all clubs apart from the demo, if they have the same, else UTC."""
    zones = Club.objects.filter(demo=None).order_by().values_list("zone", flat=True).distinct()[:2]
    return zones[0] if len(zones) == 1 else DEFAULT_ZONE


def club_zone(club_id: UUID | str) -> str:
    """The name of a club's time zone."""
    return Club.objects.filter(id=club_id).values_list("zone", flat=True).first() or DEFAULT_ZONE


def club_zones(clubs: Collection[str | UUID]) -> dict[str, str]:
    """The names of the time zones of clubs, by id."""
    return {str(id_): zone for id_, zone in Club.objects.filter(id__in=clubs).values_list("id", "zone")}


def club_names(clubs: Collection[str | UUID]) -> dict[str, str]:
    """Names of clubs by id."""
    return {str(id_): name for id_, name in Club.objects.filter(id__in=clubs).values_list("id", "name")}


def list_own_clubs(account: UUID) -> list[ClubDetail]:
    """The clubs in which an account has a role or a player, by name."""
    roles, players = (each.objects.filter(user=account).values("club") for each in (Membership, Player))
    rows = Club.objects.filter(Q(id__in=roles) | Q(id__in=players)).order_by("name", "id")
    return [club_detail(row) for row in rows]


def list_own_places(account: UUID) -> list[OwnPlace]:
    """What an account has in each of its clubs, by name."""
    held = list(Membership.objects.filter(user=account).order_by("role"))
    players = list(Player.objects.filter(user=account).order_by("number"))
    return [
        OwnPlace(
            club,
            [each.role for each in held if str(each.club_id) == club.id],
            [(str(each.pk), each.name) for each in players if str(each.club_id) == club.id],
        )
        for club in list_own_clubs(account)
    ]


def club_detail(row: Club) -> ClubDetail:
    return ClubDetail(str(row.pk), row.name, row.zone, row.language, row.closed_at)


def list_series(*, club: UUID | None = None) -> RowList:
    """Series, the newest first."""
    rows = Series.objects.all() if club is None else Series.objects.filter(club=club)
    return RowList(rows, ("-created_at", "id"), lambda found: [series_detail(row) for row in found])


def series_detail(row: Series) -> SeriesDetail:
    return SeriesDetail(str(row.pk), str(row.club_id), row.game, row.name)


def list_players(actor: Actor = NOBODY, *, club: UUID | None = None, name: str = "") -> RowList:
    """Players by name, as *actor* may see them: those of one club, or with *name* in their names."""
    return RowList(find_players(club=club, name=name), ("name", "id"), lambda rows: player_details(rows, actor))


def own_players(club_id: UUID, actor: Actor) -> list[PlayerDetail]:
    """The reader's players in a club, by name."""
    rows = find_players(club=club_id, name="").filter(id__in=actor.players).order_by("name", "id")
    return player_details(list(rows), actor)


def list_namesakes(club_id: UUID, name: str, actor: Actor) -> list[PlayerDetail]:
    """The players of a club with this name, however it is written, in the order of joining."""
    rows = find_players(club=club_id, name="").filter(key=name_key(name)).order_by("number")
    return player_details(list(rows), actor)


def players_without_account(players: Collection[str | UUID]) -> list[str]:
    """The names of those *players* who have no account, so that nobody can act for them, in alphabetical order."""
    acting = players_with_account(players)
    return sorted(names_of([player for player in players if str(player) not in acting]).values())


def players_with_account(players: Collection[str | UUID]) -> frozenset[str]:
    """Those of the *players* for whom somebody can sign in, also by the account of a player they were merged into."""
    active = Q(user__is_active=True) | Q(merged_into__user__is_active=True)
    rows = Player.objects.filter(active, id__in=players)
    return frozenset(str(player) for player in rows.values_list("id", flat=True))


def accounts_of(players: Collection[str | UUID]) -> dict[str, str]:
    """The account by player of those *players* who have one, also by the player they were merged into."""
    rows = Player.objects.filter(id__in=players).values_list("id", "user", "merged_into__user")
    return {str(player): str(own or kept) for player, own, kept in rows if own or kept}


def active_accounts(accounts: Collection[str]) -> frozenset[str]:
    """Those of the *accounts* that can sign in."""
    rows = User.objects.filter(id__in=accounts, is_active=True).values_list("id", flat=True)
    return frozenset(map(str, rows))


def search_players(text: str, actor: Actor, most: int) -> list[PlayerDetail]:
    """Players with *text* in their names, first those of whom a name begins with it. As *actor* may see them."""
    key = name_key(text)
    begins = Q(key__startswith=key) | Q(key__contains=f" {key}")
    rows = find_players(club=None, name=text).annotate(begins=ExpressionWrapper(begins, BooleanField()))
    return player_details(list(rows.order_by("-begins", "name", "id")[:most]), actor)


def names_of(players: Collection[str | UUID]) -> dict[str, str]:
    """Names to show, by player id: with a label where others of the club have the same name, or a pseudonym.

    Players who were merged have the name of the player who was kept.
    """
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_NAMES, [[str(player) for player in players]])
        return {player: _display_name(*row) for player, *row in cursor.fetchall()}


def people_version(club_id: UUID | str) -> str:
    """A text that is another one whenever a player of the club was added or changed, or an account was closed.

    PostgreSQL numbers the transactions, and each version of a row has the number of the one that wrote it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE_VERSION, [club_id])
        return "{}.{}.{}".format(*cursor.fetchone())


def _display_name(name: str, mark: str, note: str, number: int, shared: bool) -> str:
    """The name of a player, which others of the club may have too (*shared*)."""
    if mark:
        words = pseudonym(mark)
        return translate(words.text, words.params)
    return distinct_name(name, (note or str(number)) if shared else None)


def find_players(*, club: UUID | None, name: str) -> QuerySet[Player]:
    """Players who were neither erased nor merged, of one club or of all, with *name* in their names."""
    wanted = Q(mark="", merged_into=None, key__contains=name_key(name))
    return Player.objects.select_related("user").filter(wanted if club is None else wanted & Q(club=club))


def player_detail(player_id: UUID, actor: Actor) -> PlayerDetail:
    """One player, erased or not. Raises `Unknown`."""
    row = Player.objects.select_related("user").filter(id=player_id).first()
    if row is None:
        raise Unknown(kind=Phrase("player"), id=player_id)
    return player_details([row], actor)[0]


def merged_players(player_id: UUID, actor: Actor) -> list[PlayerDetail]:
    """The players who were merged into this one, in the order of joining."""
    rows = Player.objects.select_related("user").filter(merged_into=player_id).order_by("number")
    return player_details(list(rows), actor)


def player_details(rows: Sequence[Player], actor: Actor) -> list[PlayerDetail]:
    """Players as *actor* may see them. Contact, note and account are for organisers of the club and for the person."""
    names = names_of([row.pk for row in rows])
    return [_player_detail(row, names[str(row.pk)], _private(row, actor)) for row in rows]


def _player_detail(row: Player, shown: str, private: bool) -> PlayerDetail:
    return PlayerDetail(
        id=str(row.pk),
        club=str(row.club_id),
        name=row.name or shown,
        shown_as=shown,
        number=row.number,
        erased=bool(row.mark),
        merged_into=str(row.merged_into_id) if row.merged_into_id else None,
        note=row.note if private else None,
        email=row.email if private else None,
        club_number=row.club_number if private else None,
        username=row.user.username if private and row.user else None,
    )


def _private(row: Player, actor: Actor) -> bool:
    return actor.organiser(str(row.club_id)) or str(row.pk) in actor.players


def members(club_id: UUID, actor: Actor) -> list[MemberDetail]:
    """The accounts that have roles in a club, by name, for its organisers. Raises `NotAllowed`."""
    require_organiser(actor, str(club_id), Phrase("see who has which role"))
    held = Membership.objects.filter(club=club_id).select_related("user").order_by("user__username", "role")
    accounts = groupby(held, key=lambda each: each.user)
    return [MemberDetail(str(user.pk), user.username, [each.role for each in roles]) for user, roles in accounts]


def players_csv(club_id: UUID, actor: Actor) -> str:
    """The club's players as CSV with what its organisers know of them. Importing it finds everybody again."""
    require_organiser(actor, str(club_id), Phrase("export people"))
    rows = find_players(club=club_id, name="").order_by("number")
    heading = ("name", "note", "email", "club number", "account")
    people = ((row.name, row.note, row.email, row.club_number, row.user.username if row.user else "") for row in rows)
    return csv_text([heading, *people])
