"""Settings of tournaments in words: what each is called, and its values."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from games.errors import gettext_noop
from games.registry import engine
from league.common.translation import translate
from league.standings.tiebreaks.registry import TIEBREAKS

SETTINGS = {
    "name": gettext_noop("Tournament name"),
    "tiebreaks": gettext_noop("Tie-breaks"),
    "sizes": gettext_noop("Table sizes"),
    "preferred": gettext_noop("Preferred table size"),
    "team_size": gettext_noop("Players per entrant"),
    "capacity": gettext_noop("Capacity"),
    "check_in": gettext_noop("Only checked-in entrants take part"),
    "half_byes": gettext_noop("Half-point byes without an organiser"),
    "guests": gettext_noop("Guests that a player may bring"),
    "confirm": gettext_noop("Results must be confirmed"),
    "level": gettext_noop("What is recorded"),
    "dealing": gettext_noop("Who deals"),
    "neighbours": gettext_noop("Avoid the same left neighbour"),
    "apart": gettext_noop("Pairs kept apart"),
    "appeal_hours": gettext_noop("Hours to appeal a match"),
    "further_appeal_hours": gettext_noop("Hours to appeal a ruling"),
    "round_minutes": gettext_noop("Minutes for a round"),
}
DATES = {
    "starts": gettext_noop("Start time"),
    "ends": gettext_noop("End time"),
    "place": gettext_noop("Place"),
    "opens": gettext_noop("Entry opens"),
    "closes": gettext_noop("Entry closes"),
    "fee": gettext_noop("Fee"),
}
SCORING = {
    "by": gettext_noop("How tables are scored"),
    "ranks": gettext_noop("Points by place"),
    "draw": gettext_noop("Points for a draw at a table of two"),
    "order": gettext_noop("How places at a table are decided"),
    "fewest": gettext_noop("Fewest points win"),
    "most": gettext_noop("Maximum points per table"),
    "least": gettext_noop("Minimum points per table"),
    "place_bonus": gettext_noop("Bonus by place"),
    "each_game": gettext_noop("Limits and bonuses by place apply to each game"),
    "game_bonus": gettext_noop("Bonus per game won"),
    "table_bonus": gettext_noop("Bonus for winning the table"),
    "drop": gettext_noop("Worst results dropped"),
    "best": gettext_noop("Best results counted"),
    "bye": gettext_noop("Round with a bye"),
    "half_bye": gettext_noop("Half-point bye"),
    "walkover": gettext_noop("Table won by walkover"),
    "forfeit": gettext_noop("Table lost by forfeit"),
    "double_forfeit": gettext_noop("Table where nobody showed up"),
    "late": gettext_noop("Round before entry"),
    "left": gettext_noop("Round after withdrawal"),
    "missed": gettext_noop("Round without a table"),
    "forfeit_as": gettext_noop("Table lost by forfeit: counts as"),
    "late_as": gettext_noop("Round before entry: counts as"),
    "left_as": gettext_noop("Round after withdrawal: counts as"),
    "missed_as": gettext_noop("Round without a table: counts as"),
    "stand_in": gettext_noop("An unplayed round counts as one against an equal opponent"),
    "fide": gettext_noop("FIDE rules for unplayed rounds in tie-breaks"),
    "leavers": gettext_noop("Round robin: results against entrants who left"),
    "forfeits_met": gettext_noop("No-shows count as opponents met"),
}
STAGE = {
    "format": gettext_noop("Stage {number}: format"),
    "rounds": gettext_noop("Stage {number}: rounds"),
    "groups": gettext_noop("Stage {number}: groups"),
    "qualify": gettext_noop("Stage {number}: qualify from each group"),
    "carry": gettext_noop("Stage {number}: earlier results carried over"),
    "cycle": gettext_noop("Stage {number}: meetings with each opponent"),
    "double": gettext_noop("Stage {number}: double elimination"),
    "third_place": gettext_noop("Stage {number}: third-place match"),
    "advance": gettext_noop("Stage {number}: advance from each table"),
    "seed_advances": gettext_noop("Stage {number}: the better seed advances from a tie"),
    "spread": gettext_noop("Stage {number}: how the field is split into groups"),
    "pairing": gettext_noop("Stage {number}: first pairs of the knockout"),
    "seed_first": gettext_noop("Stage {number}: the better seed moves first"),
}
CODES = {
    "swiss": gettext_noop("Swiss"),
    "round_robin": gettext_noop("round robin"),
    "knockout": gettext_noop("knockout"),
    "fixed": gettext_noop("fixed series"),
    "open": gettext_noop("open evening"),
    "ranks": gettext_noop("points by place"),
    "points": gettext_noop("game points"),
    "games": gettext_noop("games won"),
    "matches": gettext_noop("tables won"),
    "team": gettext_noop("the team’s result"),
    "match": gettext_noop("match winner, then points"),
    "full": gettext_noop("everything"),
    "score": gettext_noop("results"),
    "table": gettext_noop("the table"),
    "server": gettext_noop("the service"),
    "joint": gettext_noop("the service and the players together"),
    "even": gettext_noop("of equal strength"),
    "in_turn": gettext_noop("in turn, by odd and even ranks"),
    "ends": gettext_noop("the first meets the last"),
    "halves": gettext_noop("the first meets the first of the lower half"),
}
_OPEN = gettext_noop("what the table sees")  # the level; `open` is a format as well
WORTHS = {
    "fixed": gettext_noop("fixed numbers"),
    "average": gettext_noop("the average of the player’s other rounds"),
    "last": gettext_noop("the points of the last player, plus the numbers"),
}
UNPLAYED = {
    "score": gettext_noop("score {value}"),
    "points": gettext_noop("game points {value}"),
    "wins": gettext_noop("games won {value}"),
    "share": gettext_noop("share {value}"),
}


def title(path: str, game: str, rules: str) -> str:
    """What the setting at *path* is called, in the reader's language."""
    part, _, rest = path.partition(".")
    if part == "scoring":
        return gettext(SCORING[rest])
    if part == "options":
        return gettext(engine(game, rules).labels.options.get(rest, rest))
    if part == "dates":
        return gettext(DATES[rest])
    if part != "stages":
        return gettext(SETTINGS[part])
    number, _, field = rest.partition(".")
    text = STAGE[field] if field else gettext_noop("Stage {number}")
    return translate(text, {"number": int(number) + 1})


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
    if name.endswith("_as"):
        return gettext(WORTHS[given])
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
        return ", ".join(translate(text, {"value": str(given[name])}) for name, text in UNPLAYED.items())
    left = [key for key, each in given.items() if key != "format" and each not in (None, False, 1, "even", "ends")]
    more = [f"{title(f'{path}.{key}', game, rules)}: {plain(given[key])}" for key in left]
    return "; ".join([plain(given["format"]), *more])
