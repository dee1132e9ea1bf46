"""How a tournament is played: what an organiser chooses, and what cannot be chosen together."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from games.engine import Meta
from games.errors import Phrase
from games.registry import engine
from league.common.read_models import Id
from league.matches.domain.setup import game_options
from league.seating.types import Value
from league.standings.reachable.absence_gains import require_no_better_than_first
from league.standings.scoring_rules import Scoring, check_scoring
from league.standings.tiebreaks.registry import check_chain
from league.tournaments.errors import BadSettings

LARGEST_FIELD = 5000
MOST_ROUNDS = 200
MOST_STAGES = 10
MOST_HOURS = 24 * 366
MOST_MINUTES = 24 * 60  # on the clock of a round
MOST_GROUPS = 64
MOST_CYCLES = 4
LARGEST_TEAM = 20
MOST_GUESTS = 9
Format = Literal["swiss", "round_robin", "knockout", "fixed", "open"]


class Stage(Value, frozen=True):
    """A part of a tournament under one format. A key that is left out has its default."""

    format: Format
    rounds: Annotated[
        int | None, msgspec.Meta(description="Swiss and fixed series. null: as many as the organiser draws.")
    ] = None
    groups: Annotated[int, msgspec.Meta(description="Into which the field is dealt, each with its own table.")] = 1
    qualify: Annotated[int | None, msgspec.Meta(description="From each group to the next stage. null: all.")] = None
    carry: Annotated[bool, msgspec.Meta(description="Whether results of the stage before count in this one.")] = False
    cycle: Annotated[int, msgspec.Meta(description="Round robin: how often everybody meets everybody.")] = 1
    double: Annotated[bool, msgspec.Meta(description="Knockout: an entrant is out after two lost matches.")] = False
    third_place: Annotated[bool, msgspec.Meta(description="Knockout: the losing semifinalists play for it.")] = False
    advance: Annotated[int, msgspec.Meta(description="Knockout at larger tables: how many of each advance.")] = 1
    seed_advances: Annotated[
        bool, msgspec.Meta(description="Knockout: the better seed advances from a tie. Otherwise an official decides.")
    ] = False
    spread: Annotated[
        Literal["even", "in_turn"],
        msgspec.Meta(description="Of groups. `even`: 1, 4, 5 and 2, 3, 6; `in_turn`: 1, 3, 5 and 2, 4, 6."),
    ] = "even"
    pairing: Annotated[
        Literal["ends", "halves"],
        msgspec.Meta(description="Knockout of pairs. `ends`: 1–8, 2–7, 3–6, 4–5; `halves`: 1–5, 2–6, 3–7, 4–8."),
    ] = "ends"
    seed_first: Annotated[
        bool, msgspec.Meta(description="Knockout: at every table the better seed has the first move.")
    ] = False


class Settings(Value, frozen=True):
    """Everything that an organiser chooses before the start. A key that is left out has its default."""

    scoring: Scoring
    tiebreaks: tuple[str, ...]
    stages: tuple[Stage, ...]
    sizes: Annotated[tuple[int, ...], msgspec.Meta(description="Entrants at a table.")] = (2,)
    preferred: Annotated[int, msgspec.Meta(description="The preferred one of the sizes.")] = 2
    team_size: Annotated[int, msgspec.Meta(description="Players that an entrant has.")] = 1
    capacity: Annotated[int | None, msgspec.Meta(description="Entrants. More are put on the waiting list.")] = None
    check_in: Annotated[bool, msgspec.Meta(description="Only checked-in entrants are drawn.")] = False
    half_byes: Annotated[
        int, msgspec.Meta(description="How many half-point byes entrants may take without an organiser.")
    ] = 0
    guests: Annotated[int, msgspec.Meta(description="How many guests a player may bring.")] = 0
    confirm: Annotated[
        bool, msgspec.Meta(description="Results must be confirmed before the next round is drawn from them.")
    ] = False
    level: Literal["score", "open", "full"] = "score"
    dealing: Literal["table", "server", "joint"] = "table"
    options: Annotated[dict[str, bool | int | str], msgspec.Meta(description="Of the game.")] = {}
    neighbours: Annotated[
        bool, msgspec.Meta(description="At larger tables, nobody should have the same left neighbour again.")
    ] = False
    apart: Annotated[tuple[tuple[Id, Id], ...], msgspec.Meta(description="Entrants that must not meet.")] = ()
    appeal_hours: Annotated[int, msgspec.Meta(description="In which the end of a match can be appealed.")] = 24
    further_appeal_hours: Annotated[int, msgspec.Meta(description="In which a ruling can be appealed.")] = 24
    round_minutes: Annotated[
        int | None, msgspec.Meta(description="That the clock of a round starts with, unless others are chosen.")
    ] = None


def validate_settings(settings: Settings, game: str) -> Settings:
    """The settings with every option of the game. BadSettings or BadOption names the first fault."""
    rules = engine(game)
    for fault in _faults(settings, rules.meta):
        raise fault
    scoring = check_scoring(settings.scoring)
    require_no_better_than_first(scoring, settings.sizes)
    return msgspec.structs.replace(
        settings,
        scoring=scoring,
        tiebreaks=check_chain(settings.tiebreaks),
        sizes=tuple(sorted(settings.sizes)),
        options=game_options(rules, settings.options),
        apart=tuple(sorted({(min(pair), max(pair)) for pair in settings.apart})),
    )


def _faults(settings: Settings, meta: Meta) -> Iterator[BadSettings]:
    """What is wrong, one fault after another. Each check may rely on those before it, for the first fault ends it."""
    if not 1 <= len(settings.stages) <= MOST_STAGES:
        yield _error("stages", Phrase("a tournament has 1 to {most} stages", most=MOST_STAGES))
    if not settings.sizes or len(set(settings.sizes)) != len(settings.sizes):
        yield _error("sizes", Phrase("list each table size only once"))
    if settings.preferred not in settings.sizes:
        yield _error("preferred", Phrase("{size} is not one of the table sizes", size=settings.preferred))
    yield from _team_faults(settings, meta) if meta.team else _player_faults(settings, meta)
    yield from _range_faults("half_byes", settings.half_byes, 0, MOST_ROUNDS)
    yield from _range_faults("guests", settings.guests, 0, MOST_GUESTS)
    if settings.guests and settings.team_size > 1:
        yield _error("guests", Phrase("guests enter by themselves, not in teams"))
    yield from _range_faults("capacity", settings.capacity, 1, LARGEST_FIELD)
    if settings.level != "full" and settings.dealing != "table":
        yield _error("dealing", Phrase("the service deals only in matches that are recorded in full"))
    yield from _range_faults("appeal_hours", settings.appeal_hours, 0, MOST_HOURS)
    yield from _range_faults("further_appeal_hours", settings.further_appeal_hours, 0, MOST_HOURS)
    yield from _range_faults("round_minutes", settings.round_minutes, 1, MOST_MINUTES)
    for number, stage in enumerate(settings.stages):
        yield from _stage_faults(settings, number, stage)
    for one, other in settings.apart:
        if one == other:
            yield _error("apart", Phrase("{entrant} cannot be kept apart from itself", entrant=one))


def _team_faults(settings: Settings, meta: Meta) -> Iterator[BadSettings]:
    """Faults in a game that a team plays together, like The Game Extreme."""
    if settings.sizes != (1,):
        yield _error("sizes", Phrase("in this game each team has its own table, so the size is 1"))
    if settings.team_size not in meta.seats:
        yield _error("team_size", _seats(meta.seats))


def _player_faults(settings: Settings, meta: Meta) -> Iterator[BadSettings]:
    yield from _range_faults("team_size", settings.team_size, 1, LARGEST_TEAM)
    if not set(settings.sizes) <= set(meta.seats):
        yield _error("sizes", _seats(meta.seats))


def _stage_faults(settings: Settings, number: int, stage: Stage) -> Iterator[BadSettings]:
    where = f"stages.{number}"
    last = number == len(settings.stages) - 1
    yield from _range_faults(f"{where}.rounds", stage.rounds, 1, MOST_ROUNDS)
    if stage.format == "fixed" and stage.rounds is None:
        yield _error(f"{where}.rounds", Phrase("a fixed series needs a number of rounds"))
    yield from _range_faults(f"{where}.groups", stage.groups, 1, MOST_GROUPS)
    if stage.groups > 1 and stage.format in ("knockout", "open"):
        yield _error(f"{where}.groups", Phrase("a stage of this format cannot have groups"))
    if stage.qualify is not None and (last or stage.qualify < 1):
        yield _error(f"{where}.qualify", Phrase("at least one must advance, and only if another stage follows"))
    if stage.spread != "even" and stage.groups == 1:
        yield _error(f"{where}.spread", Phrase("there is only one group"))
    if number == 0 and stage.carry:
        yield _error(f"{where}.carry", Phrase("there is no stage before the first"))
    yield from _range_faults(f"{where}.cycle", stage.cycle, 1, MOST_CYCLES)
    if stage.format == "round_robin" and settings.preferred == 1:
        wanted = Phrase("teams that each have a table to themselves cannot play a round robin")
        yield _error(f"{where}.format", wanted)
    if stage.format == "knockout":
        yield from _knockout_faults(settings, where, stage, last=last)
    elif stage.double or stage.third_place or stage.seed_advances or stage.advance != 1:
        yield _error(where, Phrase("double, third_place, advance and seed_advances are only for knockouts"))
    elif stage.pairing != "ends" or stage.seed_first:
        yield _error(where, Phrase("pairing and seed_first are only for knockouts"))


def _knockout_faults(settings: Settings, where: str, stage: Stage, *, last: bool) -> Iterator[BadSettings]:
    if not last:
        yield _error(f"{where}.format", Phrase("a knockout must be the last stage of a tournament"))
    if settings.preferred == 1:
        yield _error(f"{where}.format", Phrase("teams that each have a table to themselves cannot play a knockout"))
    if settings.sizes != (2,) and (stage.double or stage.third_place):
        yield _error(where, Phrase("double and third_place are only for knockouts of pairs"))
    if settings.sizes != (2,) and stage.pairing != "ends":
        yield _error(f"{where}.pairing", Phrase("tables of more than two are not paired"))
    if not 1 <= stage.advance < settings.preferred:
        wanted = Phrase("fewer must advance than sit at a table of {size}", size=settings.preferred)
        yield _error(f"{where}.advance", wanted)


def _range_faults(key: str, value: int | None, low: int, high: int) -> Iterator[BadSettings]:
    if value is not None and not low <= value <= high:
        yield _error(key, Phrase("a whole number from {low} to {high}", low=low, high=high))


def _seats(seats: range) -> Phrase:
    return Phrase("the game is for {low} to {high} players", low=seats[0], high=seats[-1])


def _error(key: str, why: Phrase) -> BadSettings:
    return BadSettings(key=key, why=why)
