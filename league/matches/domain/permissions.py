"""What somebody may do and see in a match."""

from collections.abc import Mapping, Sequence

from games.engine import CHANCE, EVERYTHING, PUBLIC, Level, Seat
from games.errors import Phrase
from games.registry import AnyEngine
from league.common.actor import Actor
from league.errors import NotAllowed
from league.matches.domain.match import Match
from league.matches.domain.score_sheet import TABLE
from league.matches.errors import NoSuchSeat
from league.standings.types import Outcome


def own_seats(actor: Actor, match: Match) -> frozenset[Seat]:
    """The seats that the players of this account have, and those that it was bound to at the deal."""
    return _players_seats(actor, match) | _seats_at_deal(actor, match)


def held_seats(actor: Actor, match: Match) -> frozenset[Seat]:
    """The seats that *actor* plays: those of the account, and those that this phone has taken by their links.

    While hands are hidden, an account has the seats that it was bound to at the deal, and no others: who may link
    players to accounts could otherwise look at any hand.
    """
    bound = match.opened.accounts is not None and not match.over
    return (_seats_at_deal if bound else own_seats)(actor, match) | _linked_seats(actor, match)


def late_seats(actor: Actor, match: Match) -> frozenset[Seat]:
    """The seats whose players got this account after the deal, so that it sees what the public sees."""
    return own_seats(actor, match) - held_seats(actor, match)


def accounts_by_seat(
    rules: AnyEngine, level: Level, seats: Sequence[str | None], accounts: Mapping[str, str] | None
) -> tuple[str | None, ...] | None:
    """The *accounts* (by player) that the *seats* of a deal are bound to. None where no hand is hidden."""
    if accounts is None or not rules.meta.hidden or level != Level.FULL:
        return None
    return tuple(None if player is None else accounts.get(player) for player in seats)


def _players_seats(actor: Actor, match: Match) -> frozenset[Seat]:
    return frozenset(seat for seat, player in enumerate(match.opened.seats) if player in actor.players)


def _seats_at_deal(actor: Actor, match: Match) -> frozenset[Seat]:
    bound = enumerate(match.opened.accounts or ())
    return frozenset(seat for seat, account in bound if account is not None and account == str(actor.user))


def _linked_seats(actor: Actor, match: Match) -> frozenset[Seat]:
    return frozenset(each.seat for each in match.summary.seat_links if each.phone in actor.phones)


def require_opener(actor: Actor, club: str, seats: tuple[str | None, ...]) -> None:
    """Officials open any match of the club; players one in which they have a seat."""
    if not actor.official(club) and not actor.players & set(seats):
        why = Phrase("you are neither a club official nor one of the players")
        raise NotAllowed(act=Phrase("open this match"), why=why)


def require_mover(actor: Actor, match: Match, seat: Seat) -> None:
    """In a match that the service deals, each seat moves for itself; at a table, officials write down every move.

    Except officials with a seat, where hands are in the record: by trying moves for others they would see their hands.
    """
    held = held_seats(actor, match)
    if seat in held:
        return
    if not _writes_down(actor, match):
        raise NotAllowed(act=Phrase("move for seat {seat}", seat=seat), why=Phrase("it is not your seat"))
    own = held | own_seats(actor, match)
    if own and match.rules.meta.hidden and match.table.level == Level.FULL:
        why = Phrase("you have a seat in this match, which is recorded in full")
        raise NotAllowed(act=Phrase("move for seat {seat}", seat=seat), why=why)


def require_writer(actor: Actor, match: Match) -> None:
    """Raise NotAllowed unless *actor* may take back the last line, which takes the right to write it."""
    moves = [move for game in match.games for move in game.moves]
    require_mover(actor, match, max(moves).seat if moves else CHANCE)


def movable_seats(actor: Actor, match: Match) -> list[Seat]:
    """The seats to act now for which *actor* may move, and `CHANCE` where a table deals."""
    return [seat for seat in sorted(match.turn) if _may_move(actor, match, seat)]


def _may_move(actor: Actor, match: Match, seat: Seat) -> bool:
    try:
        require_mover(actor, match, seat)
    except NotAllowed:
        return False
    return True


def examines(actor: Actor, match: Match) -> bool:
    """While a match lasts its moves are judged by officials of the club alone; after its end, by anybody."""
    return match.over or actor.official(match.opened.club)


def require_examiner(actor: Actor, match: Match) -> None:
    """Raise NotAllowed unless *actor* may judge the moves of the match."""
    if not examines(actor, match):
        why = Phrase(
            "while the match is in progress, only the club’s organisers, arbiters and scorekeepers can do this"
        )
        raise NotAllowed(act=Phrase("check the moves of this match"), why=why)


def voice(actor: Actor, match: Match, act: Phrase, *, by_link: bool = False) -> Seat | None:
    """The seat that *actor* speaks for on the result of a match; None for an official without one.

    `TABLE` for the link of the table, if it may act *by_link* and the result is open. Raises NotAllowed for others.
    """
    if actor.link is not None:
        if not by_link:
            raise NotAllowed(act=act, why=Phrase("the table’s link only enters results"))
        if not speaks_by_link(actor, match):
            raise NotAllowed(act=act, why=Phrase("the table’s link is no longer valid"))
        return TABLE
    own = own_seats(actor, match)
    if own:
        return min(own)
    if not actor.official(match.opened.club):
        why = Phrase("you are neither a club official nor one of the players")
        raise NotAllowed(act=act, why=why)
    return None


def speaks_by_link(actor: Actor, match: Match) -> bool:
    """Whether *actor* came by the valid link of the table, and its result is neither confirmed nor ruled on."""
    is_open = match.outcome in (Outcome.UNPLAYED, Outcome.REPORTED, Outcome.CONTESTED)
    return is_open and actor.link is not None and actor.link == match.summary.link


def require_seat(match: Match, seat: Seat) -> None:
    """Raise NoSuchSeat unless the match has this seat."""
    if not 0 <= seat < match.table.seats:
        raise NoSuchSeat(seat=seat, last=match.table.seats - 1)


def _writes_down(actor: Actor, match: Match) -> bool:
    return match.opened.dealing == "table" and actor.official(match.opened.club)


def viewer(actor: Actor, match: Match) -> Seat:
    """As whom *actor* sees what is hidden: a seat; everything, for officials who write down a table; or the public.

    A phone that is handed from seat to seat shows what all of them may see, unless one of them asks. An account that
    got its player after the deal sees what the public sees, also where it could see everything before.
    """
    seats = held_seats(actor, match)
    if len(seats) > 1 and _linked_seats(actor, match):
        return PUBLIC
    if seats:
        return min(seats)
    return EVERYTHING if _writes_down(actor, match) and not own_seats(actor, match) else PUBLIC


def require_view(actor: Actor, match: Match, to: Seat) -> None:
    """Raise NotAllowed if *actor* asks to see what only seat *to* may know; NoSuchSeat."""
    require_seat(match, to)
    if match.game_over or viewer(actor, match) == EVERYTHING or to in held_seats(actor, match):
        return
    why = Phrase("it is not your seat and the game is not over")
    raise NotAllowed(act=Phrase("view the game from seat {seat}", seat=to), why=why)
