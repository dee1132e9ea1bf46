"""Evidence of every game and level, and what somebody who wants to be believed, or only to do damage, makes of it."""

import copy
import json
import re
from functools import cache
from hashlib import sha256

from games.chance import Chance, joint_seed, seat_commitment
from games.engine import CHANCE, Level, Table
from games.records.replay import resolve_deck
from games.records.series import totals
from games.records.simulate import play_game
from games.registry import engine, engines
from tests.verify.given import SAMPLES, sample
from tests.verify.log import MATCH, SIGNER, Fact, evidence_of, in_log, linked, written
from verify.evidence_file import evidence as read
from verify.record import record_text
from verify.replay import replay_events

SEED, OWN = bytes(range(32)), {0: bytes(32)}
DEALT = ("server", "joint")  # by the service
GAMES = sorted(set(engines()) & {"rummikub", "ralph", "the_game_extreme", "toy_story_4", "riff_raff"})
NUMBERS = (0, 1, -1, 2, 7, 10**9, 2**31, 2**63, -(2**63), 10**19)
TEXTS = ("", "0", "nonsense", "[" * 1000, "\u202e", "a" * 5000, "00" * 32, "server", "score", "\n", "﷽", "1" * 5000)
ODDS = (None, True, False, [], {}, [[]], {"a": 1}, *NUMBERS, *TEXTS)
ENDS = (
    (),
    (Fact("match.forfeited", {"seats": [1], "reason": "late"}),),
    (Fact("match.voided", {"reason": "a row"}),),
    (Fact("result.contested", {"seat": 0, "reason": "no"}),),
)


@cache
def bases():
    """Evidence that is right, by name: real files in the test's log, and matches of every game and level."""
    found = {name: in_log(sample(name)) for name in SAMPLES}
    for number, game in enumerate(GAMES):
        for level in ("server", "joint", "table", "score"):
            facts, seeds = _facts(game, level)
            found[f"{game} {level}"] = _evidence([*facts, *ENDS[number % len(ENDS)]], seeds)
    found["second key"] = in_log(sample("score"), [SIGNER, SIGNER.next(3, countersign=True)])
    return found


def _evidence(facts, seeds):
    match, faults = replay_events(read(written(evidence_of(facts, ""))).events, seeds, None)
    assert faults == []
    return evidence_of(facts, record_text(match), seeds=seeds)


def _facts(game, level):
    """The facts of a match of two, and the seeds revealed in it."""
    rules = engine(game)
    options = {option.key: option.default for option in rules.meta.options}
    table = resolve_deck(rules, Table(2, Level.FULL, options))
    dealt = {"dealing": level, "seed_hash": sha256(SEED).hexdigest()} if level in DEALT else {"dealing": "table"}
    seats = [MATCH, "0192f0c1-0000-7000-8000-000000000005"]
    opening = {"game": game, "rules": rules.meta.rules, "options": dict(table.options), "seats": seats, "club": MATCH}
    facts = [Fact("match.opened", {**opening, "level": "score" if level == "score" else "full", **dealt})]
    scores = {}
    for place in rules.games(table):
        scores[place] = _add_game(facts, rules, table, place, level)
    sums = totals(rules.meta, 2, rules.games(table), scores)
    facts.append(Fact("match.ended", {"points": sums.points, "wins": sums.wins, "winners": sums.winners}))
    if level in DEALT:
        facts.append(Fact("seed.revealed", {"seed": SEED.hex()}))
    if level == "score":
        facts += _ruling(rules, scores, table)
    return facts, [SEED.hex()] if level in DEALT else []


def _add_game(facts, rules, table, place, level):
    at = {"round": place[0], "game": place[1]}
    if level in DEALT:
        moves, end = _deal_and_play(rules, table, place, joint_seed(SEED, OWN) if level == "joint" else SEED)
    else:
        moves, end = play_game(rules, table, SEED, place)
    score = rules.score(end)
    figures = {**at, "points": score.points, "winners": score.winners, "reason": score.reason}
    if level == "score":
        facts.append(Fact("result.reported", {**figures, "seat": 0}))
    else:
        facts.append(Fact("game.opened", at))
        if level == "joint" and place == rules.games(table)[0]:
            facts += _seat_seeds()
        facts += [Fact("move.played", {"seat": seat, "move": str(move)}) for seat, move in moves]
        facts.append(Fact("game.ended", figures))
    return score


def _seat_seeds():
    """Seat 0 adds a seed. Seat 1 commits itself, and is left out then."""
    sealed = sha256(SEED).hexdigest()
    chosen = [{"seat": seat, "commitment": seat_commitment(sealed, seat, bytes(32))} for seat in (0, 1)]
    return [
        *(Fact("seat_seed.committed", each) for each in chosen),
        Fact("seat_seed.revealed", {"seat": 0, "seed": "00" * 32}),
        Fact("seat_seed.omitted", {"seat": 1, "by": "official"}),
    ]


def _deal_and_play(rules, table, place, seed):
    """A game whose chance moves come from the seed."""
    state, moves = rules.setup(table), []
    while seats := rules.turn(state):
        seat = min(seats)
        chance = Chance(seed, f"{place[0]}.{place[1]}:{len(moves)}")
        move = rules.draw(state, chance) if seat == CHANCE else rules.suggest(state, seat, chance)
        state = rules.apply(state, seat, move)
        moves.append((seat, move))
    return moves, state


def _ruling(rules, scores, table):
    """A ruling that gives the first game other points, what carries it out, and the totals after it."""
    place = min(scores)
    terms = {"points": [-20, 20], "winners": [1]}
    scores[place] = scores[place].__class__((-20, 20), (1,), scores[place].reason)
    sums = totals(rules.meta, 2, rules.games(table), scores)
    return [
        Fact(
            "ruling.given",
            {"ruling": "x", "kind": "adjust", "reason": "Rows.", "by": MATCH, "game": place, **terms},
        ),
        Fact("score.adjusted", {"round": place[0], "game": place[1], "ruling": "x", **terms}),
        Fact("match.ended", {"points": sums.points, "wins": sums.wins, "winners": sums.winners}),
    ]


def tamper(given, dice):
    """The file after somebody changed something in it who has no key."""
    if dice.random() < 0.15:
        return _damage(written(given), dice)
    given = copy.deepcopy(given)
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        _change(given, dice)
    raw = written(given)
    return _repeat_member(raw, dice) if dice.random() < 0.1 else raw


def lie(given, dice):
    """The file after its own log, which has the key, changed events and signed them again."""
    given = copy.deepcopy(given)
    events = given["events"]
    for _ in range(dice.choice([1, 1, 2])):
        event = dice.choice(events)
        kind = dice.choice(["payload", "payload", "payload", "text", "drop", "swap", "repeat", "kind"])
        place = dice.randrange(len(events))
        if kind == "payload":
            payload = json.loads(event["payload"]) if event["payload"].startswith("{") else {}
            _change(payload, dice)
            event["payload"] = json.dumps(payload)
        elif kind == "text":
            event["payload"] = dice.choice(TEXTS)
        elif kind == "kind":
            event["kind"] = dice.choice(events)["kind"]
        elif kind == "drop" and len(events) > 1:
            del events[place]
        elif kind == "swap":
            other = dice.randrange(len(events))
            events[place], events[other] = events[other], events[place]
        elif kind == "repeat":
            events.insert(place, copy.deepcopy(event))
    for number, event in enumerate(events):
        event |= {"seq": number + 1, "position": 3 * number + 1}
    return written(in_log({**given, "events": linked(events)}))


def _damage(raw, dice):
    """Bytes flipped, cut out, repeated or put in."""
    place, length = dice.randrange(len(raw)), dice.choice([1, 1, 2, 8, 64, 500])
    head, part, tail = raw[:place], raw[place : place + length], raw[place + length :]
    kind = dice.randrange(5)
    if kind == 0:
        return head + bytes([part[0] ^ 1 << dice.randrange(8)]) + part[1:] + tail
    return (
        head
        + (b"", part * 2, dice.randbytes(length), dice.choice([b"0", b"9", b" ", b"]", b"null,"]) + part)[kind - 1]
        + tail
    )


def _repeat_member(raw, dice):
    """The file with a member of some object written twice, the second time perhaps with another value."""
    text = raw.decode()
    member = dice.choice([*re.finditer(r'(?<=[{,])"\w+":', text)])
    _, end = json.JSONDecoder().raw_decode(text, member.end())
    value = text[member.end() : end] if dice.random() < 0.5 else json.dumps(dice.choice(ODDS))
    return f"{text[: member.start()]}{member.group()}{value},{text[member.start() :]}".encode()


def _change(given, dice):
    """Change one value somewhere in an object, or an object itself."""
    within, key = given, None
    while True:
        keys = list(within) if isinstance(within, dict) else list(range(len(within)))
        if not keys:
            return
        key = dice.choice(keys)
        if not isinstance(within[key], dict | list) or dice.random() < 0.15:
            break
        within = within[key]
    kind = dice.choice(["value"] * 6 + (["delete", "repeat", "swap"] if isinstance(within, list) else ["rarely"]))
    if kind == "rarely":
        kind = dice.choice(["value", "value", "delete", "swap", "add"])
    if kind == "value":
        within[key] = _other_value(within[key], dice)
    elif kind == "delete":
        del within[key]
    elif kind == "repeat" and isinstance(within, list):
        within.insert(dice.randrange(len(within) + 1), copy.deepcopy(within[key]))
    elif kind == "swap":
        other = dice.choice(keys)
        within[key], within[other] = within[other], within[key]
    elif isinstance(within, dict):
        within[dice.choice(["more", "seed_hash", "ruling", "extra", "imported"])] = dice.choice(ODDS)


def _other_value(value, dice):
    if dice.random() < 0.1:
        return copy.deepcopy(dice.choice(ODDS))
    if isinstance(value, bool) or value is None:
        return dice.choice(ODDS)
    if isinstance(value, int):
        return value + dice.choice([-1, 1, 10, 2**32])
    if isinstance(value, str) and re.fullmatch("[0-9a-f-]+", value):
        digit = dice.choice([found.start() for found in re.finditer("[0-9a-f]", value)])
        return value[:digit] + dice.choice("0123456789abcdef") + value[digit + 1 :]
    if isinstance(value, str) and value:
        place = dice.randrange(len(value))
        old, new = value[place], dice.choice("0123456789abcdef -\n;>,é")
        return dice.choice(
            [
                value[:place] + new + value[place + 1 :],
                value[:place] + value[place + 1 :],
                value[:place] + old * 2 + value[place + 1 :],
                re.sub(r"\d+", lambda found: str(int(found.group()) + 1), value, count=1),
                value[: place + 1],
            ]
        )
    if isinstance(value, list):
        return dice.choice([value[::-1], value[1:], value * 2])
    return dice.choice(ODDS)
