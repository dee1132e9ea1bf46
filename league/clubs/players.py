"""Players of a club for other services: one by id, those of a record by name, and new ones."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db.models import Max, Q, QuerySet

from games.errors import Phrase
from league.clubs.errors import PlayerErased
from league.clubs.models import Club, Player, erased_players
from league.common.ids import new_id
from league.common.names import mark_of, name_key, split_name
from league.errors import Unknown


def get_player(player_id: UUID) -> Player:
    """The player with this id, to be changed: others wait until the transaction ends. Raises `Unknown`."""
    club = Player.objects.filter(id=player_id).values_list("club_id", flat=True).first()
    if club is None:
        raise Unknown(kind=Phrase("player"), id=player_id)
    lock_club(club)
    return Player.objects.select_related("user").get(id=player_id)


def get_active_player(player_id: UUID) -> Player:
    """The player with this id, to be changed, if they were not erased. Raises `Unknown`, `PlayerErased`."""
    player = get_player(player_id)
    if player.mark:
        raise PlayerErased(player=str(player.pk))
    return player


def require_players(club: str, players: Sequence[str]) -> None:
    """Raises `Unknown`, naming the first that is no player of the club."""
    known = {str(player) for player in Player.objects.filter(club_id=club, id__in=players).values_list("id", flat=True)}
    for player in players:
        if player not in known:
            raise Unknown(kind=Phrase("club player"), id=player)


def require_active_players(club: str, players: Sequence[str]) -> None:
    """Raise `Unknown` or `PlayerErased`. Nobody of *players* can be erased before the transaction ends."""
    require_players(club, players)
    lock_players(players)
    gone = erased_players(players)
    for player in players:
        if player in gone:
            raise PlayerErased(player=player)


def lock_players(players: Collection[str]) -> None:
    """Make the erasure of *players* wait until the transaction ends, or wait for one under way."""
    rows = Player.objects.select_for_update(no_key=True).filter(id__in=players).order_by("id")
    list(rows.values_list("id"))


def lock_club(club_id: UUID | str) -> None:
    """Make others who add players to the club or remove roles wait until the transaction ends."""
    Club.objects.select_for_update(no_key=True).get(id=club_id)


def add_players(club_id: UUID | str, players: Sequence[Player]) -> None:
    """Add new players to the locked club. Ids and numbers are assigned here, in the order of *players*."""
    last = Player.objects.filter(club_id=club_id).aggregate(last=Max("number"))["last"] or 0
    for number, player in enumerate(players, last + 1):
        player.id, player.club_id, player.number = new_id(), UUID(str(club_id)), number
        player.key = name_key(player.name)
    Player.objects.bulk_create(players)


def find_or_add_players(club_id: UUID | str, names: Sequence[str]) -> tuple[str, ...]:
    """Player ids for the names of a record. Equal names are different people, and new ones are added to the club."""
    known = _find_by_name(club_id, names)
    if None in known:
        lock_club(club_id)  # who adds the same names now waits, then finds them
        known = _find_by_name(club_id, names)
        new = [Player(name=name) for name, player in zip(names, known, strict=True) if player is None]
        add_players(club_id, new)
        added = iter(new)
        known = [player or str(next(added).pk) for player in known]
    return tuple(player for player in known if player is not None)


def _find_by_name(club_id: UUID | str, names: Sequence[str]) -> list[str | None]:
    """For each name the id of a player, the oldest first and nobody twice. None for a new name."""
    club = Player.objects.filter(club_id=club_id)
    called: dict[str, list[str]] = {name: [] for name in names}
    for player, name in club.filter(name__in=names).order_by("id").values_list("id", "name"):
        called[name].append(str(player))
    told_apart = {name: _find_by_label(club, name) for name in names if not called[name]}
    taken = set(told_apart.values())
    players: list[str | None] = []
    for name in names:
        free = (player for player in called[name] if player not in taken)
        players.append(told_apart.pop(name, None) or next(free, None))
        taken.add(players[-1])
    return players


def _find_by_label(club: QuerySet[Player], shown: str) -> str | None:
    """The player whose name is shown so because others have it too, or because the person was erased."""
    mark, parts = mark_of(shown), split_name(shown)
    if mark is not None:
        found = club.filter(mark=mark)
    elif parts is not None:
        name, label = parts
        wanted = Q(note=label)
        if label.isdecimal() and label.isascii() and len(label) < 10:
            wanted |= Q(note="", number=int(label))
        found = club.filter(wanted, name=name)
    else:
        return None
    player = found.values_list("id", flat=True).first()
    return None if player is None else str(player)
