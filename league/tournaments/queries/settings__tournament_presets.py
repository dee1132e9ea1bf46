"""The kinds of tournament that suit a game, for people to choose from."""

from typing import Any

import msgspec
from django.utils.translation import gettext

from games.registry import engines
from league.tournaments.domain import presets as of


def presets(game: str) -> list[dict[str, Any]]:
    """Slug, name, description and settings of each, the most usual first. Raises `UnknownGame`."""
    return [
        {
            "slug": each.slug,
            "name": gettext(each.name),
            "about": gettext(each.about),
            "settings": msgspec.to_builtins(each.settings),
        }
        for each in of.presets(game)
    ]


def games() -> list[dict[str, Any]]:
    """The games that tournaments can be of, by name."""
    shown = [{"slug": slug, "name": gettext(list(each.values())[-1].meta.name)} for slug, each in engines().items()]
    return sorted(shown, key=lambda game: game["name"])
