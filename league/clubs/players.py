"""Players of a club for other services: one by id, several at once, and new ones."""

from collections.abc import Collection, Sequence
from uuid import UUID

from games.errors import Phrase
from league.clubs.errors import PlayerErased, PlayerMerged
from league.clubs.models import Club, Player, erased_players
from league.clubs.quotas import require_room_for_players
from league.common.ids import new_id
from league.common.names import distinct_name, name_key
from league.errors import Unknown


def get_player(player_id: UUID) -> Player:
    """The player with this id, to be changed: others wait until the transaction ends. Raises `Unknown`."""
    club = Player.objects.filter(id=player_id).values_list("club_id", flat=True).first()
    if club is None:
        raise Unknown(kind=Phrase("player"), id=player_id)
    lock_club(club)
    return Player.objects.select_related("user").get(id=player_id)


def get_active_player(player_id: UUID) -> Player:
    """The player with this id, to be changed. Raises `Unknown`, `PlayerErased`, `PlayerMerged`."""
    player = get_player(player_id)
    if player.mark:
        raise PlayerErased(player=str(player.pk))
    require_unmerged([player_id])
    return player


def require_unmerged(players: Collection[str | UUID]) -> None:
    """Raise `PlayerMerged`, which names the first player who was merged."""
    merged = Player.objects.filter(id__in=players).exclude(merged_into=None).order_by("id").first()
    if merged is not None:
        raise PlayerMerged(player=str(merged.pk), kept=str(merged.merged_into_id))


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
    """Add new players to the locked club. Ids and numbers are assigned here, in the order of *players*.

    A number that would make somebody look like another player is left out. Raises `ClubIsFull`.
    """
    known = list(Player.objects.filter(club_id=club_id).values_list("key", "note", "number"))
    require_room_for_players(len(known) + len(players))
    for player in players:
        player.key = name_key(player.name)
    keys = {key for key, _, _ in known}.union(player.key for player in players)
    noted = [(key, note) for key, note, _ in known] + [(player.key, player.note) for player in players]
    labels = {(key, name_key(note)) for key, note in noted}
    number = max((number for _, _, number in known), default=0)
    for player in players:
        number += 1
        while not player.note and (
            (player.key, str(number)) in labels or name_key(distinct_name(player.name, str(number))) in keys
        ):
            number += 1
        player.id, player.club_id, player.number = new_id(), UUID(str(club_id)), number
    Player.objects.bulk_create(players)


def is_shown_by_number(club_id: UUID | str, name: str, note: str) -> bool:
    """Whether a namesake without a note has this note as number."""
    if not (note.isascii() and note.isdecimal() and len(note) < 10):
        return False
    return Player.objects.filter(club_id=club_id, key=name_key(name), note="", number=int(note)).exists()
