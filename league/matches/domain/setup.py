"""Who sits at the table, and how the match is recorded: what can be changed before play, and who may leave later."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from games.engine import Level, Seat, Setting, setting_text
from games.errors import Phrase, RuleViolation, error_phrase
from games.registry import AnyEngine
from league.common.text import normalize
from league.errors import Unknown
from league.matches.domain import results, rulings
from league.matches.domain.events import (
    Dealing,
    LevelChosen,
    LevelProposed,
    SeatLinkClosed,
    SeatLinkOpened,
    SeatLinkTaken,
    SeatsChanged,
    SeatsLeft,
    SeedRevealed,
    TableLinkClosed,
    TableLinkOpened,
)
from league.matches.domain.match import Decision, Match, require_unruled, seal
from league.matches.domain.permissions import accounts_by_seat, require_seat
from league.matches.errors import (
    AlreadyConfirmed,
    BadOption,
    MatchBegan,
    MatchHasMoves,
    MatchIsOver,
    NothingChanged,
    SeatHasLeft,
    SeatKept,
    SeatLinkSpent,
    SeatNeedsNoLink,
    SeatsUnclear,
)
from league.standings.types import Outcome

Names: TypeAlias = Literal["wrong", "changed"]


class NewDeal(NamedTuple):
    """What a deal in the place of another one is made from.

    The seed of that one, if the service has dealt it, a fresh seed, and the accounts of those who will sit there, by
    player.
    """

    sealed: bytes | None = None
    fresh: bytes | None = None
    accounts: Mapping[str, str] | None = None


NO_DEAL = NewDeal()


def change_seats(
    match: Match,
    *,
    seats: Sequence[str | None],
    absent: Sequence[str],
    reason: str,
    deal: NewDeal,
    names: Names | None = None,
) -> Decision:
    """Seat others, or fewer: before play anybody; in a match kept by results alone a substitute at any time.

    What was dealt is put away, and dealt again (see `_seat`). RuleViolation if the game cannot be played with so many,
    Unknown if somebody who is *absent* does not leave a seat, SeatHasLeft if somebody would sit where one has left.

    Once games have been played, *names* says whether those before were `wrong`, so that the new players played these
    games as well, or have `changed`, so that others play from now on. Raises SeatsUnclear, SeatKept.
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
    corrects = bool(match.scores) and _correct_names(match, seats, names)
    return _seat(match, SeatsChanged(tuple(seats), normalize(reason), tuple(absent), corrects), deal)


def _seat(match: Match, event: SeatsChanged, deal: NewDeal) -> Decision:
    """Seat others, and deal again if anything was dealt, so that nobody has a hand that somebody else has seen.

    The service deals from a fresh seed, and reveals the old one. At a table the lines of the deal are taken back.
    """
    decision = Decision(match, deal.sealed)
    if match.awaits_seeds and match.seeds.committed:  # others would choose theirs, knowing some of them
        event = msgspec.structs.replace(event, seed_hash=_replace_seed(decision, deal))
    elif not match.has_draws:
        pass
    elif match.opened.dealing != "table":
        event = msgspec.structs.replace(event, seed_hash=_replace_seed(decision, deal))
    elif not match.began:
        while decision.match.plies:
            for line in rulings.withdraw_move(decision.match).events:
                decision.add(line)
    accounts = accounts_by_seat(match.rules, match.table.level, event.seats, deal.accounts)
    decision.add(msgspec.structs.replace(event, accounts=accounts))
    open_first_game(decision)
    return decision


def _replace_seed(decision: Decision, deal: NewDeal) -> str:
    """Reveal the seed of a deal that is put away, and deal from the fresh one. Returns its hash."""
    if deal.sealed is None or deal.fresh is None:
        raise ValueError("A match that the service has dealt is dealt again from a fresh seed.")
    decision.add(SeedRevealed(deal.sealed.hex()))
    decision.seed = deal.fresh
    return seal(deal.fresh)


def _correct_names(match: Match, seats: Sequence[str | None], names: Names | None) -> bool:
    """Whether the new players played the games before, too. Unnamed players who get a name did."""
    before = match.opened.seats
    changes = [seat for seat, player in enumerate(seats) if player != before[seat]]
    if names is None:
        if all(before[seat] is None for seat in changes):
            return True
        shown = [{"seat": seat, "before": before[seat], "after": seats[seat]} for seat in changes]
        raise SeatsUnclear([f"{round_}.{game}" for round_, game in match.scores], shown)
    if names == "changed":
        for seat in changes:
            player = seats[seat]
            if player is not None and player in before:
                raise SeatKept(player=player, seat=before.index(player))
    return names == "wrong"


def leave_seats(match: Match, *, seats: Sequence[Seat], reason: str, deal: NewDeal) -> Decision:
    """These seats play no further, and gain nothing by leaving: they rank behind all who stay.

    - Those who stay are too few for the game, or a team: the seats lose by forfeit.
    - No game has a result: the others restart without them, with another deal.
    - Results alone are kept: games with a result count as played, the others play the rest without them.
    - Moves are kept, which seats cannot leave: the match ends with the games that have a result, and the seats lose by
      forfeit.

    Raises `MatchIsRuled`, `MatchIsOver`, `NoSeatGiven`, `NoSuchSeat`.
    """
    require_unruled(match)
    if match.over:
        raise MatchIsOver()
    gone = {*seats, *match.sheet.left}
    forfeit = results.forfeit(match, seats=sorted(gone), reason=reason)
    stay = [seat for seat in range(match.table.seats) if seat not in gone]
    if not _can_continue(match, len(stay)):
        return forfeit
    if not match.scores:
        return _restart(match, stay, reason, deal)
    if match.table.level == Level.SCORE:
        return Decision.of(match, SeatsLeft(tuple(sorted(seats)), normalize(reason)))
    return forfeit


def retake_seats(match: Match, *, seats: Sequence[str | None], reason: str, deal: NewDeal) -> Decision | None:
    """Seat a player who left among *seats* again, as if they had stayed. None if the others have gone too far for that.

    A forfeit is undone as long as no game has a result. A match that restarted without them restarts with them as long
    as nobody has moved.
    """
    if match.scores or match.disputes.rulings:
        return None
    if match.sheet.ruling == Outcome.FORFEIT:
        return results.reopen(match, reason=reason)
    if match.sheet.ruling or match.over or match.began or tuple(seats) == match.opened.seats:
        return None
    match.rules.setup(replace(match.table, seats=len(seats)))
    return _seat(match, SeatsChanged(tuple(seats), normalize(reason)), deal)


def _can_continue(match: Match, count: int) -> bool:
    if match.rules.meta.team or count < 2:
        return False
    try:
        match.rules.setup(replace(match.table, seats=count))
    except RuleViolation:
        return False
    return True


def _restart(match: Match, stay: Sequence[Seat], reason: str, deal: NewDeal) -> Decision:
    """The match without those who left; a game that is under way is put away, and begins by another deal."""
    players = match.opened.seats
    away = tuple(player for seat, player in enumerate(players) if seat not in stay and player is not None)
    return _seat(match, SeatsChanged(tuple(players[seat] for seat in stay), normalize(reason), away), deal)


def choose_level(
    match: Match,
    *,
    level: Literal["full", "open", "score"],
    dealing: Dealing,
    deal: NewDeal,
    seat: Seat | None = None,
) -> Decision:
    """Choose how the match is recorded, while nothing of it was. What the service has dealt is put away.

    If it deals from now on, it does so from the fresh seed. One *seat* alone (None: an official) only proposes to put
    a deal away, since it has seen its hand. The last seat to want the same changes the match.
    """
    require_unruled(match)
    require_blank(match)
    if dealing != "table" and level != "full":
        wanted = Phrase("table: the service deals only in matches that are recorded in full")
        raise BadOption(key="dealing", value=dealing, wanted=wanted)
    if (level, dealing) == (match.opened.level, match.opened.dealing):
        raise NothingChanged()
    decision, fresh = Decision(match), deal.fresh if dealing != "table" else None
    if seat is not None and match.opened.dealing != "table":
        _propose_level(decision, seat, level, dealing)
        if set(decision.match.proposals.items()) != {(each, (level, dealing)) for each in range(match.table.seats)}:
            return decision
    if match.has_draws:
        _replace_seed(decision, deal)
    decision.seed = fresh
    accounts = accounts_by_seat(match.rules, Level(level), match.opened.seats, deal.accounts)
    decision.add(LevelChosen(level, dealing, None if fresh is None else seal(fresh), accounts))
    open_first_game(decision)
    return decision


def _propose_level(decision: Decision, seat: Seat, level: Literal["full", "open", "score"], dealing: Dealing) -> None:
    if decision.match.proposals.get(seat) == (level, dealing):
        raise NothingChanged()
    decision.add(LevelProposed(seat, level, dealing))


def open_link(match: Match, link: str) -> Decision:
    """Open the link of the table, by which anybody who has it reports results. An earlier one ends.

    Raises `MatchIsRuled`, `MatchHasMoves`, `AlreadyConfirmed`.
    """
    require_unruled(match)
    if match.table.level != Level.SCORE:
        raise MatchHasMoves()
    if match.outcome == Outcome.CONFIRMED:
        raise AlreadyConfirmed()
    return Decision.of(match, TableLinkOpened(link))


def close_link(match: Match) -> Decision:
    """End the link of the table. Raises `NothingChanged` if none is valid."""
    if match.summary.link is None:
        raise NothingChanged()
    return Decision.of(match, TableLinkClosed(match.summary.link))


def open_seat_link(match: Match, *, seat: Seat, link: str, has_account: bool) -> Decision:
    """Open a link to play *seat* on a phone without an account. An earlier one ends, and the phone that took it.

    *has_account*: whether its player can sign in, and so plays without a link.

    Raises `NoSuchSeat`, `MatchIsRuled`, `MatchIsOver`, `SeatNeedsNoLink`.
    """
    require_seat(match, seat)
    require_unruled(match)
    if match.over:
        raise MatchIsOver()
    if match.opened.dealing == "table":
        raise SeatNeedsNoLink(seat=seat, why=Phrase("the service doesn’t deal this match"))
    if has_account:
        raise SeatNeedsNoLink(seat=seat, why=Phrase("its player has an account"))
    return Decision.of(match, SeatLinkOpened(seat, link))


def take_seat_link(match: Match, *, link: str, phone: str) -> Decision:
    """Let a phone play the seat of a *link* that no phone has taken. *phone*: the hash of its key.

    Raises `SeatLinkSpent`.
    """
    return Decision.of(match, SeatLinkTaken(open_seat(match, link), phone))


def open_seat(match: Match, link: str) -> Seat:
    """The seat that a *link* opens. Raises `SeatLinkSpent` if it has ended, or a phone has taken it."""
    found = next((each for each in match.summary.seat_links if each.link == link and each.phone is None), None)
    if found is None or match.sheet.over:
        raise SeatLinkSpent()
    return found.seat


def close_seat_link(match: Match, *, seat: Seat) -> Decision:
    """End the link of a seat. Raises `NothingChanged` if it has none."""
    if match.summary.seat_link(seat) is None:
        raise NothingChanged()
    return Decision.of(match, SeatLinkClosed(seat))


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
