"""Which games there are and how they may be played."""

from typing import Any

from django.utils.translation import gettext

from games.errors import Phrase
from games.registry import engines
from league.errors import Unknown


def games() -> list[dict[str, Any]]:
    """Every game, by slug."""
    return [_written(slug) for slug in engines()]


def game(slug: str) -> dict[str, Any]:
    """One game: slug, name, seats, current and older rules numbers, options, reasons for an end. Raises `Unknown`."""
    if slug not in engines():
        raise Unknown(kind=Phrase("game"), id=slug)
    return _written(slug)


def _written(slug: str) -> dict[str, Any]:
    numbers = engines()[slug]
    meta = list(numbers.values())[-1].meta
    return {
        "slug": slug,
        "name": gettext(meta.name),
        "rules": meta.rules,
        "all_rules": list(numbers),
        "seats": list(meta.seats),
        "team": meta.team,
        "fewest_wins": meta.fewest_wins,
        "reasons": list(meta.reasons),
        "options": [
            {"key": option.key, "default": option.default, "help": gettext(option.help)} for option in meta.options
        ],
    }
