"""Erasing a person: what identifies them is removed, and what they played stays."""

import json
import re
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from games.errors import Phrase
from league.clubs.access.events import LinkChange, record_links
from league.clubs.merges import ids_of_person
from league.clubs.models import Erasure, Player
from league.clubs.players import get_player, lock_players
from league.common.actor import Actor
from league.common.idempotency import AnsweredRequest
from league.common.names import pseudonym
from league.errors import NotAllowed
from league.eventlog import private_data
from league.notices.services import forget_person
from league.tournaments.services import entries

SHORTEST_MARK = 4  # hexadecimal digits
PERSONAL = {"note": "", "email": "", "club_number": "", "username": None, "label": None}
NAMES = ("name", "shown_as")


@transaction.atomic
def erase_player(*, player_id: UUID, actor: Actor) -> Player:
    """Erase the person behind a player for good. Raises `Unknown`, `NotAllowed`.

    Name, contact, note, numbers, account and statements in appeals go, and a pseudonym stays. In unfinished tournaments
    the player's entrant withdraws. For organisers of the club and the person. Erasing twice is erasing once. Players
    who were merged are one person, so all of them are erased.
    """
    player = get_player(player_id)
    require_eraser(actor, str(player.club_id), str(player.pk))
    for each in Player.objects.select_related("user").filter(id__in=ids_of_person(player.pk)):
        if not each.mark:
            _erase(each, _mark(each), actor)
    return Player.objects.get(pk=player.pk)


@transaction.atomic
def erase_again(*, player_id: UUID, mark: str) -> bool:
    """Erase a player that a restored backup has brought back. Returns whether there was anything to erase."""
    player = Player.objects.select_for_update().filter(pk=player_id).first()
    if player is None or player.mark:
        return False
    _erase(player, mark, Actor(players=frozenset({str(player_id)})))
    return True


def _erase(player: Player, mark: str, actor: Actor) -> None:
    lock_players([str(player.pk)])  # nobody enters the player anywhere meanwhile
    entries.withdraw_everywhere(player=str(player.pk), actor=actor)
    name, account = player.name, player.user_id
    player.mark = mark
    player.name = player.note = player.email = player.club_number = player.listed = player.invitation = ""
    player.user = player.accepted_by = None
    player.save()
    record_links([LinkChange(player, account, "erasure")], actor)
    player.password_links.all().delete()
    player.offers.all().delete()
    _forget(name, str(player.pk), pseudonym(mark))
    whose = [f"player:{player.pk}", *([f"account:{account}"] if account else [])]
    private_data.erase(whose, str(player.club_id))
    if account is not None:
        forget_person(account, player.pk)
    Erasure.objects.create(id=player.pk, kind=Erasure.Kind.PLAYER, mark=mark)


def require_eraser(actor: Actor, club: str, player: str) -> None:
    if not (actor.organiser(club) or player in actor.players):
        why = Phrase("only the club’s organisers and the player can do this")
        raise NotAllowed(act=Phrase("erase a player"), why=why)


def _mark(player: Player) -> str:
    """The end of the id, long enough to be unique in the club."""
    digits = player.pk.hex.upper()
    taken = set(Player.objects.filter(club_id=player.club_id).exclude(mark="").values_list("mark", flat=True))
    lengths = range(SHORTEST_MARK, len(digits) + 1)
    return next(digits[-length:] for length in lengths if digits[-length:] not in taken)


def _forget(name: str, player: str, shown: str) -> None:
    """Remove the person from answers that are stored for repeated requests."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    written = json.dumps(name, ensure_ascii=False)[1:-1]
    about = Q(text__contains=player) | Q(text__contains=written)
    answers = AnsweredRequest.objects.annotate(text=Cast("body", TextField())).filter(about)
    for answer in answers.select_for_update():
        answer.body = _remove_person(answer.body, player, word, shown)
        answer.save(update_fields=["body"])


def _remove_person(value: Any, player: str, name: re.Pattern[str], shown: str) -> Any:
    """The answer with the pseudonym for the player's name and nothing for what else is personal.

    An object with the player's id is about the player, and may hold an older name.
    """
    if isinstance(value, str):
        return name.sub(lambda _: shown, value)  # a function, for it may have backslashes
    if isinstance(value, list):
        return [_remove_person(each, player, name, shown) for each in value]
    if not isinstance(value, dict):
        return value
    rest = {key: _remove_person(each, player, name, shown) for key, each in value.items()}
    if player not in (value.get("id"), value.get("player")):
        return rest
    return {key: shown if key in NAMES else PERSONAL.get(key, each) for key, each in rest.items()}
