"""What people see of players and of those who run a club: names told apart, and private things to organisers alone."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.errors import Phrase
from league.clubs.models import Membership, Player
from league.clubs.models import erased_players as erased_players  # pages ask for them here
from league.common.actor import Actor, require_organiser
from league.common.csv import csv_text
from league.common.names import folded, pseudonym, told_apart
from league.common.translation import said
from league.errors import Unknown

_NAMESAKES = Player.objects.filter(club=OuterRef("club"), key=OuterRef("key"), mark="").exclude(id=OuterRef("id"))


def names_of(players: Collection[str | UUID]) -> dict[str, str]:
    """Names by player id, as they are shown: told apart where others of the club have the same, or a pseudonym."""
    rows = Player.objects.filter(id__in=players).annotate(shared=Exists(_NAMESAKES))
    return {str(row.pk): _display_name(row, row.shared) for row in rows}


def _display_name(row: Player, shared: bool) -> str:
    if row.mark:
        words = pseudonym(row.mark)
        return said(words.text, words.params)
    return told_apart(row.name, (row.note or str(row.number)) if shared else None)


def find_players(*, club: UUID | None, name: str) -> QuerySet[Player]:
    """Players who were not erased: those of one club, those with *name* in their names."""
    wanted = Q(mark="", key__contains=folded(name))
    return Player.objects.select_related("user").filter(wanted if club is None else wanted & Q(club=club))


def player_detail(player_id: UUID, actor: Actor) -> dict[str, Any]:
    """One player, erased or not. Raises `Unknown`."""
    row = Player.objects.select_related("user").filter(id=player_id).first()
    if row is None:
        raise Unknown(kind=Phrase("player"), id=player_id)
    return player_details([row], actor)[0]


def player_details(rows: Sequence[Player], actor: Actor) -> list[dict[str, Any]]:
    """Players as *actor* may see them: contact, note and account are for organisers of the club and for the person."""
    shown = names_of([row.pk for row in rows])
    return [_player_detail(row, shown[str(row.pk)], _private(row, actor)) for row in rows]


def _player_detail(row: Player, shown: str, private: bool) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "club": str(row.club_id),
        "name": row.name or shown,
        "shown_as": shown,
        "number": row.number,
        "erased": bool(row.mark),
        "note": row.note if private else None,
        "email": row.email if private else None,
        "club_number": row.club_number if private else None,
        "username": row.user.username if private and row.user else None,
    }


def _private(row: Player, actor: Actor) -> bool:
    return actor.organiser(str(row.club_id)) or str(row.pk) in actor.players


def members(club_id: UUID, actor: Actor) -> list[dict[str, Any]]:
    """The accounts that have roles in a club, by name, for its organisers. Raises `NotAllowed`."""
    require_organiser(actor, str(club_id), Phrase("see who has which role"))
    held = Membership.objects.filter(club=club_id).select_related("user").order_by("user__username", "role")
    people = groupby(held, key=lambda each: each.user)
    return [
        {"account": str(user.pk), "username": user.username, "roles": [each.role for each in roles]}
        for user, roles in people
    ]


def players_csv(club_id: UUID, actor: Actor) -> str:
    """The club's players as CSV with what its organisers know of them; an import of it finds everybody again."""
    require_organiser(actor, str(club_id), Phrase("export people"))
    rows = find_players(club=club_id, name="").order_by("number")
    heading = ("name", "note", "email", "club number", "account")
    people = ((row.name, row.note, row.email, row.club_number, row.user.username if row.user else "") for row in rows)
    return csv_text([heading, *people])
