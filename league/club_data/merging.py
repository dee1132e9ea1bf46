"""Merging two players of a club who are one person, and undoing it. What was played stays where it was."""

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.clubs.access.events import LinkChange, record_links
from league.clubs.errors import CannotMerge, NotMerged, PlayerErased
from league.clubs.merges import MergeUndone, PlayersMerged, append_to_club, ids_of_person, merges
from league.clubs.models import Player
from league.clubs.players import get_player, lock_players
from league.common.actor import Actor, require_organiser
from league.common.names import pseudonym
from league.eventlog import store
from league.matches import repository as match_repository
from league.tournaments.repository import tournaments, tournaments_with_player

MERGE = Phrase("merge players")
_SEATING = ("match.opened", "seats.changed")


@transaction.atomic
def merge_players(*, player_id: UUID, kept_id: UUID, actor: Actor) -> Player:
    """Let everything that the player has played or will play count for the player who is kept.

    The player who goes has no account, and an invitation ends. Raises `Unknown`, `NotAllowed`, `CannotMerge`.
    """
    player, kept = get_player(player_id), get_player(kept_id)
    for each in (player, kept):
        require_organiser(actor, str(each.club_id), MERGE)
    lock_players([str(player.pk), str(kept.pk)])  # nobody enters them anywhere in the meantime
    for why in _objections(player, kept):
        raise CannotMerge(player=_name(player), kept=_name(kept), why=why)
    player.merged_into, player.invitation = kept, ""
    player.save()
    player.offers.all().delete()
    append_to_club(str(player.club_id), PlayersMerged(str(player.club_id), str(player.pk), str(kept.pk)), actor)
    return kept


@transaction.atomic
def undo_merge(*, player_id: UUID, actor: Actor) -> Player:
    """Count the player separately again, with what they played, and the account if an older merge has moved it.

    What has been decided about the kept player in the meantime stays with that player. Raises `Unknown`, `NotAllowed`,
    `NotMerged`, `PlayerErased`.
    """
    player = get_player(player_id)
    club = str(player.club_id)
    require_organiser(actor, club, MERGE)
    if player.mark:
        raise PlayerErased(player=str(player.pk))
    if player.merged_into_id is None:
        raise NotMerged(player=str(player.pk))
    lock_players([str(player.pk), str(player.merged_into_id)])
    kept = Player.objects.get(pk=player.merged_into_id)
    account = merges.load(club).state.merged[str(player.pk)].account
    player.merged_into, moves = None, []
    if account is not None and str(kept.user_id) == account:
        player.user_id, player.accepted_by = kept.user_id, kept.accepted_by
        moves = [LinkChange(kept, kept.user_id, "merge"), LinkChange(player, None, "merge")]
        kept.user = kept.accepted_by = None
        kept.save()
    player.save()
    record_links(moves, actor)
    append_to_club(club, MergeUndone(str(player.pk)), actor)
    return player


def _objections(player: Player, kept: Player) -> Iterator[Phrase]:
    """Why the player cannot be merged into the other one."""
    if player.pk == kept.pk:
        yield Phrase("they are the same player")
    if player.club_id != kept.club_id:
        yield Phrase("they are in different clubs")
    for each in (player, kept):
        if each.mark:
            yield Phrase("{player} was erased", player=_name(each))
        if each.merged_into is not None:
            yield Phrase("{player} has already been merged into {kept}", player=each.name, kept=each.merged_into.name)
    if player.merged.exists():
        yield Phrase("others have been merged into {player}", player=player.name)
    if player.user is not None:
        text = Phrase("{player} has an account, and nobody moves an account to another player", player=player.name)
        yield text if kept.user is None else Phrase("both have an account")
    yield from _meetings(player, kept)


def _name(player: Player) -> str | Phrase:
    """The name as it was typed. A player who was merged is shown with another name, that of the kept player."""
    return pseudonym(player.mark) if player.mark else player.name


def _meetings(player: Player, kept: Player) -> Iterator[Phrase]:
    """Where both were at the same time, so that they cannot be one person."""
    one, others = str(player.pk), set(ids_of_person(kept.pk))
    for match in _matches_with(one, others):
        yield Phrase("they sat at one table in match {match}", match=match)
    for tournament_id in sorted(set(tournaments_with_player(one)) & _tournaments_of(others)):
        tournament = tournaments.load(tournament_id).state
        own = {entry.id for entry in tournament.entries.values() if one in entry.all_players}
        theirs = {entry.id for entry in tournament.entries.values() if others & entry.all_players}
        together = any({one} < {*entry.players} & {one, *others} for entry in tournament.entries.values())
        if together or own != theirs:
            yield Phrase("both were entered in the tournament {name}", name=tournament.name)


def _tournaments_of(players: set[str]) -> set[str]:
    return {found for player in players for found in tournaments_with_player(player)}


def _matches_with(one: str, others: set[str]) -> Iterator[str]:
    """The matches in which one of *others* ever had a seat beside *one*, by the log itself."""
    prefix = match_repository.stream("")
    shared = set(store.streams_mentioning(prefix, _SEATING, one))
    shared &= {stream for player in others for stream in store.streams_mentioning(prefix, _SEATING, player)}
    for stream in sorted(shared):
        seats: list[set[str]] = []
        for event in store.read_kinds(stream, _SEATING):
            wrong = event.payload.get("corrects", False)  # the names of those who sat there before
            seats = [*([] if wrong else seats), set(event.payload["seats"])]
        if any(one in each and others & each for each in seats):
            yield stream.removeprefix(prefix)
