"""Clubs, players, series, and who may do what."""

from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.errors import Phrase
from games.registry import engine
from league.clubs.access import offers
from league.clubs.access.events import AccessEvent, AccountUnlinked, LinkChange, RoleRemoved, record, record_links
from league.clubs.accounts import find_account
from league.clubs.errors import (
    BadAddress,
    ClubHasOthers,
    ClubNumberTaken,
    LastOrganiser,
    LooksLikeAnother,
    NoteTaken,
)
from league.clubs.locales import DEFAULT_ZONE, ClubLocale, ZoneSet
from league.clubs.merges import append_to_club
from league.clubs.models import Club, Membership, Offer, Player, Series, User
from league.clubs.players import add_players, get_active_player, lock_club
from league.common.actor import Actor, require_official, require_organiser
from league.common.ids import new_id
from league.common.names import check_name, distinct_name, mark_of, name_key, split_name
from league.errors import NotAllowed, Unknown
from league.eventlog import sealer, statements

PRIVATE = ("note", "email", "club_number")
MOST_NAMED = 5  # accounts


@transaction.atomic
def create_club(*, name: str, actor: Actor, zone: str = DEFAULT_ZONE, language: str | None = None) -> Club:
    """Found a club. The founder becomes its organiser.

    Raises `BadName`, `UnknownZone`, `UnknownLanguage`, `NotAllowed`.
    """
    if actor.user is None:
        raise NotAllowed(act=Phrase("found a club"), why=Phrase("you are not signed in"))
    ClubLocale(zone, language).require_known()
    id_ = new_id()
    shard = sealer.choose_shard(id_, settings.LUDEX_SHARDS)
    sealer.open_shard(shard)
    club = Club.objects.create(id=id_, name=check_name(name), zone=zone, language=language, shard=shard)
    Membership.objects.create(user_id=actor.user, club=club, role=Membership.Role.ORGANISER)
    return club


@transaction.atomic
def change_club(*, club_id: UUID, actor: Actor, **changes: str | None) -> None:
    """Change a club's `zone` or `language`, of which None leaves the choice to each reader.

    The days of matches to come are counted by another zone. Raises `Unknown`, `NotAllowed`, `UnknownZone`,
    `UnknownLanguage`.
    """
    require_organiser(actor, str(get_club(club_id).id), Phrase("change the club"))
    lock_club(club_id)
    club = get_club(club_id)
    locale = msgspec.structs.replace(ClubLocale(club.zone, club.language), **changes)
    locale.require_known()
    Club.objects.filter(id=club.id).update(**{name: getattr(locale, name) for name in changes})
    if locale.zone != club.zone:
        append_to_club(str(club.id), ZoneSet(str(club.id), locale.zone, club.zone), actor)


@transaction.atomic
def add_player(*, club_id: UUID, name: str, username: str | None = None, actor: Actor, **more: str) -> Player:
    """Add a player to a club, and offer it to an account if a username is given.

    *more* may be `note`, `email`, `club_number`. Raises `Unknown`, `NotAllowed`, `BadName`, `BadAddress`,
    `PlayerHasAccount`, `NoteTaken`, `LooksLikeAnother`, `ClubNumberTaken`.
    """
    club = get_club(club_id)
    require_official(actor, str(club.id), Phrase("add a player"))
    lock_club(club.id)
    player = Player(club=club)
    _change(player, {"name": name, **more})
    add_players(club.id, [player])
    if username is not None:
        require_organiser(actor, str(club.id), Phrase("link a player to an account"))
        offers.offer_player(player, username, actor)
    return player


@transaction.atomic
def change_player(*, player_id: UUID, actor: Actor, **changes: str | None) -> Player:
    """Change a player's `name`, `note`, `email`, `club_number` or account (`username`).

    Another account than the organiser's own gets an offer. None removes the account, which its owner may do, too.
    Raises `Unknown`, `NotAllowed`, `PlayerErased`, `BadName`, `BadAddress`, `PlayerIsTaken`, `PlayerHasAccount`,
    `NoteTaken`, `LooksLikeAnother`, `ClubNumberTaken`.
    """
    player = get_active_player(player_id)
    if changes != {"username": None} or actor.user is None or player.user_id != actor.user:
        require_organiser(actor, str(player.club_id), Phrase("change a player"))
    if "username" in changes:
        _change_account(player, changes.pop("username"), actor)
    _change(player, changes)
    player.save()
    return player


def _change_account(player: Player, username: str | None, actor: Actor) -> None:
    if username is None:
        before, player.user, player.invitation, player.accepted_by = player.user_id, None, "", None
        player.offers.all().delete()
        record_links([LinkChange(player, before, "owner" if before == actor.user else "organiser")], actor)
    elif player.user is None or player.user != find_account(username):
        offers.offer_player(player, username, actor)


def _change(player: Player, changes: dict[str, Any]) -> None:
    """Take in the changes, each checked against the others of the club."""
    if "name" in changes:
        player.name = check_name(changes["name"])
    for field in PRIVATE:
        if field in changes:
            value = (changes[field] or "").strip()
            setattr(player, field, check_name(value, number=True) if value and field != "email" else value)
    try:
        validate_email(player.email or "nobody@example.org")
    except ValidationError:
        raise BadAddress(email=player.email) from None
    others = Player.objects.filter(club_id=player.club_id).exclude(id=player.id)
    if player.club_number and others.filter(club_number=player.club_number).exists():
        raise ClubNumberTaken(number=player.club_number)
    if {"name", "note"} & {*changes}:
        _require_distinct(player, others)


def _require_distinct(player: Player, others: QuerySet[Player]) -> None:
    """Raise unless everybody is shown differently: by name, or as a namesake by name and note or number."""
    label = player.note or str(player.number or "")
    namesakes = others.filter(key=name_key(player.name), mark="")
    labels = {name_key(each.note or str(each.number)): bool(each.note) for each in namesakes}
    if label and name_key(label) in labels:
        if player.note and labels[name_key(label)]:
            raise NoteTaken(name=player.name, note=player.note)
        raise LooksLikeAnother(name=distinct_name(player.name, label))
    if label and others.filter(key=name_key(distinct_name(player.name, label))).exists():
        raise LooksLikeAnother(name=distinct_name(player.name, label))
    parts, mark = split_name(player.name), mark_of(player.name)
    if parts is not None:
        called = others.filter(key=name_key(parts[0]))
        if name_key(parts[1]) in {name_key(each.note or str(each.number)) for each in called}:
            raise LooksLikeAnother(name=player.name)
    if mark is not None and others.filter(mark=mark).exists():
        raise LooksLikeAnother(name=player.name)


@transaction.atomic
def offer_role(*, club_id: UUID, username: str, role: str, actor: Actor) -> Offer | None:
    """Offer an account to be organiser, arbiter or scorekeeper of a club. Raises `Unknown`, `NotAllowed`.

    None if it has the role, or has it now since it is the organiser's own account.
    """
    club = get_club(club_id)
    require_organiser(actor, str(club.id), Phrase("assign a role"))
    return offers.offer_role(club, username, Membership.Role(role), actor)


@transaction.atomic
def take_role(*, club_id: UUID, account_id: UUID, role: str, actor: Actor) -> None:
    """Remove a role, one's own too. Removing one that nobody has does nothing.

    Raises `Unknown`, `NotAllowed`, `LastOrganiser`.
    """
    club = get_club(club_id)
    if actor.user != account_id:
        require_organiser(actor, str(club.id), Phrase("remove a role"))
    lock_club(club.id)  # of two organisers who take the other's role at once, the second one is the last
    held = Membership.objects.filter(club=club, role=role)
    own = held.filter(user=account_id).select_related("user").first()
    if own is not None and role == Membership.Role.ORGANISER and held.count() == 1:
        raise LastOrganiser(username=own.user.username)
    removed, _ = held.filter(user=account_id).delete()
    record(str(club.id), [RoleRemoved(str(club.id), str(account_id), role)] if removed else [], actor)
    if role == Membership.Role.ORGANISER:
        Offer.objects.filter(club=club, made_by=account_id).delete()  # they speak for the club no longer


def give_up_role(*, club_id: UUID, role: str, actor: Actor) -> None:
    """Remove a role of the account that asks. Raises `Unknown`, `NotAllowed`, `LastOrganiser`."""
    if actor.user is None:
        raise NotAllowed(act=Phrase("remove a role"), why=Phrase("you are not signed in"))
    take_role(club_id=club_id, account_id=actor.user, role=role, actor=actor)


@transaction.atomic
def close_club(*, club_id: UUID, actor: Actor) -> None:
    """Close a club in which nobody else has a role or an account: nobody can change it any more, and all can read it.

    Raises `Unknown`, `NotAllowed`, `ClubHasOthers`.
    """
    club = get_club(club_id)
    require_organiser(actor, str(club.id), Phrase("close the club"))
    lock_club(club.id)
    held, players = Membership.objects.filter(club=club), Player.objects.filter(club=club)
    names = User.objects.filter(Q(memberships__in=held) | Q(player__in=players)).exclude(pk=str(actor.user))
    if others := sorted(set(names.values_list("username", flat=True))):
        raise ClubHasOthers(usernames=", ".join(others[:MOST_NAMED]))
    ends: list[AccessEvent] = [
        AccountUnlinked(str(club.pk), str(player), str(account), "closing")
        for player, account in players.exclude(user=None).values_list("id", "user")
    ]
    ends += [RoleRemoved(str(club.pk), str(actor.user), role) for role in held.values_list("role", flat=True)]
    record(str(club.pk), ends, actor)
    held.delete()
    players.update(user=None, accepted_by=None, invitation="")
    Offer.objects.filter(club=club).delete()
    Club.objects.filter(pk=club.pk).update(closed_at=timezone.now())


@transaction.atomic
def start_series(*, club_id: UUID, game: str, name: str, actor: Actor) -> Series:
    """Start a series of matches of one game. Raises `Unknown`, `NotAllowed`, `BadName`, `UnknownGame`."""
    club = get_club(club_id)
    require_official(actor, str(club.id), Phrase("start a series"))
    return Series.objects.create(id=new_id(), club=club, game=engine(game).meta.slug, name=check_name(name))


def get_club(club_id: UUID) -> Club:
    """The club with this id. Raises `Unknown`."""
    club = Club.objects.filter(id=club_id).first()
    if club is None:
        raise Unknown(kind=Phrase("club"), id=club_id)
    return club


@lru_cache(4096)  # clubs, each of which stays in its shard
def shard_of_club(club_id: UUID) -> int:
    """The shard of the log in which the club is. Raises `Unknown`."""
    rows = statements.fetch("SELECT shard FROM league_club WHERE id = %s", club_id)
    if not rows:
        raise Unknown(kind=Phrase("club"), id=club_id)
    return int(rows[0][0])


def get_account(username: str) -> User:
    """The account with this name, as `find_account` finds it. Raises `Unknown`."""
    user = find_account(username)
    if user is None:
        raise Unknown(kind=Phrase("account"), id=username)
    return user
