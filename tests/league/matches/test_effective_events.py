"""After any annulment and replay, the match is as if the rest had never been played."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import CHANCE
from games.registry import engine
from league.integrity.domain.replay_audit import findings
from league.matches.domain import match, rulings
from league.matches.domain import score_sheet as sheets
from league.matches.domain.events import MovePlayed
from league.matches.domain.match import MoveRequest
from league.matches.domain.records import effective_events, record_text
from league.matches.domain.rulings import RulingTerms
from league.ratings.domain import rated_matches
from tests.builders.match_events import SEED, opened

UNTIL = datetime(2026, 3, 7, tzinfo=UTC)
STEP = st.tuples(st.sampled_from(("play", "play", "play", "play", "annul", "replay", "adjust")), st.integers(0, 10**6))


def some_move(now, seat, pick):
    if seat == CHANCE:  # at a table that deals itself
        return str(now.rules.draw(now.position, match.chance(now, SEED)))
    moves = list(now.rules.legal(now.position, seat))
    return str(moves[pick % len(moves)])


def remedy(now, what, pick):
    """A remedy of this kind that fits the match; None if none does."""
    moves = [move for game in now.games for move in game.moves]
    if what == "annul" and moves:
        return RulingTerms("annul", revision=moves[pick % len(moves)].revision)
    if what == "replay" and now.games:
        return RulingTerms("replay", game=now.games[pick % len(now.games)].place)
    if what == "adjust" and now.scores:
        return RulingTerms("adjust", game=list(now.scores)[pick % len(now.scores)], points=(pick,) * now.table.seats)
    return None


def a_match(game, steps, dealing):
    """The facts of a match of random moves and rulings, decided one after the other."""
    number = 0
    course = match.open_match(opened(game, dealing=dealing), SEED if dealing == "server" else None)
    facts = list(course.events)
    for what, pick in steps:
        now = course.match
        seed = number.to_bytes(32, "big") if now.over or now.opened.seed_hash != match.seal(SEED) else SEED
        seed = seed if dealing == "server" else None
        if what == "play" and now.turn:
            for _ in range(1 + pick % 12):  # a few at a time, so that games end
                if course.match.over or not course.match.turn:
                    break
                seat = sorted(course.match.turn)[pick % len(course.match.turn)]
                text = some_move(course.match, seat, pick)
                course = match.play(course.match, [MoveRequest(seat, text)], seed)
                facts += course.events
        elif fitting := remedy(now, what, pick):
            number += 1 if now.over else 0
            seed = number.to_bytes(32, "big") if now.over and dealing == "server" else seed
            course = rulings.commit(now, rulings.RulingDraft(f"r{len(facts)}", fitting, "So.", "j", UNTIL), seed=seed)
            facts += course.events
    return facts, course.match


@pytest.mark.parametrize(("game", "dealing"), [("rummikub", "server"), ("riff_raff", "table"), ("rummikub", "table")])
@settings(max_examples=25, deadline=None)
@given(steps=st.lists(STEP, max_size=25))
def test_annulled_events_never_happened(game, dealing, steps):
    facts, now = a_match(game, steps, dealing)
    left = [each.event for each in effective_events(enumerate(facts, 1))]

    never = match.fold(left)

    for what in ("table", "scores", "place", "position", "plies", "began"):
        assert getattr(never, what) == getattr(now, what), what
    assert (never.sheet, [game.place for game in never.games]) == (now.sheet, [game.place for game in now.games])
    assert [[move[1:] for move in game.moves] for game in never.games] == [
        [move[1:] for move in game.moves] for game in now.games
    ]


@settings(max_examples=25, deadline=None)
@given(steps=st.lists(STEP, max_size=25))
def test_deciding_and_folding_lead_to_the_same_match_sheet_and_record(steps):
    facts, now = a_match("rummikub", steps, "server")

    sheet, candidate = sheets.start(facts[0]), rated_matches.start(facts[0])
    for fact in facts[1:]:
        sheet, candidate = sheets.evolve(sheet, fact), rated_matches.evolve(candidate, fact, UNTIL.date())
    text = record_text([(fact, None) for fact in facts], None)
    never = record_text([(each.event, None) for each in effective_events(enumerate(facts, 1))], None)

    assert (match.fold(facts), sheet, candidate.sheet) == (now, now.sheet, now.sheet)
    assert (candidate.ended is not None, text) == (now.over, never)
    assert list(findings(facts)) == []


@settings(max_examples=25, deadline=None)
@given(steps=st.lists(STEP, max_size=25))
def test_no_draw_label_repeats_under_one_seed(steps):
    facts, _ = a_match("rummikub", steps, "server")

    course, seen = match.fold(facts[:1]), []
    for fact in facts[1:]:
        if isinstance(fact, MovePlayed) and fact.seat == CHANCE:
            seen.append((course.opened.seed_hash, course.place, course.plies, course.anew))
        course = match.evolve(course, fact)

    assert len(seen) == len(set(seen))


def test_every_game_can_be_annulled_from_its_beginning():
    for game in ("ralph", "riff_raff", "rummikub", "the_game_extreme", "toy_story_4"):
        seats = engine(game).meta.seats[0]
        now = match.open_match(opened(game, max(seats, 2), dealing="server"), SEED).match
        before = now.position
        for _ in range(4):
            seat = min(now.turn)
            now = match.play(now, [MoveRequest(seat, some_move(now, seat, 0))], SEED).match
        first = next(move.revision for move in now.games[0].moves if move.seat != CHANCE)

        draft = rulings.RulingDraft("r", RulingTerms("annul", revision=first), "So.", "j", UNTIL)
        course = rulings.commit(now, draft, seed=SEED)

        assert (course.match.position, course.match.began) == (before, False)
