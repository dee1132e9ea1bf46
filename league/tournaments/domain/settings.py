"""How a tournament is played: what an organiser chooses, and what cannot be chosen together."""

from typing import Literal

import msgspec

from games.errors import Phrase
from games.registry import engine
from league.matches.domain.setup import game_options
from league.seating.types import Value
from league.standings.scoring_rules import Scoring, check_scoring
from league.standings.tiebreaks.registry import check_chain
from league.tournaments.errors import BadSettings

LARGEST_FIELD = 5000
MOST_ROUNDS = 200
MOST_STAGES = 10
MOST_HOURS = 24 * 366
Format = Literal["swiss", "round_robin", "knockout", "fixed", "open"]


class Stage(Value, frozen=True):
    """A part of a tournament under one format.

    `groups`: the field is dealt out into so many, each with a table of its own. `qualify`: how many of each group go on
    to the next stage (None: all). `carry`: whether the results of the stage before count in this one's standings.
    """

    format: Format
    rounds: int | None = None  # swiss, fixed: how many; None for swiss: as many as the organiser draws
    groups: int = 1
    qualify: int | None = None
    carry: bool = False
    cycle: int = 1  # round robin: how often everybody meets everybody
    double: bool = False  # knock-out: one is out after two lost matches
    third_place: bool = False  # knock-out: the losers of the semifinals play for the third place
    advance: int = 1  # knock-out at tables: how many of each go on


class Settings(Value, frozen=True):
    """Everything that an organiser chooses before the start. `options` and `level` are those of the matches."""

    scoring: Scoring
    tiebreaks: tuple[str, ...]
    stages: tuple[Stage, ...]
    sizes: tuple[int, ...] = (2,)  # entrants at a table
    preferred: int = 2
    team_size: int = 1  # players that an entrant has
    capacity: int | None = None  # entrants; more are put on the waiting list
    check_in: bool = False  # only who has checked in is drawn
    confirm: bool = False  # results have to be confirmed before the next round is drawn from them
    level: Literal["score", "open", "full"] = "score"
    dealing: Literal["table", "server"] = "table"
    options: dict[str, bool | int | str] = {}
    apart: tuple[tuple[str, str], ...] = ()  # entrants that must not meet
    appeal_hours: int = 24  # in which the end of a match can be appealed
    further_appeal_hours: int = 24  # in which a ruling can be


def validate_settings(settings: Settings, game: str) -> Settings:
    """The settings with every option of the game; BadSettings or BadOption names what cannot be."""
    rules = engine(game)
    seats = rules.meta.seats
    if not settings.stages or len(settings.stages) > MOST_STAGES:
        raise _error("stages", Phrase("a tournament has 1 to {most} stages", most=MOST_STAGES))
    if not settings.sizes or len(set(settings.sizes)) != len(settings.sizes):
        raise _error("sizes", Phrase("name each size of a table once"))
    if settings.preferred not in settings.sizes:
        raise _error("preferred", Phrase("{size} is none of the sizes of tables", size=settings.preferred))
    if rules.meta.team and settings.sizes != (1,):
        raise _error("sizes", Phrase("in this game each team has a table of its own: 1"))
    if rules.meta.team and settings.team_size not in seats:
        raise _error("team_size", _seats(seats))
    if not rules.meta.team and not 1 <= settings.team_size <= 20:
        raise _error("team_size", Phrase("a whole number from {low} to {high}", low=1, high=20))
    if not rules.meta.team and not set(settings.sizes) <= set(seats):
        raise _error("sizes", _seats(seats))
    if settings.capacity is not None and not 1 <= settings.capacity <= LARGEST_FIELD:
        raise _error("capacity", Phrase("a whole number from {low} to {high}", low=1, high=LARGEST_FIELD))
    if settings.level != "full" and settings.dealing == "server":
        raise _error("dealing", Phrase("the service deals only in matches that are recorded in full"))
    for key in ("appeal_hours", "further_appeal_hours"):
        if not 0 <= getattr(settings, key) <= MOST_HOURS:
            raise _error(key, Phrase("a whole number from {low} to {high}", low=0, high=MOST_HOURS))
    for number, stage in enumerate(settings.stages):
        _check_stage(settings, number, stage)
    for one, other in settings.apart:
        if one == other:
            raise _error("apart", Phrase("{entrant} cannot be kept apart from itself", entrant=one))
    return msgspec.structs.replace(
        settings,
        scoring=check_scoring(settings.scoring),
        tiebreaks=check_chain(settings.tiebreaks),
        sizes=tuple(sorted(settings.sizes)),
        options=game_options(rules, settings.options),
        apart=tuple(sorted({(min(pair), max(pair)) for pair in settings.apart})),
    )


def _check_stage(settings: Settings, number: int, stage: Stage) -> None:
    where = f"stages.{number}"
    pairs = settings.sizes == (2,)
    last = number == len(settings.stages) - 1
    if stage.rounds is not None and not 1 <= stage.rounds <= MOST_ROUNDS:
        raise _error(f"{where}.rounds", Phrase("a whole number from {low} to {high}", low=1, high=MOST_ROUNDS))
    if stage.format == "fixed" and stage.rounds is None:
        raise _error(f"{where}.rounds", Phrase("a fixed series says how many rounds it has"))
    if not 1 <= stage.groups <= 64:
        raise _error(f"{where}.groups", Phrase("a whole number from {low} to {high}", low=1, high=64))
    if stage.groups > 1 and stage.format in ("knockout", "open"):
        raise _error(f"{where}.groups", Phrase("a stage of this format has no groups"))
    if stage.qualify is not None and (last or stage.qualify < 1):
        raise _error(f"{where}.qualify", Phrase("at least one goes on, and only to a stage that follows"))
    if number == 0 and stage.carry:
        raise _error(f"{where}.carry", Phrase("no stage comes before the first"))
    if not 1 <= stage.cycle <= 4:
        raise _error(f"{where}.cycle", Phrase("a whole number from {low} to {high}", low=1, high=4))
    if stage.format != "knockout":
        if stage.double or stage.third_place or stage.advance != 1:
            raise _error(where, Phrase("double, third_place and advance are for knock-outs"))
    elif not last:
        raise _error(f"{where}.format", Phrase("a knock-out ends a tournament; no stage follows it"))
    elif settings.preferred == 1:
        raise _error(f"{where}.format", Phrase("teams that have a table to themselves do not knock each other out"))
    elif not pairs and (stage.double or stage.third_place):
        raise _error(where, Phrase("double and third_place are for knock-outs of pairs"))
    elif not 1 <= stage.advance < settings.preferred:
        wanted = Phrase("fewer go on than sit at a table of {size}", size=settings.preferred)
        raise _error(f"{where}.advance", wanted)


def _seats(seats: range) -> Phrase:
    return Phrase("the game is for {low} to {high} players", low=seats[0], high=seats[-1])


def _error(key: str, why: Phrase) -> BadSettings:
    return BadSettings(key=key, why=why)
