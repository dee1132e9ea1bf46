"""The registered games: every folder beside this file that has an `ENGINE`, and every installed plug-in.

A plug-in is a distribution with an entry point in the group `league.games` that names its engine. A package may also
have `OLDER`, a tuple of engines with earlier `rules` numbers, which replay what was recorded under them.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import games
from games.engine import Engine
from games.errors import FormError, Refused, gettext_noop, quote

AnyEngine = Engine[Any, Any]


class UnknownGame(FormError):
    code = "record.unknown_game"
    text = gettext_noop("There is no game {game}. Known games: {known}.")


class UnknownRules(FormError):
    code = "record.version"
    text = gettext_noop("{game} has no rules number {rules}. Known numbers: {known}.")


class DuplicateGame(Refused):
    code = "registry.duplicate"
    text = gettext_noop("Two games share the name {game} and rules {rules}.")


@cache
def engines() -> dict[str, dict[str, AnyEngine]]:
    """Every engine by slug and rules number, slugs in alphabetical order, the current number last."""
    found: dict[str, dict[str, AnyEngine]] = {}
    for engine in _discover():
        by_rules = found.setdefault(engine.meta.slug, {})
        if engine.meta.rules in by_rules:
            raise DuplicateGame(game=engine.meta.slug, rules=engine.meta.rules)
        by_rules[engine.meta.rules] = engine
    return dict(sorted(found.items()))


def _discover() -> Iterator[AnyEngine]:
    for module in pkgutil.iter_modules(games.__path__, "games."):
        if module.ispkg:
            package = importlib.import_module(module.name)
            yield from getattr(package, "OLDER", ())
            if hasattr(package, "ENGINE"):
                yield package.ENGINE
    for plugin in entry_points(group="league.games"):
        yield plugin.load()


def engine(slug: str, rules: str | None = None) -> AnyEngine:
    """The engine called *slug*, with the current rules or those numbered *rules*.

    Raises `UnknownGame`, `UnknownRules`.
    """
    known = engines().get(slug)
    if known is None:
        raise UnknownGame(game=quote(slug), known=", ".join(engines()))
    if rules is None:
        return list(known.values())[-1]
    if rules not in known:
        raise UnknownRules(game=slug, rules=quote(rules), known=", ".join(known))
    return known[rules]
