"""The report of a replay, as JSON values and as lines for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import EVERYTHING, JSON, Engine, Labels, Score, Seat
from games.errors import Refused, RuleViolation
from games.records.record import RecordError
from games.records.replay import GameReplay, MatchReplay


def replay_json(file: str, found: MatchReplay | None, error: RecordError | Refused | None) -> dict[str, JSON]:
    """One object for one file: its games as far as they were replayed, the match, the position, and what is wrong."""
    return {
        "file": file,
        "ok": error is None,
        "game": found.engine.meta.slug if found else None,
        "rules": found.engine.meta.rules if found else None,
        "games": [_game(each) for each in found.games] if found else [],
        "match": _match(found) if found else None,
        "position": dict(found.engine.view(last_position(found), EVERYTHING)) if found else None,
        "error": _error(error) if error else None,
    }


def last_position(found: MatchReplay) -> Any:
    """The position of the last game, or the one before the first deal."""
    return found.games[-1].state if found.games else found.engine.setup(found.table)


def _game(each: GameReplay) -> JSON:
    score = each.score
    return {
        "round": each.round,
        "game": each.game,
        "points": list(score.points) if score else None,
        "winners": list(score.winners) if score else None,
        "reason": score.reason if score else None,
        "moves": each.moves,
    }


def _match(found: MatchReplay) -> JSON:
    sums = found.totals
    return {"points": list(sums.points), "wins": list(sums.wins), "winners": list(sums.winners)}


def _error(error: RecordError | Refused) -> JSON:
    cause = error.cause if isinstance(error, RecordError) else error
    return {
        "line": error.line if isinstance(error, RecordError) else None,
        "column": error.column if isinstance(error, RecordError) else None,
        "code": cause.code,
        "message": cause.message,
        "params": {
            name: value if isinstance(value, int | list | None) else str(value) for name, value in cause.params.items()
        },
        "rule": cause.rule if isinstance(cause, RuleViolation) else None,
    }


def summary(found: MatchReplay) -> str:
    """A match in one line: its games, its moves, its points."""
    moves = sum(each.moves for each in found.games)
    parts = [found.engine.meta.slug, _count(len(found.games), "game"), _count(moves, "move")]
    if found.engine.meta.team:
        scores = [each.score for each in found.games if each.score is not None]
        parts += [_team_result(found.engine, score) for score in scores] if len(scores) == 1 else _team_count(scores)
        return ", ".join(parts)
    if any(each.score for each in found.games):
        parts.append(f"points {' '.join(map(str, found.totals.points))}")
    if found.totals.winners:
        seats = ", ".join(map(str, found.totals.winners))
        parts.append(f"won by seat {seats}" if len(found.totals.winners) == 1 else f"shared by seats {seats}")
    return ", ".join(parts)


def result_in_words(rules: Engine[Any, Any], score: Score, names: Sequence[str] | None = None) -> str:
    """The result of a game in words, with its reason: `Anna won (out), points 24 -5 -19`, `lost (…), 21 cards left`."""
    reason = rules.labels.reasons.get(score.reason, score.reason)
    if rules.meta.team:
        outcome, _, left = _team_result(rules, score).partition(", ")
        return ", ".join([f"{outcome} ({reason})", *([left] if left else [])])
    winners = [names[seat] if names else f"seat {seat}" for seat in score.winners]
    verb = "won" if len(winners) == 1 else "share the win"
    return f"{' and '.join(winners)} {verb} ({reason}), points {' '.join(map(str, score.points))}"


def _team_result(rules: Engine[Any, Any], score: Score) -> str:
    """How a team did in a game: `won`, or `lost, 21 cards left`."""
    if score.winners:
        return "won"
    left = score.points[0]
    return f"lost, {_count(left, 'card')} left" if rules.meta.fewest_wins else f"lost, {_count(left, 'point')}"


def _team_count(scores: Sequence[Score]) -> list[str]:
    """How many games of several a team won."""
    return [f"{sum(bool(score.winners) for score in scores)} of {_count(len(scores), 'game')} won"] if scores else []


def _count(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def move_in_words(rules: Engine[Any, Any], before: Any, seat: Seat, move: Any) -> str:
    """A move as the engine describes it."""
    message, params = rules.describe(before, seat, move)
    words = {name: " ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in params.items()}
    return message.format(**words)


def position_in_words(view: Mapping[str, JSON], labels: Labels) -> list[str]:
    """A view in the words of its game, a line for each key that has a value."""
    return [
        f"{_label(name, labels)}: {_key_in_words(name, value, labels) or _words(value, labels)}"
        for name, value in view.items()
        if value not in (None, [], {}, "")
    ]


def draw_position(rules: Engine[Any, Any], state: Any) -> list[str]:
    """A position as a drawn board with nothing hidden, followed by the rest of it in words."""
    view = rules.view(state, EVERYTHING)
    board = rules.text_board(view)
    rest = {name: value for name, value in view.items() if name not in board.keys}
    return [*board.lines, *position_in_words(rest, rules.labels)]


def _label(name: str, labels: Labels) -> str:
    return labels.keys.get(name, name.replace("_", " "))


def _key_in_words(name: str, value: JSON, labels: Labels) -> str | None:
    """A value that the key *name* gives a meaning: a seat, or the reason why a game is over."""
    if name == "reason" and isinstance(value, str):
        return labels.reasons.get(value)
    return f"seat {value}" if name in labels.seats and isinstance(value, int) else None


def _words(value: JSON, labels: Labels) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, Mapping):
        return ", ".join(f"{_label(name, labels)} {_words(each, labels)}" for name, each in value.items())
    if isinstance(value, str | int):
        return labels.codes.get(value, value) if isinstance(value, str) else str(value)
    nested = any(isinstance(each, Mapping | list | tuple) for each in value)
    return (" | " if nested else " ").join(_words(each, labels) for each in value) or "–"
