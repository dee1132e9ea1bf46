"""What the events of a match say, in sentences: who played, how it ended, and what was ruled and when."""

from collections.abc import Iterable, Iterator, Sequence

from games.engine import Level
from verify.evidence_file import Event
from verify.hash_chain import time_text
from verify.opening import Act, MatchState

MOST_ACTS = 50  # that are listed
LONGEST = 300  # characters of a text that somebody wrote


def describe_match(match: MatchState, events: Sequence[Event]) -> Iterator[str]:
    """The match as its events have it, line by line. The last line is about its deals."""
    opening, meta = match.opening, match.rules.meta
    times = [time_text(event.columns.at) for event in events]
    part = f", tournament {_plain(opening['tournament'])}" if opening.get("tournament") else ""
    yield f"opened at {times[0]} in the club {_plain(opening['club'])}{part}"
    yield f"seats: {_seats(match.seats)}"
    if match.accounts is not None:
        yield f"hands are seen by the accounts: {_seats(match.accounts)}"
    results = ", ".join(
        f"{round_}.{game}: {_numbers(result.points)}" for (round_, game), result in sorted(match.results.games.items())
    )
    yield f"replayed: {meta.slug}, rules {meta.rules}; results {results or 'none'}"
    ended = f", ended at {times[match.ended - 1]}" if match.ended else ""
    why = f": {_plain(match.results.reason)}" if match.results.reason else ""
    yield f"outcome: {match.results.outcome}{why}{ended}"
    for act in match.acts[:MOST_ACTS]:
        yield f"event {act.seq}, {times[act.seq - 1]}: {_act_text(act)}"
    if len(match.acts) > MOST_ACTS:
        yield f"and {len(match.acts) - MOST_ACTS} more decisions"
    if match.seat_seeds.joint:
        yield match.seat_seeds.describe()
    yield _deal_text(match)


def _deal_text(match: MatchState) -> str:
    """Who dealt what stands. What the service dealt before that and put away is told beside it."""
    checked = f"{match.checked} of {match.draws} chance moves follow from revealed seeds"
    if match.dealing == "table":
        if match.level == Level.SCORE and not match.draws:
            return "no deals: only results were recorded"
        before = f"; of deals before that, {checked}" if match.draws else ""
        return f"deals: made at the table, so there is no seed to check{before}"
    if not match.draws:
        return "deals: chance made no move"
    if match.checked < match.draws:
        return f"deals: {checked}"
    return f"deals: all {match.draws} chance moves follow from the sealed seed"


def _act_text(act: Act) -> str:
    payload = act.payload
    match act.kind:
        case "ruling.given":
            return f"ruling {payload['kind']}{_terms(act)} by {_plain(payload['by'])}{_reason(act)}"
        case "seats.changed":
            return f"seats from now on: {_seats(payload['seats'])}{_reason(act)}"
        case "seats.left" | "match.forfeited":
            word = "left" if act.kind == "seats.left" else "forfeited"
            return f"{word} by seats {_numbers(payload['seats'])}{_reason(act)}"
        case "level.chosen":
            return f"recorded from now on: {payload['level']}, dealt by the {payload['dealing']}"
        case "result.reported":
            figures = f"{payload['round']}.{payload['game']} to {_numbers(payload['points'])}"
            return f"corrected game {figures}: {_plain(payload['correction'])}"
        case "finding.recorded":
            return f"found without effect: {payload['decision']}{_reason(act)}"
        case "seat_seed.omitted":
            return f"the deal does without a seed of seat {payload['seat']}, decided by: {payload['by']}"
        case "moves.withdrawn":
            return f"moves withdrawn from event {payload['revision']} on"
        case _:
            return f"{act.kind.partition('.')[2]} by an official{_reason(act)}"


def _terms(act: Act) -> str:
    """The terms of a ruling."""
    payload, terms = act.payload, ""
    if payload.get("game"):
        terms += f" game {payload['game'][0]}.{payload['game'][1]}"
    if payload.get("points") is not None:
        terms += f" to {_numbers(payload['points'])}"
    if payload.get("seats"):
        terms += f" seats {_numbers(payload['seats'])}"
    if payload.get("revision") is not None:
        terms += f" from event {payload['revision']} on"
    return terms + (" (without effect)" if payload.get("policy") == "report" else "")


def _reason(act: Act) -> str:
    reason = act.payload.get("reason")
    return f": {_plain(reason)}" if reason else ""


def _seats(players: Iterable[str | None]) -> str:
    return ", ".join(f"{seat} {_plain(player) if player else 'nobody known'}" for seat, player in enumerate(players))


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _plain(text: str) -> str:
    """The beginning of a text that somebody wrote."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
