"""The verifier reads events with its own code, and must come to the same record, results and outcome as the service."""

import random
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from uuid import UUID

import msgspec
import pytest

from games.chance import Chance, seat_commitment
from games.engine import CHANCE, Stated
from games.errors import Refused
from games.records.reader import read
from games.records.record import RecordError
from games.records.simulate import play_game
from games.registry import engine, engines
from league.errors import LeagueError
from league.matches.domain import events as match_events
from league.matches.domain import match, results, rulings
from league.matches.domain.match import MoveRequest
from league.matches.domain.records import import_events, record_text
from league.matches.domain.rulings import RulingTerms
from league.matches.domain.seats import joint_deal
from league.matches.domain.setup import NewDeal, change_seats, choose_level, leave_seats
from league.standings.types import Outcome
from tests.builders.match_events import SEED, opened
from tests.paths import CASES, ROOT
from verify import payloads, record
from verify.evidence_file import Event
from verify.hash_chain import Columns
from verify.replay import replay_events

UNTIL = datetime(2026, 3, 7, tzinfo=UTC)
GAMES = sorted(set(engines()) & {"rummikub", "ralph", "the_game_extreme", "toy_story_4", "riff_raff"})
WORDS = {
    Outcome.FORFEIT: "forfeited by",
    Outcome.VOID: "void",
    Outcome.CONTESTED: "contested by",
    Outcome.UNPLAYED: "not over",
    Outcome.REPORTED: "reported",
    Outcome.CONFIRMED: ("confirmed", "settled"),
}


class Walk:
    """A match in which anything happens that is not refused."""

    def __init__(self, game, level, number):
        self.dice = random.Random(f"{game} {level} {number}")
        self.rules = engine(game)
        seats = self.dice.choice([seats for seats in self.rules.meta.seats if 2 <= seats <= 4])
        games = {} if game == "rummikub" else {"games": 2}
        dealing = self.dice.choice(["server", "joint", "joint", "table"]) if level == "full" else "table"
        opening = opened(game, seats, level, dealing, **games)
        if dealing == "joint":
            opening = msgspec.structs.replace(opening, seats=("a", None, "c", "d")[:seats])
        self.seed = SEED if dealing != "table" else None
        course = match.open_match(opening, self.seed)
        self.now, self.events = course.match, list(course.events)
        self.scores = self._possible_scores(seats)

    def _possible_scores(self, seats):
        table = self.now.table
        ends = [play_game(self.rules, table, bytes([number]) * 32, (1, 1))[1] for number in range(2)]
        return [score for end in ends if (score := self.rules.score(end)) is not None]

    def decide(self, decision, *given, **more):
        with suppress(LeagueError, Refused):
            course = decision(self.now, *given, **more)
            self.now, self.events = course.match, [*self.events, *course.events]
            hidden = [each.seed_hash for each in course.events if getattr(each, "seed_hash", None)]
            if hidden:
                self.seed = self.fresh

    def step(self):
        dice, seats = self.dice, range(self.now.table.seats)
        self.fresh = dice.randbytes(32)
        place, seat, why = dice.choice(self.now.places), dice.choice([None, *seats]), dice.choice(["Late.", "“; #”"])
        points = tuple(dice.randint(-9, 9) for _ in seats)
        score = dice.choice(self.scores)
        acts = {
            "report": lambda: self.decide(results.report, place, Stated(score.points, score.reason), why, seat=seat),
            "confirm": lambda: self.decide(results.confirm, seat=seat),
            "contest": lambda: self.decide(
                results.contest,
                seat=seat,
                reason=why,
                claims=[(place, Stated(score.points, score.reason))] if dice.random() < 0.5 else (),
            ),
            "settle": lambda: self.decide(results.settle, reason=why),
            "forfeit": lambda: self.decide(results.forfeit, seats=[dice.choice(seats)], reason=why),
            "void": lambda: self.decide(results.void, reason=why),
            "reopen": lambda: self.decide(results.reopen, reason=why),
            "rule": lambda: self.rule(place, points if dice.random() < 0.7 else score.points),
            "seats": lambda: self.decide(
                change_seats,
                seats=[f"p{dice.randint(0, 5)}{each}" for each in seats][: dice.choice([2, 4])],
                absent=(),
                reason=why,
                deal=self.deal,
                names=dice.choice(["wrong", "changed"]),
            ),
            "leave": lambda: self.decide(leave_seats, seats=[dice.choice(seats)], reason=why, deal=self.deal),
            "level": lambda: self.decide(
                choose_level, level=dice.choice(["score", "full"]), dealing="table", deal=self.deal
            ),
            "withdraw": lambda: self.decide(rulings.withdraw_move),
            "add a seed": self.add_seed,
        }
        often = ["report"] * 8 if self.now.table.level == "score" else ["play"] * 12
        if self.now.awaits_seeds:
            often = ["add a seed"] * 30
        chosen = dice.choice([*often, *acts])
        return self.play(dice.choice([5, 50, 500])) if chosen == "play" else acts[chosen]()

    @property
    def deal(self):
        accounts = {f"p{number}{seat}": f"account {number}" for number in range(3) for seat in range(4)}
        return NewDeal(self.seed, self.fresh, accounts)

    def rule(self, place, points):
        moves = [move.revision for game in self.now.games for move in game.moves]
        terms = RulingTerms(
            self.dice.choice(["upheld", "adjust", "adjust", "annul", "replay", "forfeit", "void", "reopen"]),
            revision=self.dice.choice(moves) if moves else None,
            game=place,
            points=points,
            seats=(0,),
        )
        draft = rulings.RulingDraft(f"ruling {len(self.events)}", terms, "Rows swapped.", "judge", UNTIL)
        seed = self.seed if self.now.seed is None else self.fresh
        policy = self.dice.choice(["recompute", "keep", "report"])
        self.decide(rulings.commit, draft, policy=policy, seed=seed if self.seed else None)

    def add_seed(self):
        """A seat commits itself or reveals what it has chosen, or the deal does without it."""
        seat = self.dice.choice(self.now.seeds.asked or [0])
        seed = sha256(f"{self.now.opened.seed_hash} {seat}".encode()).digest()
        commitment = seat_commitment(self.now.opened.seed_hash or "", seat, seed)
        if self.dice.random() < 0.1:
            self.decide(joint_deal.omit_seat_seeds, seats=[seat], by="official", sealed=self.seed)
        self.decide(joint_deal.commit_seat_seed, seat=seat, commitment=commitment)
        self.decide(joint_deal.reveal_seat_seed, seat=seat, seed=seed, sealed=self.seed)

    def play(self, count):
        for number in range(count):
            now = self.now
            if not now.turn or now.over:
                return
            seat = min(now.turn)
            chance = Chance(b"walk", f"{seat}:{len(self.events)}:{number}")
            move = now.rules.draw(now.position, chance) if seat == CHANCE else None
            text = str(move or now.rules.suggest(now.position, seat, chance))
            self.decide(match.play, [MoveRequest(seat, text, self.dice.choice([None, 7]))], self.seed)


def stored(events):
    """The events as a file has them, without what only links need."""
    zero = UUID(int=0)
    for seq, event in enumerate(events, 1):
        kind, schema, payload = match_events.encode(event)
        yield Event(
            seq, Columns("match", seq, 0, kind, schema, msgspec.json.encode(payload), None, None, zero, seq), b""
        )


def reading(events):
    seeds = [event.seed for event in events if isinstance(event, match_events.SeedRevealed)]
    return replay_events(list(stored(events)), seeds, None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["full", "score"])
def test_both_readings_of_any_match_are_the_same(game, level, thorough):
    seen = set()
    for number in range(120 if thorough else 5):
        walk = Walk(game, level, number)
        for _ in range(30):
            walk.step()
        found, faults = reading(walk.events)

        outcome = walk.now.sheet.outcome
        seen.add(outcome)
        unfinished = [] if walk.now.over else ["the events do not reach the end of the match"]
        assert [str(fault) for fault in faults] == unfinished
        assert record.record_text(found) == record_text([(each, None) for each in walk.events], None)
        assert found.seats == list(walk.now.opened.seats)
        assert found.accounts == (walk.now.opened.accounts and list(walk.now.opened.accounts))
        assert found.results.scores == dict(walk.now.scores)
        assert (found.seat_seeds.revealed, found.seat_seeds.omitted.keys()) == (
            dict(walk.now.seeds.revealed),
            walk.now.seeds.omitted,
        )
        assert found.results.outcome.startswith(WORDS[outcome])
    assert len(seen) > 1


def test_both_readings_of_imported_records_are_the_same():
    seen = 0
    for file in sorted((*CASES.rglob("*.rec"), *ROOT.glob("games/*/playthroughs/*.rec"))):
        with suppress(RecordError):
            text = read(file.read_bytes())
            events = import_events(text, seats=(None,) * text.seats, club="c", series=None)
            found, faults = reading(events)
            seen += 1
            assert [str(fault) for fault in faults] in ([], ["the events do not reach the end of the match"]), file
            assert record.record_text(found) == record_text([(each, None) for each in events], None), file
    assert seen > 30


def test_the_verifier_knows_every_kind_of_event_and_its_members():
    known = {kind: (set(form.required), set(form.optional)) for kind, form in payloads.FORMS.items()}

    assert known == {
        kind: (
            {name for name in type_.__struct_fields__ if name not in optional(type_)},
            optional(type_),
        )
        for kind, (_, type_) in match_events.KINDS.items()
    }
    assert {schema for schema, _ in match_events.KINDS.values()} == {1}


def optional(type_):
    """The members that a payload may leave out."""
    defaults = type_.__struct_defaults__
    return set(type_.__struct_fields__[len(type_.__struct_fields__) - len(defaults) :])
