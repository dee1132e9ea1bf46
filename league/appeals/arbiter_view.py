"""What an arbiter sees of a match at a move: what happened, what the rules say of it, who saw what, and other lines.

Nothing here writes. Who may not see everything is judged for by what the whole table knows, so that neither a verdict
nor a fork tells more of a hand than the table was told.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from games.engine import CHANCE, EVERYTHING, PUBLIC, Level, Seat
from games.records.variations import Attempt, Line, other_rulings, try_move
from league.appeals.domain import variations
from league.appeals.verdicts import option_verdict, translations, verdict
from league.clubs.models import Player
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.matches import repository as match_repository
from league.matches.domain.events import MovePlayed
from league.matches.domain.match import Match, MoveRequest
from league.matches.domain.permissions import examines, require_examiner, viewer
from league.matches.errors import MatchHasNoMoves, NoGameThen
from league.matches.queries.at_event import Moment, moment_at, moves
from league.matches.queries.detail import game_score
from league.matches.queries.replay import event_text
from league.matches.queries.visibility import is_public_to, viewpoint_name, viewpoints

MOST_LEGAL = 60  # moves of a seat that are listed after a fork
BEFORE, AFTER = "before", "after"


class _Look(NamedTuple):
    """A match, a moment of it, and who looks."""

    match: Match
    last: int
    at: Moment
    actor: Actor

    def exact(self, then: Match) -> bool:
        """Whether the reader may see everything of the game that was played *then*."""
        return is_public_to(self.match, then, viewer(self.actor, self.match))

    def side(self, when: str) -> tuple[Match, Line]:
        """The match before or after the event, and its game as the reader may know it.

        Raises MatchHasNoMoves, NoGameThen.
        """
        then = self.at.before if when == BEFORE else self.at.after
        if self.match.table.level == Level.SCORE:
            raise MatchHasNoMoves()
        if then is None or then.place is None:
            raise NoGameThen(revision=self.at.event.seq)
        return then, variations.line_at(then, moves(then), exact=self.exact(then))


def _look(match_id: str, actor: Actor, revision: int) -> _Look:
    standing = match_repository.load(match_id)
    require_examiner(actor, standing.state)
    return _Look(standing.state, standing.head.seq, moment_at(standing, revision), actor)


def event_detail(match_id: str, actor: Actor, revision: int) -> dict[str, Any]:
    """The event *revision* of a match with the engine's verdict, and the position before and after it by viewer.

    Raises `Unknown`, `NotAllowed`, `NoSuchRevision`.
    """
    look = _look(match_id, actor, revision)
    event, fact, place = look.at.event, look.at.fact, look.at.after.place
    return {
        "revision": revision,
        "last": look.last,
        "kind": event.kind,
        "at": event.at,
        "actor": event.actor,
        "recorded_by": _account_name(look),
        "annulled": isinstance(fact, MovePlayed) and look.match.game_with(revision) is None,
        "round": place[0] if place else None,
        "game": place[1] if place else None,
        **(_move(look, fact) if isinstance(fact, MovePlayed) else _no_move(look)),
        "views": _views(look),
    }


def _no_move(look: _Look) -> dict[str, Any]:
    blank = dict.fromkeys(("seat", "move", "seconds", "judged_by", "verdict"))
    return {**blank, "words": translations(*event_text(look.at.fact, look.match.rules.labels)), "rulings": []}


def may_examine(match_id: str, actor: Actor) -> bool:
    """Whether *actor* may look at the match as an arbiter does. Raises `Unknown`."""
    return examines(actor, match_repository.load(match_id).state)


def _account_name(look: _Look) -> str | None:
    """The name, in the club, of the player whose account sent the command; whose it is, officials know."""
    if look.at.event.actor is None or not look.actor.official(look.match.opened.club):
        return None
    player = Player.objects.filter(club_id=look.match.opened.club, user=look.at.event.actor).first()
    return None if player is None else names_of([player.pk])[str(player.pk)]


def _move(look: _Look, fact: MovePlayed) -> dict[str, Any]:
    then, line = look.side(BEFORE)
    rules, exact = then.rules, look.exact(then)
    move = rules.parse(fact.move)
    to = EVERYTHING if exact else viewer(look.actor, look.match)
    shown = rules.show(then.position, fact.seat, move, to, look.at.judged)
    message, params = (
        rules.describe(then.position, fact.seat, move)
        if exact
        else rules.describe_to(then.position, fact.seat, move, to, look.at.judged)
    )
    told = {
        "seat": fact.seat,
        "move": shown,
        "words": translations(message, params),
        "seconds": fact.seconds,
        "judged_by": _knowledge(exact),
    }
    secret = not exact and rules.show(then.position, fact.seat, move, PUBLIC, look.at.judged) != fact.move
    if secret:  # it stands in the log, so it was legal; more would be said of what is hidden
        return {**told, "verdict": {"legal": True, "refusal": None, "checked": []}, "rulings": []}
    judged = try_move(line, fact.seat, fact.move, fact.seconds)
    return {**told, "verdict": verdict(judged), "rulings": _rulings(line, judged, fact.seconds)}


def _rulings(line: Line, judged: Attempt, seconds: int | None) -> list[dict[str, Any]]:
    helps = {option.key: option.help for option in line.rules.meta.options}
    return [
        option_verdict(other, helps[other.option], line.rules.labels) for other in other_rulings(line, judged, seconds)
    ]


def _knowledge(exact: bool) -> str:
    return "everything" if exact else "public"


def _views(look: _Look) -> list[dict[str, Any]]:
    """The position before and after the event, for each viewer whose eyes the reader may look through."""
    sides = [look.at.before, look.at.after]
    allowed = [() if then is None else viewpoints(look.actor, look.match, then) for then in sides]
    everybody = sorted({*allowed[0], *allowed[1]}, key=lambda to: (to == EVERYTHING, to))
    return [
        {
            "seen_by": viewpoint_name(to),
            **{
                when: then.rules.view(then.position, to) if then is not None and to in may else None
                for when, then, may in zip((BEFORE, AFTER), sides, allowed, strict=True)
            },
        }
        for to in everybody
    ]


def fork(match_id: str, actor: Actor, revision: int, plies: Sequence[MoveRequest], when: str = AFTER) -> dict[str, Any]:
    """Moves that are tried from the position before or after event *revision*; nothing of it is kept anywhere.

    Raises `Unknown`, `NotAllowed`, `NoSuchRevision`, `MatchHasNoMoves`, `NoGameThen`.
    """
    look = _look(match_id, actor, revision)
    then, line = look.side(when)
    exact = look.exact(then)
    steps, end = variations.play_on(line, plies, variations.chance_moves(look.match, then) if exact else None)
    asked = [step for step in steps if not step.drawn]
    rules, state = end.rules, end.state
    score, turn = rules.score(state), sorted(rules.turn(state))
    shown = (PUBLIC, *range(end.table.seats), EVERYTHING) if exact else (PUBLIC,)
    return {
        "revision": revision,
        "start": when,
        "judged_by": _knowledge(exact),
        "steps": [_step(step) for step in steps],
        "rulings": _rulings_on_last(asked, plies),
        "untried": len(plies) - len(asked),
        "turn": turn,
        "legal": [_legal(end, seat) for seat in turn],
        "over": rules.is_over(state),
        "result": None if score is None or then.place is None else game_score(then.place, score),
        "views": [{"seen_by": viewpoint_name(to), "position": rules.view(state, to)} for to in shown],
    }


def _step(step: variations.TriedMove) -> dict[str, Any]:
    judged, rules = step.tried, step.line.rules
    words = None
    if judged.after is not None:
        words = translations(*rules.describe(step.line.state, judged.seat, judged.move))
    text = judged.text if judged.move is None else str(judged.move)
    return {"seat": judged.seat, "move": text, "words": words, "drawn": step.drawn, "verdict": verdict(judged)}


def _rulings_on_last(asked: Sequence[variations.TriedMove], plies: Sequence[MoveRequest]) -> list[dict[str, Any]]:
    """Other rulings that would judge the last move of a line otherwise."""
    return _rulings(asked[-1].line, asked[-1].tried, plies[len(asked) - 1].seconds) if asked else []


def _legal(line: Line, seat: Seat) -> dict[str, Any]:
    found = [str(move) for move in islice(line.rules.legal(line.state, seat), MOST_LEGAL + 1)]
    complete = line.rules.meta.enumerable and seat != CHANCE and len(found) <= MOST_LEGAL
    return {"seat": seat, "complete": complete, "moves": found[:MOST_LEGAL]}


def advice(match_id: str, actor: Actor, revision: int, when: str = BEFORE) -> dict[str, Any]:
    """What the game can work out for the seats on turn before or after event *revision*, from what the reader may know.

    Raises `Unknown`, `NotAllowed`, `NoSuchRevision`, `MatchHasNoMoves`, `NoGameThen`.
    """
    look = _look(match_id, actor, revision)
    then, line = look.side(when)
    seats = sorted(line.rules.turn(line.state) - {CHANCE})
    return {
        "revision": revision,
        "when": when,
        "judged_by": _knowledge(look.exact(then)),
        "seats": [{"seat": seat, "advice": _advice_rows(line, seat)} for seat in seats],
    }


def _advice_rows(line: Line, seat: Seat) -> list[dict[str, Any]]:
    return [
        {"text": translations(each.message, each.params), "move": None if each.move is None else str(each.move)}
        for each in line.rules.advise(line.state, seat)
    ]
