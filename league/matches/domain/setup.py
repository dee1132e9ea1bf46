"""What can be changed before play: who sits at the table, and how the match is recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from games.engine import Level, Setting, setting_text
from games.errors import Phrase, error_phrase
from games.registry import AnyEngine
from league.common.text import normalize
from league.errors import Unknown
from league.matches.domain.events import LevelChosen, SeatsChanged
from league.matches.domain.match import Decision, Match, require_unruled
from league.matches.errors import BadOption, MatchBegan, MatchIsOver, NothingChanged, SeatHasLeft


def change_seats(
    match: Match, *, seats: Sequence[str | None], absent: Sequence[str], reason: str, seed: bytes | None
) -> Decision:
    """Seat others, or fewer: before play anybody; in a match kept by results alone a substitute at any time.

    With another number of seats the game begins anew, dealt again from *seed* where the service deals. RuleViolation if
    the game cannot be played with so many, Unknown if somebody who is *absent* does not leave a seat, SeatHasLeft if
    somebody would sit where one has left.
    """
    require_unruled(match)
    if tuple(seats) == match.opened.seats:
        raise NothingChanged()
    if match.over:
        raise MatchIsOver()
    for player in absent:
        if player not in match.opened.seats or player in seats:
            raise Unknown(kind=Phrase("outgoing player"), id=player)
    same = len(seats) == match.table.seats
    if match.began or ((match.scores or match.sheet.left) and not same):
        raise MatchBegan()
    for seat in match.sheet.left:
        if seats[seat] != match.opened.seats[seat]:
            raise SeatHasLeft(seat=seat)
    match.rules.setup(replace(match.table, seats=len(seats)))
    decision = Decision(match, seed)
    decision.add(SeatsChanged(tuple(seats), normalize(reason), tuple(absent)))
    open_first_game(decision)
    return decision


def choose_level(
    match: Match,
    *,
    level: Literal["full", "open", "score"],
    dealing: Literal["server", "table"],
    seed: bytes | None,
    seed_hash: str | None,
) -> Decision:
    """Choose how the match is recorded, while nothing of it was; *seed* is that of a match which the service deals."""
    require_unruled(match)
    require_blank(match)
    if dealing == "server" and level != "full":
        wanted = Phrase("table: the service deals only in matches that are recorded in full")
        raise BadOption(key="dealing", value=dealing, wanted=wanted)
    if (level, dealing) == (match.opened.level, match.opened.dealing):
        raise NothingChanged()
    decision = Decision(match, seed)
    decision.add(LevelChosen(level, dealing, seed_hash))
    open_first_game(decision)
    return decision


def require_blank(match: Match) -> None:
    """Raise MatchBegan if anything was written down: a result, a move, or what a table dealt."""
    if match.scores or match.began or (match.plies and match.opened.dealing == "table"):
        raise MatchBegan()


def open_first_game(decision: Decision) -> None:
    """Open the first game if there are moves to come and it is not open."""
    match = decision.match
    if match.place is None and match.table.level != Level.SCORE:
        decision.begin(match.places[0])


def game_options(rules: AnyEngine, given: Mapping[str, object]) -> dict[str, Setting]:
    """Every option of the game with its value; BadOption for one that is unknown or cannot have the value."""
    options = {option.key: option for option in rules.meta.options}
    values: dict[str, Setting] = {option.key: option.default for option in options.values()}
    for key, value in given.items():
        if key not in options:
            wanted = Phrase("an option of {game}: {known}", game=rules.meta.slug, known=", ".join(options))
            raise BadOption(key=key, value=value, wanted=wanted)
        try:
            values[key] = options[key].read(setting_text(value) if isinstance(value, bool | int | str) else "")
        except ValueError as error:
            raise BadOption(key=key, value=value, wanted=error_phrase(error)) from None
    return values
