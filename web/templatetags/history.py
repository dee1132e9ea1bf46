"""Who did something, in words."""

from django import template
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.history.authors import Author, Role

register = template.Library()

_ROLES: dict[Role, str] = {
    "organiser": gettext_noop("an organiser"),
    "arbiter": gettext_noop("an arbiter"),
    "scorekeeper": gettext_noop("a scorekeeper"),
    "player": gettext_noop("a player"),
    "service": gettext_noop("the service itself"),
}


@register.filter
def who(by: Author) -> str:
    """Who did it, as far as the reader may know, else nothing."""
    if by.you:
        return gettext("you")
    if by.role is None or (by.role == "player" and by.name):
        return by.name or ""
    role = gettext(_ROLES[by.role])
    return role if by.name is None else f"{role} ({by.name})"
