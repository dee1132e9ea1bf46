"""Which games there are and how they may be played."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from games import rulebook
from games.errors import Phrase
from games.registry import engines
from games.rulebook import Chapter
from league.errors import Unknown


def games() -> list[dict[str, Any]]:
    """Every game, by slug."""
    return [_game_detail(slug) for slug in engines()]


def game(slug: str) -> dict[str, Any]:
    """One game: slug, name, seats, current and older rules numbers, options, reasons for an end. Raises `Unknown`."""
    if slug not in engines():
        raise Unknown(kind=Phrase("game"), id=slug)
    return _game_detail(slug)


def chapters(slug: str, rules: str) -> Sequence[Chapter]:
    """The rules of a game in words. Raises `Unknown` if there is no such game, or it came without them."""
    known = engines().get(slug, {}).get(rules)
    found = () if known is None else rulebook.chapters(known)
    if not found:
        raise Unknown(kind=Phrase("rules of a game"), id=f"{slug} {rules}"[:80])
    return found


def has_rulebook(slug: str, rules: str) -> bool:
    """Whether the rules of a known game can be read."""
    return bool(rulebook.chapters(engines()[slug][rules]))


def _game_detail(slug: str) -> dict[str, Any]:
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
