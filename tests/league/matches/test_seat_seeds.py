"""Deals that the seats make together with the service, each by a seed of its own."""

import msgspec
import pytest

from games.chance import Chance, joint_seed, seat_commitment
from games.engine import CHANCE
from league.integrity.domain.replay_audit import findings
from league.matches.domain import match, results
from league.matches.domain.events import (
    GameOpened,
    MatchOpened,
    MovePlayed,
    SeatsChanged,
    SeatSeedCommitted,
    SeatSeedOmitted,
    SeatSeedRevealed,
    SeedRevealed,
)
from league.matches.domain.match import MoveRequest, seal
from league.matches.domain.seats import joint_deal
from league.matches.domain.setup import NewDeal, change_seats, choose_level
from league.matches.errors import DealIsAwaited, MatchIsRuled, NoSeatSeedDue, NoSuchSeat, SeatSeedDiffers
from tests.builders.match_events import SEED, opened

FRESH = bytes(range(1, 33))
OWN = {seat: bytes([seat + 1]) * 32 for seat in range(4)}


class Deal:
    """A match whose deal waits for the seats of Anna and Clara; nobody is known at seat 1."""

    def __init__(self, game="rummikub", players=("anna", None, "clara")):
        opening = msgspec.structs.replace(opened(game, len(players), dealing="joint"), seats=players)
        course = match.open_match(opening, SEED)
        self.now, self.events, self.sealed = course.match, list(course.events), SEED

    def decide(self, decision, **given):
        course = decision(self.now, **given)
        self.now, self.events = course.match, [*self.events, *course.events]
        return course.events

    def commit(self, seat):
        commitment = seat_commitment(self.now.opened.seed_hash, seat, OWN[seat])
        return self.decide(joint_deal.commit_seat_seed, seat=seat, commitment=commitment)

    def reveal(self, seat, seed=None):
        return self.decide(joint_deal.reveal_seat_seed, seat=seat, seed=seed or OWN[seat], sealed=self.sealed)

    def omit(self, *seats, by="official"):
        return self.decide(joint_deal.omit_seat_seeds, seats=seats, by=by, sealed=self.sealed)


def drawn(now, seed):
    """The first deal of a match from a seed."""
    return str(now.rules.draw(now.rules.setup(now.table), Chance(seed, "1.1:0")))


def test_nothing_is_dealt_until_every_seat_has_shown_its_seed():
    deal = Deal()

    assert [type(event) for event in deal.events] == [MatchOpened, GameOpened]
    assert deal.now.turn == {CHANCE}
    assert deal.now.seeds.states() == {0: "due", 2: "due"}
    with pytest.raises(DealIsAwaited):
        match.play(deal.now, [MoveRequest(0, "draw")], SEED)

    assert deal.commit(2) == [SeatSeedCommitted(2, seat_commitment(seal(SEED), 2, OWN[2]))]
    deal.commit(0)
    assert deal.reveal(0) == [SeatSeedRevealed(0, OWN[0].hex())]
    shown, dealt = deal.reveal(2)

    assert shown == SeatSeedRevealed(2, OWN[2].hex())
    assert dealt == MovePlayed(CHANCE, drawn(deal.now, joint_seed(SEED, {0: OWN[0], 2: OWN[2]})))
    assert CHANCE not in deal.now.turn
    assert list(findings(deal.events)) == []


def test_later_draws_come_from_the_same_seed_as_the_deal():
    deal = Deal(players=("anna", "boris"))
    for step in (deal.commit, deal.reveal):
        step(0)
        step(1)
    while not deal.now.over:
        (seat,) = deal.now.turn
        move = "draw" if deal.now.position.pool else "pass"
        deal.decide(match.play, plies=[MoveRequest(seat, move)], seed=SEED)

    assert sum(isinstance(event, MovePlayed) and event.seat == CHANCE for event in deal.events) > 1
    assert list(findings(deal.events)) == []
    changed = [
        msgspec.structs.replace(each, seed="00" * 32) if each == SeatSeedRevealed(1, OWN[1].hex()) else each
        for each in deal.events
    ]
    assert "not the number that seat 1 has committed" in str(next(findings(changed)))


def test_no_seat_shows_its_seed_before_all_have_chosen_theirs():
    deal = Deal()
    deal.commit(0)

    with pytest.raises(NoSeatSeedDue, match="others have not chosen yet"):
        deal.reveal(0)


def test_a_seat_shows_the_seed_that_it_has_chosen_for_this_deal():
    deal = Deal()
    deal.commit(0)
    deal.commit(2)

    with pytest.raises(SeatSeedDiffers):
        deal.reveal(0, OWN[1])
    for again in (deal.commit, deal.reveal):
        with pytest.raises(NoSeatSeedDue):
            again(1)
    with pytest.raises(NoSeatSeedDue, match="chosen, and not shown yet"):
        deal.commit(0)
    with pytest.raises(NoSuchSeat):
        deal.commit(3)


def test_a_deal_does_without_seats_that_do_not_answer():
    deal = Deal()
    deal.commit(0)

    assert deal.omit(2) == [SeatSeedOmitted(2, "official")]
    *_, dealt = deal.reveal(0)

    assert dealt == MovePlayed(CHANCE, drawn(deal.now, joint_seed(SEED, {0: OWN[0]})))
    assert deal.now.seeds.states() == {0: "revealed", 2: "omitted"}
    assert list(findings(deal.events)) == []


def test_leaving_out_the_last_seat_deals():
    deal = Deal()

    *_, dealt = deal.omit(0, 2)

    assert dealt == MovePlayed(CHANCE, drawn(deal.now, joint_seed(SEED, {})))
    with pytest.raises(NoSeatSeedDue, match="not asked for"):
        deal.omit(2)


def test_a_table_of_unknown_players_is_dealt_at_once():
    deal = Deal(players=(None, None))

    assert deal.events[-1] == MovePlayed(CHANCE, drawn(deal.now, joint_seed(SEED, {})))


def test_other_seats_before_the_deal_choose_other_seeds():
    deal = Deal()
    deal.commit(0)
    deal.commit(2)

    deal.decide(change_seats, seats=("anna", None, "dora"), absent=(), reason="Late.", deal=NewDeal(SEED, FRESH))

    assert deal.now.opened.seed_hash == seal(FRESH)  # so that nobody chooses theirs, knowing one of before
    assert deal.now.seeds.states() == {0: "due", 2: "due"}
    assert list(findings(deal.events)) == []
    forged = [
        msgspec.structs.replace(each, seed_hash=None) if isinstance(each, SeatsChanged) else each
        for each in deal.events
        if not isinstance(each, SeedRevealed)
    ]
    assert "the seats are asked again" in str(next(findings(forged)))


def test_others_who_sit_down_before_anybody_has_chosen_are_asked_for_the_same_deal():
    deal = Deal()

    deal.decide(change_seats, seats=("anna", None, "dora"), absent=(), reason="Late.", deal=NewDeal(SEED, FRESH))

    assert deal.now.opened.seed_hash == seal(SEED)
    assert deal.now.seeds.states() == {0: "due", 2: "due"}


def test_a_deal_in_the_place_of_another_asks_for_other_seeds():
    deal = Deal()
    for step in (deal.commit, deal.reveal):
        step(0)
        step(2)

    deal.decide(change_seats, seats=("anna", None, "dora"), absent=(), reason="Late.", deal=NewDeal(SEED, FRESH))

    assert deal.now.opened.seed_hash == seal(FRESH)
    assert (deal.now.turn, deal.now.seeds.states()) == ({CHANCE}, {0: "due", 2: "due"})
    assert list(findings(deal.events)) == []


def test_a_match_that_was_dealt_at_a_table_is_dealt_together_from_then_on():
    deal = Deal()
    deal.decide(choose_level, level="full", dealing="table", deal=NewDeal(SEED, FRESH))
    assert deal.now.seeds.states() == {}

    deal.decide(choose_level, level="full", dealing="joint", deal=NewDeal(None, FRESH))

    assert deal.now.seeds.states() == {0: "due", 2: "due"}
    assert deal.now.opened.seed_hash == seal(FRESH)


def test_a_forfeit_ends_the_waiting():
    deal = Deal()
    deal.decide(results.forfeit, seats=[2], reason="Absent.")

    with pytest.raises(MatchIsRuled):
        deal.commit(0)
