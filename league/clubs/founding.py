"""Who may found a club. `FOUND_CLUBS` of the settings decides, and an operator may found one for anybody."""

from django.conf import settings
from django.db.models import F

from games.errors import Phrase
from league.clubs import services
from league.clubs.locales import DEFAULT_ZONE
from league.clubs.models import Club, Membership, Player
from league.common.actor import Actor
from league.errors import NotAllowed

FIRST, INVITED, ANYONE = "first", "invited", "anyone"
POLICIES = (FIRST, INVITED, ANYONE)
FOUND = Phrase("found a club")


def found_club(*, name: str, actor: Actor, zone: str = DEFAULT_ZONE, language: str | None = None) -> Club:
    """Found a club, if the account may. The founder becomes its organiser.

    Raises `BadName`, `UnknownZone`, `UnknownLanguage`, `NotAllowed`.
    """
    require_founder(actor)
    return services.create_club(name=name, zone=zone, language=language, actor=actor)


def require_founder(actor: Actor) -> None:
    """Raise `NotAllowed`, with the reason, unless the account may found a club."""
    if (why := _objection(actor)) is not None:
        raise NotAllowed(act=FOUND, why=why)


def may_found(actor: Actor) -> bool:
    """Whether the account may found a club. It asks the database."""
    return _objection(actor) is None


def _objection(actor: Actor) -> Phrase | None:
    if actor.user is None:
        return Phrase("you are not signed in")
    policy = settings.FOUND_CLUBS
    if policy == ANYONE or not Club.objects.filter(demo=None).exists():
        return None
    if policy == FIRST:
        return Phrase("the operator of this service does this with “manage.py found_club”")
    if _is_invited(actor):
        return None
    return Phrase(
        "only people whom an organiser has invited can do this. Ask an organiser of a club for an invitation, or the "
        "operator of this service for “manage.py found_club”"
    )


def _is_invited(actor: Actor) -> bool:
    """Whether an organiser of a club has vouched for the account: by an invitation that it accepted, or by a role."""
    invited = Player.objects.filter(user=actor.user, accepted_by=F("user"))
    return invited.exists() or Membership.objects.filter(user=actor.user).exists()
