"""Settings of tournaments in words: what each is called, and its values."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from games.errors import gettext_noop
from games.registry import engine
from league.common.translation import said
from league.standings.tiebreaks.registry import TIEBREAKS

SETTINGS = {
    "name": gettext_noop("Name of the tournament"),
    "tiebreaks": gettext_noop("Tie-breaks"),
    "sizes": gettext_noop("Sizes of tables"),
    "preferred": gettext_noop("Preferred size of a table"),
    "team_size": gettext_noop("Players of an entrant"),
    "capacity": gettext_noop("Places"),
    "check_in": gettext_noop("Only who has checked in plays"),
    "confirm": gettext_noop("Results have to be confirmed"),
    "level": gettext_noop("What is recorded of matches"),
    "dealing": gettext_noop("Who deals"),
    "apart": gettext_noop("Who must not meet"),
    "appeal_hours": gettext_noop("Hours in which a match can be appealed"),
    "further_appeal_hours": gettext_noop("Hours in which a ruling can be appealed"),
}
SCORING = {
    "by": gettext_noop("What a table gives"),
    "ranks": gettext_noop("Points by place"),
    "draw": gettext_noop("Points of who is level at a table of two"),
    "order": gettext_noop("What makes the place at a table"),
    "fewest": gettext_noop("Fewest points win"),
    "most": gettext_noop("Most points that a table gives"),
    "least": gettext_noop("Fewest points that a table gives"),
    "game_bonus": gettext_noop("Bonus for a game won"),
    "table_bonus": gettext_noop("Bonus for winning the table"),
    "drop": gettext_noop("So many of the worst results do not count"),
    "best": gettext_noop("Only so many of the best results count"),
    "bye": gettext_noop("A round without an opponent"),
    "walkover": gettext_noop("A table to which the others did not come"),
    "forfeit": gettext_noop("A table lost without play"),
    "double_forfeit": gettext_noop("A table to which nobody came"),
    "late": gettext_noop("A round before entering"),
    "left": gettext_noop("A round after leaving"),
    "missed": gettext_noop("A round without a table"),
    "stand_in": gettext_noop("A round without play counts as one against an equal"),
    "forfeits_met": gettext_noop("Those who did not come count as met"),
}
STAGE = {
    "format": gettext_noop("Format of stage {number}"),
    "rounds": gettext_noop("Rounds of stage {number}"),
    "groups": gettext_noop("Groups of stage {number}"),
    "qualify": gettext_noop("How many of each group go on from stage {number}"),
    "carry": gettext_noop("Earlier results count in stage {number}"),
    "cycle": gettext_noop("How often everybody meets everybody in stage {number}"),
    "double": gettext_noop("Stage {number}: out after two lost matches"),
    "third_place": gettext_noop("Stage {number}: a match for the third place"),
    "advance": gettext_noop("How many of each table go on in stage {number}"),
}
CODES = {
    "swiss": gettext_noop("Swiss"),
    "round_robin": gettext_noop("round robin"),
    "knockout": gettext_noop("knock-out"),
    "fixed": gettext_noop("fixed series"),
    "open": gettext_noop("open evening"),
    "ranks": gettext_noop("points by place"),
    "points": gettext_noop("points of the game"),
    "games": gettext_noop("games won"),
    "matches": gettext_noop("tables won"),
    "team": gettext_noop("the team’s result"),
    "match": gettext_noop("who won it, then points"),
    "full": gettext_noop("everything"),
    "score": gettext_noop("results"),
    "table": gettext_noop("the table"),
    "server": gettext_noop("the service"),
}
_OPEN = gettext_noop("what the table sees")  # the level; `open` is a format as well
UNPLAYED = {
    "score": gettext_noop("score {value}"),
    "points": gettext_noop("points of the game {value}"),
    "wins": gettext_noop("games won {value}"),
    "share": gettext_noop("share of a meeting {value}"),
}


def title(path: str, game: str, rules: str) -> str:
    """What the setting at *path* is called, in the reader's language."""
    part, _, rest = path.partition(".")
    if part == "scoring":
        return gettext(SCORING[rest])
    if part == "options":
        return gettext(engine(game, rules).labels.options.get(rest, rest))
    if part != "stages":
        return gettext(SETTINGS[part])
    number, _, field = rest.partition(".")
    text = STAGE[field] if field else gettext_noop("Stage {number}")
    return said(text, {"number": int(number) + 1})


def value(path: str, given: Any, called: Mapping[str, str], game: str, rules: str) -> str:
    """A value of the setting at *path*; – for none. *called*: names of entrants."""
    name = path.rpartition(".")[2]
    if given is None:
        return "–"
    if path == "name":
        return str(given)
    if name == "tiebreaks":
        return ", ".join(gettext(TIEBREAKS[code].title) if code in TIEBREAKS else code for code in given)
    if name == "apart":
        return ", ".join(" – ".join(called.get(each, each) for each in pair) for pair in given) or "–"
    if name == "level":
        text = _OPEN if given == "open" else CODES[given]
        return gettext(text)
    if path.startswith("options.") and isinstance(given, str):
        return gettext(engine(game, rules).labels.codes.get(given, given))
    if name == "ranks":
        rows = (f"{size}: {' '.join(map(str, row))}" for size, row in given.items())
        return "; ".join(rows) or "–"
    if isinstance(given, dict):
        return _whole(path, given, called, game, rules)
    return plain(given)


def plain(given: Any) -> str:
    """A switch, a number, a code or a list of such, in words."""
    if given is None:
        return "–"
    if isinstance(given, bool):
        return gettext("yes") if given else gettext("no")
    if isinstance(given, list):
        return ", ".join(map(plain, given)) or "–"
    return gettext(CODES[given]) if given in CODES else str(given)


def _whole(path: str, given: Mapping[str, Any], called: Mapping[str, str], game: str, rules: str) -> str:
    """What a round without play counts as; or a stage, with what is said of it."""
    if "share" in given:
        return ", ".join(said(text, {"value": str(given[name])}) for name, text in UNPLAYED.items())
    left = [key for key, each in given.items() if key != "format" and each not in (None, False, 1)]
    more = [f"{title(f'{path}.{key}', game, rules)}: {plain(given[key])}" for key in left]
    return "; ".join([plain(given["format"]), *more])
